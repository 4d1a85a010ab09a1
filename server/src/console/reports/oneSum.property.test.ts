import { randomUUID } from 'node:crypto';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { MoneyFigure, SumFigure } from '@krapao/contract/figures';
import { bahtFromSatang } from '@krapao/contract/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../appError.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { post, reverse } from '../../ledger/post.ts';
import { makeRoot, sealPostings } from '../../ledger/sealer.ts';
import { endBonusAtOnce } from '../../modules/bonus/cancelBonus.ts';
import { MONEY_PARTS } from '../../modules/figures/moneyFigure.ts';
import { showActivity } from '../../modules/protection/limits/showActivity.ts';
import { monthSums } from '../../modules/statement/monthSums.ts';
import { transferFunds } from '../../modules/transfers/transferFunds.ts';
import { HISTORIES_TIMEOUT_MS, histories } from '../../testing/budget.ts';
import { FakeGames } from '../../testing/fakeGames.ts';
import { FakePayouts } from '../../testing/fakePayouts.ts';
import { moneyMoves } from '../../testing/moneyMoves.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { inBaht, type Money, NOTHING, postingsByWord } from '../../testing/postingsByWord.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { requestAdjustment } from '../members/adjustBalance.ts';
import { listMembers } from '../members/listMembers.ts';
import { memberFigureRows, memberTotals } from '../members/memberTotals.ts';
import { bookedFigures } from '../registers/bookedFigures.ts';
import { countPostings } from './countPostings.ts';
import { houseMovements } from './houseMoney.ts';
import { moneyFigures } from './moneyFigures.ts';
import { EVER, type Period, readPeriod, type Span } from './period.ts';

const INTO = [
  ['bank', 'KBANK'],
  ['gateway', 'test'],
  ['gift', 'TRUEMONEY'],
] as const;

let world: VerbWorld;
const members: bigint[] = [];
beforeAll(async () => {
  const games = new FakeGames();
  world = await openVerbWorld(OWN_CLUSTER, {
    payouts: new FakePayouts(),
    game: (code) => games.game(code),
  });
  world.set('withdraw', { minimumSatang: 1_00, maximumSatang: 80_00 });
  world.set('ownMoney', { decisionSatang: 1e12, operatorDaySatang: 1e12, memberDaySatang: 1e12 });
  for (let nth = 0; nth < 3; nth += 1) members.push((await world.newMember(['pg'])).id);
});
afterAll(() => world.close());

const amount = fc.bigInt({ min: 1_00n, max: 80_00n });
const op = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('deposit' as const), amount, by: fc.constantFrom(...INTO) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('add' as const, 'take' as const), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reward' as const),
      amount,
      source: fc.constantFrom('refund' as const, 'invite' as const),
      hasCondition: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('win' as const),
      amount,
      house: fc.constantFrom('wheel' as const, 'coupon' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('endBonus' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), amount, isPaid: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('move' as const), amount, isIn: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const), amount, other: fc.nat(1) }) },
);
type Op = typeof op extends fc.Arbitrary<infer One> ? One : never;

async function execute(id: bigint, one: Op): Promise<unknown> {
  const { context, run, db, operatorId } = world;
  const moves = moneyMoves(world);
  switch (one.do) {
    case 'deposit': {
      const [kind, label] = one.by;
      return moves.deposit(id, one.amount, { kind, label, cause: 'qr' });
    }
    case 'add':
    case 'take':
      return run((trx) =>
        requestAdjustment(
          trx,
          async () => undefined,
          { operator: { id: operatorId } as never, ip: '127.0.0.1' },
          {
            memberId: id,
            amount: one.do === 'add' ? one.amount : -one.amount,
            reasonCode: one.amount % 2n === 0n ? 'MISSING_DEPOSIT' : 'GOODWILL',
            reason: 'a test',
            requestKey: { key: randomUUID(), fingerprint: Buffer.from('test') },
          },
          context,
        ),
      );
    case 'reward':
      return moves.reward(id, one);
    case 'win':
      return moves.win(id, one);
    case 'endBonus':
      return run((trx) => endBonusAtOnce(trx, id));
    case 'withdraw':
      await moves.askPayout(id, one.amount);
      return moves.decidePayout(id, one.isPaid);
    case 'move':
      return transferFunds(context, id, {
        from: one.isIn ? 'WALLET' : 'pg',
        to: one.isIn ? 'pg' : 'WALLET',
        amount: bahtFromSatang(one.amount),
      });
    case 'reverse': {
      const { rows } = await sql<{ id: bigint }>`
        select m.posting_id as id from ledger.member_money m join ledger.posting p on p.id = m.posting_id
        where m.member_id = ${id} and p.phase = 'single' and p.reverses_id is null
          and not exists (select from ledger.reversed_posting r where r.reverses_id = p.id)
        order by p.id desc limit 1`.execute(db);
      const [last] = rows;
      if (last === undefined) return;
      return run((trx) =>
        reverse(trx, {
          key: randomUUID(),
          code: 'reversal',
          postingId: last.id,
          actor: 'system',
          cause: 'test',
        }),
      );
    }
    case 'merge': {
      // As mergeMembers moves the money of two accounts of one person.
      const other = members.filter((member) => member !== id)[one.other] ?? id;
      return run(async (trx) => {
        const account = await ensureHouseAccount(trx, 'merge');
        const posting = { code: 'adjustment', actor: 'system', cause: 'merge:1', amount: one.amount };
        const [from, to] = [
          await ensureMemberAccount(trx, id, 'wallet'),
          await ensureMemberAccount(trx, other, 'wallet'),
        ];
        await post(trx, { ...posting, key: randomUUID(), debit: from, credit: account });
        await post(trx, { ...posting, key: randomUUID(), debit: account, credit: to });
      });
    }
  }
}

const postings = (memberIds: readonly bigint[], span: Span) => postingsByWord(world.db, memberIds, span);

async function reports(span: Span): Promise<Money> {
  const figures = moneyFigures(await world.run((trx) => houseMovements(trx, span)));
  const { deposits, withdrawals, cost, adjustments, net, bonus, cashback, invite, wheel, coupon } = figures;
  expect(bonus + cashback + invite + wheel + coupon).toBeCloseTo(cost, 6);
  expect(net).toBeCloseTo(deposits.amount - withdrawals.amount, 6);
  return { deposits: deposits.amount, withdrawals: withdrawals.amount, cost, adjustments };
}

/** The figure of all rows of each register of money. */
const REGISTER_SUMS = [
  ['deposits', 'deposits'],
  ['withdrawals', 'withdrawals'],
  ['bonuses', 'cost'],
] as const;

/** What a register says of a period beside its rows, of everybody and of a member. */
async function checkRegister(
  [name, figure]: (typeof REGISTER_SUMS)[number],
  days: Period,
  memberId: bigint,
): Promise<void> {
  const { from, to } = days;
  const booked = (filter: object) =>
    world.run((trx) => bookedFigures(trx, name, { from, to, ...filter }, 'manager'));
  const of = async (ids: readonly bigint[]) => ({ figure, amount: (await postings(ids, days))[figure] });
  expect((await booked({}))[0], `register of ${name}`).toEqual(await of(members));
  expect((await booked({ member: String(memberId) }))[0], `${name} of a member`).toEqual(
    await of([memberId]),
  );
}

const pick = ({ deposits, withdrawals, cost, adjustments }: Money): Money => ({
  deposits,
  withdrawals,
  cost,
  adjustments,
});
const sumOf = (all: readonly Money[]): Money =>
  inBaht(
    all.reduce(
      (sum, one) => ({
        deposits: sum.deposits + Math.round(one.deposits * 100),
        withdrawals: sum.withdrawals + Math.round(one.withdrawals * 100),
        cost: sum.cost + Math.round(one.cost * 100),
        adjustments: sum.adjustments + Math.round(one.adjustments * 100),
      }),
      NOTHING,
    ),
  );

const DAY_MS = 86_400_000;
const dayOf = (back: number) => {
  const name = bangkokDay(Date.now() - back * DAY_MS);
  return readPeriod({ from: name, to: name });
};
const monthOf = (month: string): Span => {
  const start = new Date(`${month}-01T00:00:00+07:00`);
  const next = new Date(start.getTime() + 32 * DAY_MS);
  return { start, end: new Date(`${bangkokDay(next).slice(0, 7)}-01T00:00:00+07:00`) };
};

/** The member's own pages and the operators' page of the member, beside the postings. */
async function checkPages(id: bigint, month: string): Promise<Money> {
  const page = await memberTotals(world.db, id);
  expect(pick(page), 'the page of the member').toEqual(await postings([id], EVER));
  const own = await showActivity(world.db, id);
  const shown = ({ deposits, withdrawals, adjustments }: Money) => [deposits, withdrawals, adjustments];
  expect([own.deposited, own.withdrawn, own.adjusted], 'their own figures').toEqual(shown(page));
  const booked = await postings([id], monthOf(month));
  const figures = own.months.find((one) => one.month === month);
  expect([figures?.deposited, figures?.withdrawn, figures?.adjusted], month).toEqual(shown(booked));
  const { cost: bonuses, ...sums } = booked;
  expect(await monthSums(world.db, id, [monthOf(month).start]), 'their statement').toEqual([
    { month, ...sums, bonuses },
  ]);
  return pick(page);
}

const history = fc.record({
  member: fc.nat(2),
  // Around midnight, too, and over the end of a month.
  day: fc.nat(40),
  hour: fc.constantFrom('00:00:00', '12:00:00', '23:59:59.999999'),
  ops: fc.array(op, { minLength: 1, maxLength: 3 }),
});

test(
  'whatever happens, pages of members, reports and members’ own pages say what the postings say',
  async () => {
    let last = 0n;
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(history, async ({ member, day, hour, ops }) => {
        const id = members[member] ?? 0n;
        for (const one of ops)
          await execute(id, one).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
        const period = dayOf(day);
        await world.owner.transaction().execute(async (trx) => {
          await sql`set local session_replication_role = replica`.execute(trx);
          const { rows } = await sql<{ id: bigint }>`
            update ledger.posting set at = ${`${period.from}T${hour}+07:00`}::timestamptz where id > ${last} returning id`.execute(
            trx,
          );
          for (const row of rows) if (row.id > last) last = row.id;
        });
        await checkPages(id, period.from.slice(0, 7));
        expect(await reports(period), 'the reports of the day').toEqual(await postings(members, period));
        // In turn: each register costs as much as the reports.
        const [register] = REGISTER_SUMS.slice(nth++ % REGISTER_SUMS.length);
        if (register !== undefined) await checkRegister(register, period, id);
      }),
      { numRuns: histories(200, 2_000), endOnFailure: true },
    );

    const check = async () => {
      const pages = [];
      for (const id of members) pages.push(await checkPages(id, dayOf(0).from.slice(0, 7)));
      const all = await reports(EVER);
      expect(sumOf(pages), 'all pages together').toEqual(all);
      for (const register of REGISTER_SUMS) await checkRegister(register, dayOf(0), members[0] ?? 0n);
      for (const [figure, sum] of Object.entries(all))
        expect(sum, `${figure}: the histories reach it`).not.toBe(0);
    };
    await check();
    // From the totals of hours as from the postings.
    while ((await sealPostings(world.owner)) > 0n);
    await makeRoot(world.owner);
    while ((await countPostings(world.owner)) > 0);
    await check();

    const { members: listed } = await listMembers(world.db, {});
    for (const id of members) {
      const page = await memberTotals(world.db, id);
      const net = Math.round((page.deposits - page.withdrawals) * 100) / 100;
      expect(listed.find((row) => row.id === String(id))?.net, 'the list of members').toBe(net);
      const figures = { ...page, net, ggr: page.stake - page.win, ngr: page.stake - page.win - page.cost };
      for (const figure of [...Object.keys(MONEY_PARTS), 'ngr'] as (MoneyFigure & SumFigure)[]) {
        const rows = [];
        let sum: number | null = null;
        for (let after: string | null | undefined; after !== null; ) {
          const opened = await memberFigureRows(world.db, {
            memberId: id,
            figure,
            limit: 50,
            ...(after !== undefined && { after }),
          });
          rows.push(...opened.rows);
          sum ??= opened.sum;
          after = opened.next;
        }
        const added =
          rows.reduce((total, row) => total + Math.round((row.amount ?? Number.NaN) * 100), 0) / 100;
        expect(added, `${figure} opened`).toBe(sum);
        const told = (figures as Partial<Record<string, number>>)[figure];
        if (told !== undefined) expect(added, figure).toBe(told);
      }
    }
  },
  HISTORIES_TIMEOUT_MS,
);
