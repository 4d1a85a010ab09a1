import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealPostings } from '../../ledger/sealer.ts';
import { verify } from '../../ledger/verify.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { changeSetting } from '../../testing/rewardWorld.ts';
import { MAKERS, type MakerName, SAID } from '../../testing/seamlessMakers.ts';
import { agree, booksOf, seamlessWorld } from '../../testing/seamlessWorld.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const NAMES = Object.keys(MAKERS) as MakerName[];

let server: TestServer;
let world: Awaited<ReturnType<typeof seamlessWorld>>;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  world = await seamlessWorld(server, NAMES);
});
afterAll(async () => {
  await sealPostings(server.db);
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

test('bgaming: a bet and its win in one message are booked both or not at all', async () => {
  const player = await world.player('bgaming', 100_00n);
  const win = { id: randomUUID(), amount: 40_00n };
  const both = {
    verb: 'together',
    amount: 30_00n,
    id: randomUUID(),
    round: randomUUID(),
    win,
    closes: true,
  } as const;
  for (const _ of [1, 2])
    expect(await world.call('bgaming', player, both)).toMatchObject({ code: 'OK', balance: 110_00n });
  // The win's id is taken: the bet before it is undone, and operators are told.
  const clash = { ...both, id: randomUUID(), round: randomUUID(), win: { ...win, amount: 41_00n } };
  expect(await world.call('bgaming', player, clash)).toMatchObject({ code: SAID.conflict.bgaming });
  const more = { ...both, id: randomUUID(), amount: 110_01n, win: { id: randomUUID(), amount: 500_00n } };
  expect(await world.call('bgaming', player, more)).toMatchObject({ code: SAID.notEnough.bgaming });
  expect(await player.money()).toBe(110_00n);
  expect(await booksOf(server, player)).toEqual(agree(10_00n));
  const told = await server.db
    .selectFrom('game_conflict')
    .select(['reason', 'amount'])
    .where('reference', '=', win.id)
    .execute();
  expect(told).toEqual([{ reason: 'OTHER_CONTENT', amount: 41_00n }]);
});

test('while the site is switched off no bet is taken, and what a maker owes comes', async () => {
  const name = 'hub88';
  const player = await world.player(name, 10_00n);
  const sent = { verb: 'debit', amount: 2_00n, id: randomUUID(), round: randomUUID() } as const;
  expect(await world.call(name, player, sent)).toMatchObject({ code: 'OK', balance: 8_00n });
  await changeSetting(server, 'site', { isActive: false });
  const call = (verb: 'session' | 'debit' | 'credit') => world.call(name, player, { verb, amount: 1_00n });
  expect((await call('session')).code).toBe(SAID.closed[name]);
  expect((await call('debit')).code).toBe(SAID.closed[name]);
  expect(await call('credit')).toMatchObject({ code: 'OK', balance: 9_00n });
  // The answer to this bet was lost before: it is booked, and a refusal would say that it is not.
  expect(await world.call(name, player, sent)).toMatchObject({ code: 'OK', balance: 9_00n });
  expect((await world.call(name, player, { ...sent, amount: 3_00n })).code).toBe(SAID.conflict[name]);
  await changeSetting(server, 'site', { isActive: true });
  expect(await call('debit')).toMatchObject({ code: 'OK', balance: 8_00n });
});

test('a connection that is switched off is not believed, and a member who opens the game again plays on', async () => {
  const name = 'slotegrator';
  const player = await world.player(name, 50_00n);
  const id = world.idOf(name);
  await sql`update connection set is_active = false where id = ${id}`.execute(server.owner);
  for (const verb of ['debit', 'credit'] as const)
    expect((await world.call(name, player, { verb, amount: 1_00n })).code).toBe('INTERNAL_ERROR TROUBLE');
  await sql`update connection set is_active = true where id = ${id}`.execute(server.owner);
  await until(async () => (await world.call(name, player, { verb: 'debit', amount: 1_00n })).code === 'OK');
  const again = await world.player(name, 0n, player.member);
  expect((await world.call(name, player, { verb: 'debit', amount: 1_00n })).code).toBe(SAID.session[name]);
  expect((await world.call(name, again, { verb: 'debit', amount: 1_00n })).code).toBe('OK');
});

test('operators see rounds that stay open and what contradicts the books, and note what the maker said', async () => {
  const name = 'bgaming';
  const player = await world.player(name, 100_00n);
  const round = randomUUID();
  const id = randomUUID();
  await world.call(name, player, { verb: 'debit', amount: 7_00n, round, id });
  await world.call(name, player, { verb: 'debit', amount: 8_00n, id });
  const list = async () => {
    const { body } = await world.admin.call('GET /api/console/reports/rounds');
    const { items } = body as { items: { id: string; reason: string; memberId: string; amount: number }[] };
    return items.filter(({ memberId }) => memberId === String(player.member.id));
  };
  expect((await list()).map(({ reason, amount }) => [reason, amount])).toEqual([['OTHER_CONTENT', 8]]);
  await sql`update game_round set opened_at = opened_at - interval '13 hours' where member_id = ${player.member.id}`.execute(
    server.owner,
  );
  const shown = await list();
  expect(shown.map(({ reason, amount }) => [reason, amount])).toEqual([
    ['OPEN', 7],
    ['OTHER_CONTENT', 8],
  ]);
  for (const one of shown)
    expect(
      await world.admin.call(`POST /api/console/reports/rounds/${one.id}/settle`, { reason: 'they looked' }),
    ).toMatchObject({ status: 200 });
  expect(await list()).toEqual([]);
  const again = `POST /api/console/reports/rounds/${shown[0]?.id}/settle`;
  expect(await world.admin.call(again, { reason: 'again' })).toMatchObject({ body: { code: 'NO_DATA' } });
  // What the maker sends later is booked all the same.
  await world.call(name, player, { verb: 'credit', amount: 3_00n, round, closes: true });
  expect(await player.money()).toBe(96_00n);
});
