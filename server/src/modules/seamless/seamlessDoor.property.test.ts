import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { HISTORIES_TIMEOUT_MS, histories } from '../../testing/budget.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { MAKERS, type MakerName, type MakersCall } from '../../testing/seamlessMakers.ts';
import { agree, booksOf, type Player, seamlessWorld } from '../../testing/seamlessWorld.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const NAMES = Object.keys(MAKERS) as MakerName[];
let server: TestServer;
let world: Awaited<ReturnType<typeof seamlessWorld>>;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  world = await seamlessWorld(server, NAMES);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const few = (kind: string) => fc.integer({ min: 1, max: 4 }).map((nth) => `${kind}${nth}`);
/** Mostly this, now and then one of those. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...others: T[]) =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });
/** Few names, so that calls come twice, before what they refer to, and with other contents. */
const CALLS = fc.array(
  fc.record({
    verb: fc.constantFrom<MakersCall['verb'][]>('session', 'balance', 'debit', 'debit', 'credit', 'cancel'),
    id: mostly(few('id'), '', 'ก', 'x'.repeat(201), 'a b'),
    refersTo: mostly(few('id'), '', 'nothing'),
    round: mostly(few('round'), '', '\u0000'),
    amount: mostly<bigint | string | number>(
      fc.bigInt({ min: 0n, max: 120_00n }),
      -1n,
      10n ** 30n,
      '1.001',
      'NaN',
      '1e3',
      1e308,
      -0.5,
    ),
    currency: mostly(fc.constant('THB'), 'LAK', '', 'thb'),
    closes: fc.boolean(),
    who: mostly(fc.constant('player'), 'stranger', 'nobody', 'without token'),
    key: mostly<'right' | 'wrong'>(fc.constant('right'), 'wrong'),
  }),
  { minLength: 5, maxLength: 25 },
);

/** What the site holds of two members, without the conflicts that operators are told of. */
const moneyOf = async (players: Player[]) => {
  const { rows } = await sql`
    select a.member_id, a.posted, (select count(*) from game_transaction t
        where t.member_id = a.member_id and state <> 'TOMBSTONE' and amount > 0) as moves,
      (select coalesce(sum(staked + won), 0) from game_round r where r.member_id = a.member_id) as rounds
    from ledger.account a where a.kind = 'wallet' and a.member_id = any(${players.map(({ member }) => member.id)})
    order by 1`.execute(server.db);
  return rows;
};

/** What the bets and wins that stand, each once, brought to a member. */
const standing = async ({ member }: Player): Promise<bigint | undefined> => {
  const { rows } = await sql<{ net: bigint }>`
    select coalesce(sum(case verb when 'credit' then amount else -amount end), 0)::bigint as net
    from game_transaction where member_id = ${member.id} and state = 'BOOKED' and verb <> 'cancel'`.execute(
    server.db,
  );
  return rows[0]?.net;
};

test.each(NAMES)(
  '%s: whatever comes in whatever order, what is refused moves nothing, and every book says the same',
  { timeout: HISTORIES_TIMEOUT_MS },
  async (name) => {
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(CALLS, async (calls) => {
        const [player, stranger] = [await world.player(name, 100_00n), await world.player(name, 100_00n)];
        nth += 1;
        const own = (id: string) => (/^(id|round)\d$/.test(id) ? `${name}-${nth}-${id}` : id);
        for (const { who, key, id, refersTo, round, ...call } of calls) {
          const before = await moneyOf([player, stranger]);
          const from = who === 'stranger' ? stranger : player;
          const told = await world.call(
            name,
            from,
            {
              ...call,
              id: own(id),
              round: own(round),
              ...(call.verb === 'cancel' && { refersTo: own(refersTo) }),
              ...(who === 'nobody' && { user: 'nobody' }),
              ...(who === 'without token' && { token: undefined }),
            },
            { key },
          );
          expect(told.httpStatus).toBeLessThan(500);
          expect(told.code).not.toMatch(/TROUBLE|RS_ERROR_UNKNOWN/);
          if (told.code !== 'OK') expect(await moneyOf([player, stranger])).toEqual(before);
          if (key === 'wrong') expect(told.code).not.toBe('OK');
        }
        for (const one of [player, stranger]) {
          const net = (await one.money()) - 100_00n;
          expect(await booksOf(server, one)).toEqual(agree(net));
          expect(await standing(one)).toBe(net);
        }
      }),
      { numRuns: Math.ceil(histories(6, 24) / NAMES.length), endOnFailure: true },
    );
  },
);
