import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import type { GameProvider } from '../../providers/gameProvider.ts';
import { amountFor, FakeGames } from '../../testing/fakeGames.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { runLegs } from './runLegs.ts';
import { startMove } from './startTransfer.ts';

let world: VerbWorld;
const games = new FakeGames();
/** A house that forgot its question about transfers, in the games that it has. */
const withoutQuestion = ({ queryTransfer: _, ...rest }: GameProvider): GameProvider => ({
  ...rest,
  transfer: async () => ({ status: 'rejected', reason: 'USER_DISABLED' }),
});
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER, {
    game: (place) => (place.code === 'imi' ? withoutQuestion(games.game(place)) : games.game(place)),
  });
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

test('TRF-01 the job leaves a new operation to its call, and takes it when nobody has run it', async () => {
  const { id: memberId } = await world.newMember(['pg']);
  await fund(world.db, memberId, 500_00n);
  const amount = BigInt(amountFor('well', 'pg', 'in'));
  const { id } = await world.run((trx) =>
    startMove(trx, world.context.providers, memberId, { from: 'WALLET', to: 'pg', amount }, undefined),
  );
  expect(await runLegs(world.context)).toBe(0);
  await sql`update transfer_leg set due_at = due_at - interval '2 seconds' where transfer_id = ${id}`.execute(
    world.owner,
  );
  expect(await runLegs(world.context)).toBe(1);
  expect(await moneyOf(world.db, memberId)).toMatchObject({ wallet: 500_00n - amount, inTransfer: 0n });
});

test('TRF-05 what stayed in a game whose house refuses the order again is the member’s there', async () => {
  const { id: memberId } = await world.newMember(['imi']);
  games.balances.set(`km${memberId}imi`, 300_00);
  const { id } = await world.run((trx) =>
    startMove(
      trx,
      world.context.providers,
      memberId,
      { from: 'imi', to: 'WALLET', amount: 100_00n },
      undefined,
    ),
  );
  // Sent twice, with answers that were lost, and denied twice.
  await sql`
    update transfer_leg set state = 'UNKNOWN', sends = 2, not_found = 2, sent_at = now() - interval '1 minute',
      amount_before = 30000 where transfer_id = ${id}`.execute(world.owner);
  expect(await runLegs(world.context, id)).toBe(1);
  const leg = await world.db
    .selectFrom('transfer_leg')
    .select(['state', 'reason'])
    .where('transfer_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(leg).toEqual({ state: 'REJECTED', reason: 'NOT_FOUND' });
});
