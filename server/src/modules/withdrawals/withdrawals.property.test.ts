import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../appError.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import { verify } from '../../ledger/verify.ts';
import { checkHistories, type Part, type Rig } from '../../testing/besideModel.ts';
import { HISTORIES_TIMEOUT_MS } from '../../testing/budget.ts';
import { FakePayouts, payoutMoodOf } from '../../testing/fakePayouts.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { sessionless } from '../../testing/sessionless.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { payWithdrawal, rejectWithdrawal } from './decidePayout.ts';
import { withdrawalJobs } from './withdrawalJob.ts';
import { withdraw } from './withdrawFunds.ts';

let world: VerbWorld;
let bank: FakePayouts;
beforeAll(async () => {
  bank = new FakePayouts();
  world = await openVerbWorld(OWN_CLUSTER, { payouts: bank });
  world.set('withdraw', { minimumSatang: 1_00, maximumSatang: 80_00 });
});
afterAll(() => world.close());

type Op =
  | { do: 'fund'; amount: number }
  | { do: 'withdraw'; amount: number; key: number | null }
  | { do: 'job' }
  | { do: 'pay' | 'reject'; nth: number };

const amount = fc.integer({ min: 50, max: 85_00 });
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fund' as const), amount }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      amount,
      key: fc.constantFrom(null, null, 1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('job' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'reject' as const), nth: fc.nat(2) }),
  },
);

interface One {
  amount: number;
  state: 'HELD' | 'PAID' | 'REJECTED' | 'STUCK' | 'MANUAL';
  key: number | null;
}
interface State {
  wallet: number;
  held: number;
  all: One[];
}

const STATUS = { HELD: 'PENDING', STUCK: 'PENDING', MANUAL: 'PENDING', PAID: 'SUCCESS', REJECTED: 'FAILED' };
const ENDS = {
  pays: 'PAID',
  refuses: 'REJECTED',
  rests: 'PAID',
  silent: 'PAID',
  deaf: 'PAID',
  pendingThenPaid: 'PAID',
  pendingThenFailed: 'REJECTED',
  miscounts: 'STUCK',
  manual: 'MANUAL',
} as const;

function request(much: number, key: number | null): Part<State> {
  return (state) => {
    if (much < 1_00) return 'WITHDRAW_MINIMUM';
    if (much > 80_00) return 'WITHDRAW_MAXIMUM';
    const made = key === null ? undefined : state.all.find((one) => one.key === key);
    if (made) return made.amount === much ? STATUS[made.state] : 'IDEMPOTENCY_MISMATCH';
    if (state.wallet - state.held < much) return 'MONEY_NOT_ENOUGH';
    state.held += much;
    state.all.push({ amount: much, state: 'HELD', key });
    return 'PENDING';
  };
}

function end(state: State, one: One, to: One['state']): void {
  one.state = to;
  if (to !== 'PAID' && to !== 'REJECTED') return;
  state.held -= one.amount;
  if (to === 'PAID') state.wallet -= one.amount;
}

/** Runs everything due until nothing is due. */
const job: Part<State> = (state) => {
  for (const one of state.all) if (one.state === 'HELD') end(state, one, ENDS[payoutMoodOf(one.amount)]);
  return 'OK';
};

const waiting = ({ all }: State) =>
  all
    .filter(({ state }) => state === 'STUCK' || state === 'MANUAL')
    .toSorted((a, b) => a.amount - b.amount || (a.state < b.state ? -1 : 1));

function decide(nth: number, to: 'PAID' | 'REJECTED'): Part<State> {
  return (state) => {
    const one = waiting(state)[nth];
    if (one === undefined) return 'NONE';
    end(state, one, to);
    return to;
  };
}

async function rig(): Promise<Rig<State, Op>> {
  const { context } = world;
  const { id } = await world.newMember();
  const [withdrawalJob] = withdrawalJobs(context);

  const rows = () =>
    world.db
      .selectFrom('withdrawal')
      .select(['id', 'amount', 'state', 'reason'])
      .where('member_id', '=', id)
      .orderBy('amount')
      .orderBy('state')
      .execute();

  async function execute(one: Op): Promise<string> {
    switch (one.do) {
      case 'fund':
        await fund(world.db, id, BigInt(one.amount));
        return 'OK';
      case 'withdraw': {
        const requestKey = requestKeyOf(
          one.key === null ? undefined : `key${one.key}`,
          'withdraw',
          one.amount,
        );
        return (await withdraw(context, sessionless(id), one.amount / 100, requestKey)).status;
      }
      case 'job':
        return runJobs();
      default:
        return decideNth(one.do, one.nth);
    }
  }

  /** Two nodes in parallel, repeatedly; waiting work becomes due at once. */
  async function runJobs(): Promise<string> {
    for (;;) {
      const { rows: due } = await sql`
        update withdrawal set due_at = now() where member_id = ${id} and due_at is not null returning id`.execute(
        world.owner,
      );
      if (due.length === 0) return 'OK';
      const signal = new AbortController().signal;
      await Promise.all([withdrawalJob?.run(signal), withdrawalJob?.run(signal)]);
    }
  }

  async function decideNth(what: 'pay' | 'reject', nth: number): Promise<string> {
    const one = (await rows()).filter(({ state }) => state === 'STUCK' || state === 'MANUAL')[nth];
    if (one === undefined) return 'NONE';
    const seen = { state: one.state, why: one.reason };
    const decision = { withdrawalId: one.id, seen, ...world.decision };
    const { state } = await world.run((trx) =>
      what === 'pay'
        ? payWithdrawal(trx, { ...decision, transRef: one.id })
        : rejectWithdrawal(trx, decision),
    );
    return state;
  }

  return {
    initial: { wallet: 0, held: 0, all: [] },
    model: (one) => {
      switch (one.do) {
        case 'fund':
          return (state) => {
            state.wallet += one.amount;
            return 'OK';
          };
        case 'withdraw':
          return request(one.amount, one.key);
        case 'job':
          return job;
        case 'pay':
          return decide(one.nth, 'PAID');
        case 'reject':
          return decide(one.nth, 'REJECTED');
      }
    },
    execute: (one) =>
      execute(one).catch((error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      }),
    observe: async () => {
      const { wallet, held } = await moneyOf(world.db, id);
      const all = await rows();
      const { rows: shown } = await sql<{ status: string }>`
        select status from statement_entry where member_id = ${id} and statement_type = 'withdraw'
        order by amount, status`.execute(world.db);
      return {
        wallet: Number(wallet),
        held: Number(held),
        all: all.map(({ amount: much, state }) => [Number(much), state]),
        statement: shown.map(({ status }) => status).toSorted(),
        // The bank's outflow equals the ledger's payouts, except those that an operator paid by hand.
        unpaid: all.filter((one) => bank.paid.has(one.id) && one.state !== 'PAID').length,
      };
    },
    expected: ({ wallet, held, all }) => ({
      wallet,
      held,
      all: all
        .map(({ amount: much, state }): [number, string] => [much, state])
        .toSorted((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)),
      statement: all.map(({ state }) => STATUS[state]).toSorted(),
      unpaid: 0,
    }),
  };
}

test(
  'WDR-01 WDR-03 whatever is withdrawn, paid, refused or unknown, at once too, money is where a plain model says',
  async () => {
    await checkHistories<State, Op>({
      budget: [12, 120],
      areApart: false,
      op,
      alone: ({ do: what }) => what !== 'fund' && what !== 'withdraw',
      newRig: rig,
      first: [[{ do: 'fund', amount: 200_00 }]],
      after: async () => expect(await verify(world.owner)).toEqual([]),
    });
  },
  HISTORIES_TIMEOUT_MS,
);
