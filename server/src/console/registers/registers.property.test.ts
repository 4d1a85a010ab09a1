import {
  REGISTER_NAMES,
  REGISTERS,
  type RegisterFilter,
  type RegisterName,
} from '@krapao/contract/api/operator/registers';
import { bahtFromSatang } from '@krapao/contract/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../appError.ts';
import { endBonusAtOnce } from '../../modules/bonus/cancelBonus.ts';
import { settleStuckTransfer } from '../../modules/transfers/settleStuckTransfer.ts';
import { transferFunds } from '../../modules/transfers/transferFunds.ts';
import { HISTORIES_TIMEOUT_MS, histories } from '../../testing/budget.ts';
import { FakeGames } from '../../testing/fakeGames.ts';
import { FakePayouts } from '../../testing/fakePayouts.ts';
import { moneyMoves } from '../../testing/moneyMoves.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { memberTotals } from '../members/memberTotals.ts';
import { addUpDays } from './addUpDays.ts';
import { readRegister } from './readRegister.ts';

const CAUSES = ['slip', 'qr', 'manual', 'incoming', 'gift'] as const;
const PLACES = ['WALLET', 'pg', 'betflix'] as const;

let world: VerbWorld;
beforeAll(async () => {
  const games = new FakeGames();
  world = await openVerbWorld(OWN_CLUSTER, {
    payouts: new FakePayouts(),
    game: (code) => games.game(code),
  });
  world.set('withdraw', { minimumSatang: 1_00, maximumSatang: 80_00 });
});
afterAll(() => world.close());

const amount = fc.integer({ min: 1_00, max: 80_00 });
const op = fc.oneof(
  fc.record({ do: fc.constant('deposit' as const), amount, cause: fc.constantFrom(...CAUSES) }),
  // An adjustment, which no register of deposits has.
  fc.record({ do: fc.constant('fund' as const), amount }),
  fc.record({ do: fc.constant('withdraw' as const), amount }),
  fc.record({ do: fc.constant('decide' as const), isPaid: fc.boolean() }),
  fc.record({
    do: fc.constant('move' as const),
    from: fc.constantFrom(...PLACES),
    to: fc.constantFrom(...PLACES),
    amount,
  }),
  fc.record({ do: fc.constant('settle' as const), outcome: fc.constantFrom('CONFIRMED', 'REJECTED') }),
  fc.record({
    do: fc.constant('reward' as const),
    amount,
    source: fc.constantFrom('refund' as const, 'invite' as const),
    hasCondition: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('win' as const),
    amount,
    house: fc.constantFrom('wheel' as const, 'coupon' as const),
  }),
  fc.record({ do: fc.constant('endBonus' as const) }),
  fc.record({ do: fc.constant('addUp' as const) }),
);
type Op = typeof op extends fc.Arbitrary<infer One> ? One : never;

async function execute(id: bigint, one: Op): Promise<unknown> {
  const { context, run, decision, db } = world;
  const moves = moneyMoves(world);
  const much = 'amount' in one ? BigInt(one.amount) : 0n;
  switch (one.do) {
    case 'deposit':
      return moves.deposit(id, much, { cause: one.cause });
    case 'fund':
      return fund(db, id, much);
    case 'withdraw':
      return moves.askPayout(id, much);
    case 'decide':
      return moves.decidePayout(id, one.isPaid);
    case 'move':
      return transferFunds(context, id, { from: one.from, to: one.to, amount: one.amount / 100 });
    case 'settle': {
      const leg = await db
        .selectFrom('transfer_leg')
        .select('id')
        .where('member_id', '=', id)
        .where('state', '=', 'STUCK')
        .limit(1)
        .executeTakeFirst();
      if (leg === undefined) return;
      const outcome = one.outcome as 'CONFIRMED' | 'REJECTED';
      return run((trx) => settleStuckTransfer(trx, { legId: leg.id, outcome, ...decision }));
    }
    case 'reward':
      return moves.reward(id, { ...one, amount: much });
    case 'win':
      return moves.win(id, { ...one, amount: much });
    case 'endBonus':
      return run((trx) => endBonusAtOnce(trx, id));
    case 'addUp':
      return addUpDays(db);
  }
}

/** What the ledger says of postings, in baht. */
async function ledgerSum(condition: string): Promise<number> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(p.amount), 0)::bigint as sum from ledger.posting p
    join ledger.account d on d.id = p.debit join ledger.account c on c.id = p.credit
    where p.reverses_id is null and ${sql.raw(condition)}`.execute(world.db);
  return bahtFromSatang(rows[0]?.sum ?? 0n);
}

const all = (name: RegisterName, filter: RegisterFilter = {}) =>
  readRegister(world.db, name, { page: 1, limit: 500, ...filter }, 'manager');
type Sums = Awaited<ReturnType<typeof all>>['sums'];
const sumOf = (sums: Sums, of: 'amount' | 'takenBack', fits: (sum: Sums[number]) => boolean = () => true) =>
  sums.filter(fits).reduce((total, sum) => total + Math.round(sum[of] * 100), 0) / 100;

/** The registers of money, the figure of all their rows, and the states in which these are booked. */
const BOOKED = [
  ['deposits', 'deposits', ['SUCCESS']],
  ['withdrawals', 'withdrawals', ['PAID']],
  ['bonuses', 'cost', REGISTERS.bonuses.states],
] as const;

/** What the booked rows come to: what was given minus what was taken back. */
const bookedSum = (sums: Sums, states: readonly string[]) =>
  Math.round(
    (sumOf(sums, 'amount', ({ state }) => states.includes(state)) - sumOf(sums, 'takenBack')) * 100,
  ) / 100;

/** Nothing is reversed here: rows of one member come to what that page says, and so do the figures beside them. */
async function checkMember(id: bigint): Promise<void> {
  const page = await memberTotals(world.db, id);
  for (const [name, figure, states] of BOOKED) {
    const { sums, figures } = await all(name, { member: String(id) });
    expect([bookedSum(sums, states), figures[0]], `${name} of the member`).toEqual([
      page[figure],
      { figure, amount: page[figure] },
    ]);
  }
}

test(
  'whatever happens, the sums of the registers are the ledger’s',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(op, { minLength: 5, maxLength: 25 }), async (history) => {
        const { id } = await world.newMember(['pg', 'betflix']);
        for (const one of history)
          await execute(id, one).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });

        const deposits = await all('deposits');
        expect(sumOf(deposits.sums, 'amount', ({ state }) => state === 'SUCCESS')).toBe(
          await ledgerSum(`p.code = 'deposit' and c.kind = 'wallet'`),
        );
        const withdrawals = await all('withdrawals');
        expect(sumOf(withdrawals.sums, 'amount', ({ state }) => state === 'PAID')).toBe(
          await ledgerSum(`c.kind = 'payout' and p.phase = 'post'`),
        );
        const { sums: moved } = await all('transfers');
        const confirmed = (way: string) =>
          sumOf(moved, 'amount', (sum) => sum.state === 'CONFIRMED' && sum.way === way);
        expect([confirmed('in'), confirmed('out')]).toEqual([
          await ledgerSum(`p.code = 'transfer_in' and c.kind = 'provider'`),
          await ledgerSum(`p.code = 'transfer_out' and d.kind = 'provider'`),
        ]);
        const { sums: given } = await all('bonuses');
        const houses = `in ('bonus', 'refund', 'invite', 'wheel', 'coupon')`;
        expect([sumOf(given, 'amount'), sumOf(given, 'takenBack')]).toEqual([
          await ledgerSum(`d.kind ${houses} and c.kind = 'wallet'`),
          await ledgerSum(`c.kind ${houses} and d.kind = 'wallet'`),
        ]);
        for (const way of REGISTERS.bonuses.ways.slice(2))
          expect(sumOf(given, 'amount', (sum) => sum.way === way)).toBe(
            await ledgerSum(`d.kind = '${way}' and c.kind = 'wallet'`),
          );
        await checkMember(id);
      }),
      { numRuns: histories(5, 15) },
    );
    for (const name of REGISTER_NAMES) {
      const { total, sums, rows } = await all(name);
      expect(
        sums.reduce((count, sum) => count + sum.count, 0),
        name,
      ).toBe(total);
      expect(rows.length, name).toBe(Math.min(total, 500));
      expect(total, `${name}: the histories reach it`).toBeGreaterThan(0);
    }
    for (const [name, figure, states] of BOOKED) {
      const { sums, figures } = await all(name);
      expect(figures[0], name).toEqual({ figure, amount: bookedSum(sums, states) });
    }
  },
  HISTORIES_TIMEOUT_MS,
);
