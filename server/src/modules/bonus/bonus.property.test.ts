import { ApiError } from '@krapao/contract/client';
import { bahtFromSatang } from '@krapao/contract/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { HISTORIES_TIMEOUT_MS, histories } from '../../testing/budget.ts';
import { moneyOf, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { changeSetting, deposit, move, openGame, play } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const GAME = 'pg';
const TEXT = '{"th":"x","la":"x","en":"x"}';
const BESIDE = 100_00;
/** Percentages are whole here, so that the model needs no basis points. */
const OFFERS = {
  M_HALF: { share: 50, success: 150, fail: 20, maximum: Number.POSITIVE_INFINITY },
  // Its floor is above the deposit: failing must take back the rest of the bonus.
  M_HIGH: { share: 100, success: 150, fail: 80, maximum: Number.POSITIVE_INFINITY },
  M_CAP: { share: 100, success: 120, fail: 0, maximum: 250_00 },
} as const;
type Offer = keyof typeof OFFERS;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await changeSetting(server, 'withdraw', { minimumSatang: 1, isAutomatic: false });
  await changeSetting(server, 'bonus', { remainingMaximumSatang: BESIDE });
  for (const [code, { share, success, fail, maximum }] of Object.entries(OFFERS))
    await sql`
      insert into bonus_definition (code, offer, condition, minimum_deposit, type, max_received, reward_bps, success_bps,
        fail_bps, maximum_payout, name, description)
      values (${code}, 'list', 'deposit', 5000, 'limit', 999, ${share * 100}, ${success * 100}, ${fail * 100},
        ${Number.isFinite(maximum) ? maximum : null}, ${TEXT}, ${TEXT})`.execute(server.owner);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

type Command =
  | { do: 'deposit'; amount: number }
  | { do: 'activate'; code: Offer }
  | { do: 'toGame' | 'toWallet' | 'withdraw'; amount: number }
  | { do: 'play'; stake: number; win: number }
  | { do: 'clear' };

const amount = fc.integer({ min: 100, max: 200_00 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deposit' as const), amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('activate' as const),
      code: fc.constantFrom<Offer>('M_HALF', 'M_HIGH', 'M_CAP'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('toGame' as const, 'toWallet' as const, 'withdraw' as const),
      amount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('play' as const),
      stake: amount,
      win: fc.integer({ min: 0, max: 300_00 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
);

/** The expected values, in satang as plain numbers, calculated without the code under test. */
class Model {
  wallet = 0;
  held = 0;
  game = 0;
  deposits: { amount: number; isUsed: boolean }[] = [];
  bonus: { code: Offer; deposit: number; given: number; own: number; later: number } | undefined;

  now(): number {
    return this.wallet + this.game - (this.bonus?.later ?? 0);
  }

  cost(): number {
    if (!this.bonus) return 0;
    return Math.max(this.now() - this.bonus.own, 0);
  }

  /** Applies a command. @returns the expected refusal code, or nothing */
  apply(one: Command): string | undefined {
    switch (one.do) {
      case 'deposit':
        this.wallet += one.amount;
        this.deposits.push({ amount: one.amount, isUsed: false });
        if (this.bonus) this.bonus.later += one.amount;
        return undefined;
      case 'activate':
        return this.#activate(one.code);
      case 'toGame':
        if (this.wallet < one.amount) return 'MONEY_NOT_ENOUGH';
        this.wallet -= one.amount;
        this.game += one.amount;
        return undefined;
      case 'toWallet':
        if (this.game < one.amount) return 'MONEY_NOT_ENOUGH';
        this.game -= one.amount;
        this.wallet += one.amount;
        return undefined;
      case 'withdraw':
        if (this.bonus) return 'BONUS_CONDITION';
        if (this.wallet < one.amount) return 'MONEY_NOT_ENOUGH';
        this.wallet -= one.amount;
        this.held += one.amount;
        return undefined;
      case 'play':
        if (this.game < one.stake) return 'INSUFFICIENT_BALANCE';
        this.game += one.win - one.stake;
        return undefined;
      case 'clear': {
        if (!this.bonus) return 'NO_DATA';
        const cost = this.cost();
        if (this.wallet < cost) return 'BONUS_CONDITION';
        this.wallet -= cost;
        this.bonus = undefined;
        return undefined;
      }
    }
  }

  #activate(code: Offer): string | undefined {
    if (this.bonus) return this.bonus.code === code ? 'BONUS_ALREADY_ACTIVE' : 'BONUS_REMAINING';
    const found = this.deposits.findLast((one) => !one.isUsed && one.amount >= 50_00);
    if (!found || this.wallet < found.amount) return 'BONUS_CONDITION';
    if (this.wallet + this.held + this.game - found.amount > BESIDE) return 'BONUS_CONDITION';
    const given = Math.floor((found.amount * OFFERS[code].share) / 100);
    found.isUsed = true;
    // Money held for a withdrawal cannot be played.
    const own = this.wallet + this.game;
    this.wallet += given;
    this.bonus = { code, deposit: found.amount, given, own, later: 0 };
    return undefined;
  }

  /** The balance that decides. */
  settle(): void {
    if (!this.bonus) return;
    const { success, fail, maximum } = OFFERS[this.bonus.code];
    const base = this.bonus.deposit + this.bonus.given;
    const now = this.now();
    if (now * 100 >= base * success) {
      const excess = Math.max(now - maximum, 0);
      if (excess > this.wallet) return;
      this.wallet -= excess;
      this.bonus = undefined;
    } else if (now * 100 <= base * fail) {
      const cost = this.cost();
      if (cost > this.wallet) return;
      this.wallet -= cost;
      this.bonus = undefined;
    }
  }
}

const baht = (satang: number) => bahtFromSatang(BigInt(satang));

async function run(member: TestMember, one: Command): Promise<string | undefined> {
  try {
    switch (one.do) {
      case 'deposit':
        await deposit(server.db, member.id, BigInt(one.amount));
        break;
      case 'activate':
        await member.client('GET /api/bonus/activate/:code', { params: { code: one.code } });
        break;
      case 'toGame':
        await move(member, 'WALLET', GAME, baht(one.amount));
        break;
      case 'toWallet':
        await move(member, GAME, 'WALLET', baht(one.amount));
        break;
      case 'withdraw':
        await member.client('POST /api/wallet/withdraw', { body: { amount: baht(one.amount) } });
        break;
      case 'play':
        await play(server, member, GAME, baht(one.stake), baht(one.win));
        break;
      case 'clear':
        await member.client('GET /api/bonus/clear');
    }
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    if (error instanceof Error && error.message.includes('INSUFFICIENT_BALANCE'))
      return 'INSUFFICIENT_BALANCE';
    throw error;
  }
}

async function player(): Promise<TestMember> {
  // All requests of the soak come from one address.
  await server.owner.deleteFrom('rate_counter').execute();
  const member = await makeMember(server);
  await openGame(member, GAME);
  return member;
}

test(
  'BON-01 BON-06 WDR-03 whatever a member does, money and bonus are as a plain model says',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 12, maxLength: 25, size: 'max' }), async (commands) => {
        const member = await player();
        const model = new Model();
        for (const one of commands) {
          const expected = model.apply(one);
          expect([one, await run(member, one)]).toEqual([one, expected]);
          model.settle();
          // Refreshing checks the bonus against the game's current balance.
          const { wallet, slots } = await member.client('GET /api/wallet/refresh/slot');
          expect([one, wallet.amount, slots.find(({ code }) => code === GAME)?.amount]).toEqual([
            one,
            baht(model.wallet),
            baht(model.game),
          ]);
          const { status, progress } = await member.client('GET /api/bonus/check/active');
          expect([one, status]).toEqual([one, model.bonus !== undefined]);
          if (model.bonus)
            expect(progress).toMatchObject({
              base: baht(model.bonus.deposit + model.bonus.given),
              now: baht(model.now()),
              cancelCost: baht(model.cost()),
            });
        }
        expect((await moneyOf(server.db, member.id)).held).toBe(BigInt(model.held));
      }),
      { numRuns: histories(4, 12), endOnFailure: true },
    );
  },
  HISTORIES_TIMEOUT_MS,
);

test(
  'BON-06 whatever a member does at once, no satang is made or lost and no deposit earns twice',
  async () => {
    const members: TestMember[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 6, maxLength: 10, size: 'max' }), async (commands) => {
        const member = await player();
        members.push(member);
        await deposit(server.db, member.id, 100_00n);
        const bonuses = (['M_HALF', 'M_CAP', 'M_HALF'] as const).map((code) => ({
          do: 'activate' as const,
          code,
        }));
        const codes = await Promise.all([...bonuses, ...commands].map((one) => run(member, one)));
        expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
      }),
      { numRuns: histories(4, 12), endOnFailure: true },
    );
    for (const { id } of members) await until(async () => (await moneyOf(server.db, id)).inTransfer === 0n);
    const { rows } = await sql<{ house: bigint; given: bigint; deposits: bigint; bonuses: bigint }>`
    select
      (select (ledger.balance(a.id)).posted from ledger.account a where a.kind = 'bonus') as house,
      (select coalesce(sum(removed - bonus), 0)::bigint from member_bonus) as given,
      (select count(distinct deposit_posting) from member_bonus) as deposits,
      (select count(*) from member_bonus) as bonuses`.execute(server.owner);
    expect(rows[0]?.house).toBe(rows[0]?.given);
    expect(rows[0]?.deposits).toBe(rows[0]?.bonuses);
    expect(rows[0]?.bonuses).toBeGreaterThan(0n);
    expect(await verify(server.owner)).toEqual([]);
  },
  HISTORIES_TIMEOUT_MS,
);
