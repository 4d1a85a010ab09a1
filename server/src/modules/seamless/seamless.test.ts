import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealPostings } from '../../ledger/sealer.ts';
import { verify } from '../../ledger/verify.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
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

test.each(NAMES)('%s: a bet leaves the wallet, a win comes, and every book says the same', async (name) => {
  const player = await world.player(name, 1_000_00n);
  const round = randomUUID();
  expect(await world.call(name, player, { verb: 'balance' })).toMatchObject({
    code: 'OK',
    balance: 1_000_00n,
  });
  expect(await world.call(name, player, { verb: 'debit', amount: 100_25n, round })).toEqual({
    httpStatus: 200,
    code: 'OK',
    balance: 899_75n,
  });
  const won = { verb: 'credit', amount: 50_50n, round, closes: true } as const;
  expect(await world.call(name, player, won)).toMatchObject({ code: 'OK', balance: 950_25n });
  expect(await player.money()).toBe(950_25n);
  expect(await booksOf(server, player)).toEqual(agree(-49_75n));
  const { rows } = await sql<{ kind: string }>`
    select closed_at is not null as closed, staked, won from game_round where member_id = ${player.member.id}`.execute(
    server.db,
  );
  expect(rows).toEqual([{ closed: true, staked: 100_25n, won: 50_50n }]);
});

test.each(NAMES)(
  '%s: the same bet twenty times at once is one bet; more than there is is none',
  async (name) => {
    const player = await world.player(name, 100_00n);
    const bet = { verb: 'debit', amount: 60_00n, id: randomUUID(), round: randomUUID() } as const;
    const told = await Promise.all(Array.from({ length: 20 }, () => world.call(name, player, bet)));
    expect(new Set(told.map(({ code }) => code))).toEqual(new Set(['OK']));
    expect(await player.money()).toBe(40_00n);
    const more = await world.call(name, player, { verb: 'debit', amount: 40_01n });
    expect(more).toMatchObject({ code: SAID.notEnough[name], balance: 40_00n });
    // Many bets at once take no more than there is.
    const many = await Promise.all(
      Array.from({ length: 20 }, () => world.call(name, player, { verb: 'debit', amount: 7_00n })),
    );
    expect(many.filter(({ code }) => code === 'OK')).toHaveLength(5);
    expect(new Set(many.map(({ code }) => code))).toEqual(new Set(['OK', SAID.notEnough[name]]));
    expect(await player.money()).toBe(5_00n);
    expect(await booksOf(server, player)).toEqual(agree(-95_00n));
  },
);

test.each(NAMES)('%s: the same id with another content is refused, and operators are told', async (name) => {
  const player = await world.player(name, 100_00n);
  const other = await world.player(name, 100_00n);
  const bet = { verb: 'debit', amount: 10_00n, id: randomUUID(), round: randomUUID() } as const;
  await world.call(name, player, bet);
  for (const [who, changed] of [
    [player, { ...bet, amount: 11_00n }],
    [player, { ...bet, amount: 11_00n }],
    [player, { ...bet, verb: 'credit' as const }],
    [other, bet],
  ] as const)
    expect(await world.call(name, who, changed)).toMatchObject({ code: SAID.conflict[name] });
  expect([await player.money(), await other.money()]).toEqual([90_00n, 100_00n]);
  const conflicts = await server.db
    .selectFrom('game_conflict')
    .select(['reason', 'verb', 'amount', 'times', 'member_id'])
    .where('reference', '=', bet.id)
    .orderBy('id')
    .execute();
  expect(conflicts).toEqual([
    { reason: 'OTHER_CONTENT', verb: 'debit', amount: 11_00n, times: 2, member_id: player.member.id },
    { reason: 'OTHER_CONTENT', verb: 'credit', amount: 10_00n, times: 1, member_id: player.member.id },
    { reason: 'OTHER_CONTENT', verb: 'debit', amount: 10_00n, times: 1, member_id: other.member.id },
  ]);
});

test.each(NAMES)(
  '%s: a cancellation gives the bet back once, and one before its bet stops the bet',
  async (name) => {
    const player = await world.player(name, 100_00n);
    const [bet, late] = [randomUUID(), randomUUID()];
    const round = randomUUID();
    await world.call(name, player, { verb: 'debit', amount: 30_00n, id: bet, round });
    const cancel = { verb: 'cancel', refersTo: bet, round } as const;
    const id = randomUUID();
    for (const one of [{ ...cancel, id }, { ...cancel, id }, cancel])
      expect(await world.call(name, player, one)).toMatchObject({ code: 'OK', balance: 100_00n });
    // The maker gave the bet up while it was still on its way here.
    const first = { verb: 'cancel', refersTo: late, round: randomUUID() } as const;
    for (const one of [first, first])
      expect(await world.call(name, player, one)).toMatchObject({ code: 'OK', balance: 100_00n });
    for (const again of [late, late, bet])
      expect(await world.call(name, player, { verb: 'debit', amount: 30_00n, id: again })).toMatchObject({
        code: SAID.cancelled[name],
      });
    expect(await player.money()).toBe(100_00n);
    expect(await booksOf(server, player)).toEqual(agree(0n));
  },
);

test.each(NAMES)(
  '%s: a cancellation beside its bet: whichever is first, the money is there',
  async (name) => {
    const player = await world.player(name, 100_00n);
    for (let nth = 0; nth < 5; nth += 1) {
      const id = randomUUID();
      const round = randomUUID();
      await Promise.all([
        world.call(name, player, { verb: 'debit', amount: 20_00n, id, round }),
        world.call(name, player, { verb: 'cancel', refersTo: id, round }),
      ]);
      expect(await player.money()).toBe(100_00n);
    }
    expect(await booksOf(server, player)).toEqual(agree(0n));
  },
);

test('a win without a bet is the member’s; one for a cancelled bet, and a cancelled win that is spent, are told', async () => {
  const name = 'hub88';
  const player = await world.player(name, 10_00n);
  const [prize, bet] = [randomUUID(), randomUUID()];
  expect(
    await world.call(name, player, { verb: 'credit', id: prize, amount: 5_00n, token: undefined }),
  ).toMatchObject({
    code: 'OK',
    balance: 15_00n,
  });
  await world.call(name, player, { verb: 'cancel', refersTo: bet });
  const win = { verb: 'credit', amount: 3_00n, refersTo: bet } as const;
  expect(await world.call(name, player, win)).toMatchObject({ code: SAID.cancelled[name] });
  await world.call(name, player, { verb: 'debit', amount: 12_00n });
  const undo = { verb: 'cancel', refersTo: prize } as const;
  expect(await world.call(name, player, undo)).toMatchObject({ code: SAID.notEnough[name] });
  expect(await player.money()).toBe(3_00n);
  const told = await server.db
    .selectFrom('game_conflict')
    .select(['reason', 'amount'])
    .where('member_id', '=', player.member.id)
    .orderBy('id')
    .execute();
  expect(told).toEqual([
    { reason: 'CANCELLED_BET', amount: 3_00n },
    { reason: 'WIN_IS_SPENT', amount: 5_00n },
  ]);
  await world.call(name, player, { verb: 'credit', amount: 2_00n });
  expect(await world.call(name, player, undo)).toMatchObject({ code: 'OK', balance: 0n });
  expect(await booksOf(server, player)).toEqual(agree(-10_00n));
});
