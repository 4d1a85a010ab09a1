import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { FakeGames } from '../../testing/fakeGames.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { lockGame } from '../games/moneyAtGames.ts';
import { openGameAccount } from '../games/openGameAccount.ts';
import { leaveHouse } from './leaveHouse.ts';
import { settleStuckTransfer } from './settleStuckTransfer.ts';

let world: VerbWorld;
/** What happens while the house makes a player. */
let meanwhile: () => Promise<unknown> = async () => undefined;
beforeAll(async () => {
  const games = new FakeGames();
  world = await openVerbWorld(OWN_CLUSTER, {
    game: (place) => ({
      ...games.game(place),
      createPlayer: async () => {
        await meanwhile();
        return { status: 'ok', created: true };
      },
      setPassword: async () => ({ status: 'ok' }),
    }),
  });
  Object.assign(world.context, { secrets: { gamePassword: [Buffer.alloc(32, 7)] } });
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

/** Leads a game to another house. */
const lead = (code: string) =>
  world.run(async (trx) => {
    await lockGame(trx, code);
    await leaveHouse(trx, code);
    await trx
      .updateTable('game_provider')
      .set({ connection_id: randomUUID(), external_code: code })
      .where('code', '=', code)
      .execute();
  });
const accountOf = (memberId: bigint) =>
  world.db.selectFrom('game_account').selectAll().where('member_id', '=', memberId).executeTakeFirstOrThrow();

test('GAM-01 an account that opens while its game moves is not open at a house that does not know the player', async () => {
  const { id } = await world.newMember();
  const open = () => openGameAccount(world.context, id, 'muay');
  meanwhile = () => lead('muay');
  await expect(open()).rejects.toMatchObject({ code: 'GAME_ACTIVATION_FAIL' });
  expect(await accountOf(id)).toMatchObject({ is_open: false, closed_at: null });
  meanwhile = async () => undefined;
  await open();
  expect(await accountOf(id)).toMatchObject({ is_open: true });
});

test.each([
  ['CONFIRMED', 70_00n],
  ['REJECTED', 0n],
] as const)(
  'TRF-01 money at a house that is gone, %s by an operator, moves once and touches no amount at the next house',
  async (outcome, wallet) => {
    const { id } = await world.newMember(['bua']);
    const setAccount = (change: object) =>
      world.owner.updateTable('game_account').set(change).where('member_id', '=', id).execute();
    await setAccount({ amount: 70_00n });
    await lead('bua');
    expect(await accountOf(id)).toMatchObject({ is_open: false, amount: 0n, closed_at: expect.any(Date) });
    expect((await moneyOf(world.db, id)).wallet).toBe(0n);
    // At the next house the member has money too.
    await setAccount({ is_open: true, amount: 30_00n });
    const leg = await world.db
      .selectFrom('transfer_leg')
      .selectAll()
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(leg).toMatchObject({
      state: 'STUCK',
      reason: 'CONNECTION_REMOVED',
      direction: 'out',
      amount: 70_00n,
    });
    await world.run((trx) => settleStuckTransfer(trx, { legId: leg.id, outcome, ...world.decision }));
    expect((await moneyOf(world.db, id)).wallet).toBe(wallet);
    expect((await accountOf(id)).amount).toBe(30_00n);
  },
);
