import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { amountFor, FakeGames } from '../../testing/fakeGames.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { runLegs } from './runLegs.ts';
import { startMove } from './startTransfer.ts';

let world: VerbWorld;
const games = new FakeGames();
beforeAll(async () => {
  world = await openVerbWorld(inject('databaseUrl'), { game: (code) => games.game(code) });
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
