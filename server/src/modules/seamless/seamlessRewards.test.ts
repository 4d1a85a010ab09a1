import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { changeSetting, closeToday, deposit } from '../../testing/rewardWorld.ts';
import { codeOf, seamlessWorld } from '../../testing/seamlessWorld.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { stakedToday } from '../bonus/activateBonus.ts';
import { readTotal } from '../bonus/memberTotal.ts';
import { refreshPlay } from '../play/playFigures.ts';

const NAME = 'hub88';
let server: TestServer;
let world: Awaited<ReturnType<typeof seamlessWorld>>;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  world = await seamlessWorld(server, [NAME]);
});
afterAll(() => server.stop());

test('RFD-01 a net loss in rounds is refunded once its day is closed, and nobody is asked for figures', async () => {
  const player = await world.player(NAME, 0n);
  await deposit(server.db, player.member.id, 1_000_00n);
  await changeSetting(server, 'refund', { isActive: true, shareBps: 10_00, minimumSatang: 1_00 });
  const round = randomUUID();
  await world.call(NAME, player, { verb: 'debit', amount: 500_00n, round });
  await world.call(NAME, player, { verb: 'credit', amount: 100_00n, round, closes: true });
  await closeToday(server, codeOf(NAME));
  expect(await player.member.client('GET /api/refund/check')).toMatchObject({ refundAmount: 40 });
});

test('BON-01 a stake is turnover by the kind of its game, and no bonus moves while a round is open', async () => {
  const player = await world.player(NAME, 100_00n);
  const { id } = player.member;
  const round = randomUUID();
  await world.call(NAME, player, { verb: 'debit', amount: 40_00n, round });
  expect(await refreshPlay({ db: server.db, providers: {} as never }, id)).toBe(true);
  const staked = () => server.db.transaction().execute((trx) => stakedToday(trx, id));
  expect(await staked()).toBe(40_00n);
  await changeSetting(server, 'turnover', { slot: 25 });
  expect(await staked()).toBe(10_00n);
  expect((await readTotal(server.db, id)).isMoving).toBe(true);
  await world.call(NAME, player, { verb: 'credit', amount: 0n, round, closes: true });
  expect((await readTotal(server.db, id)).isMoving).toBe(false);
});

test('BON-01 a bonus and own money are one wallet: a loss eats the bonus first, and a win before the target is not kept', async () => {
  // 100 deposited, 100 given: of what is bet, the wallet lost or won this.
  for (const [lost, cost] of [
    [60_00n, 40],
    [100_00n, 0],
    [130_00n, 0],
    [-60_00n, 160],
  ] as const) {
    const player = await world.player(NAME, 0n);
    const { client, id } = player.member;
    await deposit(server.db, id, 100_00n);
    await client('GET /api/bonus/activate/:code', { params: { code: 'WELCOME100' } });
    expect(await player.money()).toBe(200_00n);
    const round = randomUUID();
    // The bet takes from the whole wallet; the win comes back to it.
    await world.call(NAME, player, { verb: 'debit', amount: 150_00n, round });
    expect(await player.money()).toBe(50_00n);
    await expect(client('GET /api/bonus/clear')).rejects.toMatchObject({ code: 'BONUS_CONDITION' });
    await world.call(NAME, player, { verb: 'credit', amount: 150_00n - lost, round, closes: true });
    expect((await client('GET /api/bonus/check/active')).progress).toMatchObject({ cancelCost: cost });
    await client('GET /api/bonus/clear');
    const left = 200_00n - lost;
    expect(await player.money()).toBe(left < 100_00n ? left : 100_00n);
  }
  expect(await verify(server.owner)).toEqual([]);
});
