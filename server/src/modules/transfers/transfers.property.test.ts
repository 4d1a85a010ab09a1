import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../appError.ts';
import { verify } from '../../ledger/verify.ts';
import { checkHistories, type Part, type Rig } from '../../testing/besideModel.ts';
import { HISTORIES_TIMEOUT_MS } from '../../testing/budget.ts';
import { FakeGames, moodOf, TOO_MUCH } from '../../testing/fakeGames.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { awaitTransfer, presentTransfer } from './awaitTransfer.ts';
import { settleStuckTransfer } from './settleStuckTransfer.ts';
import { transferAll, transferFunds } from './transferFunds.ts';

const PLACES = ['WALLET', 'pg', 'betflix'] as const;
const GAMES = ['betflix', 'pg'] as const;
type Place = (typeof PLACES)[number];
type Game = (typeof GAMES)[number];

let world: VerbWorld;
let games: FakeGames;
beforeAll(async () => {
  games = new FakeGames();
  world = await openVerbWorld(OWN_CLUSTER, { game: (code) => games.game(code) });
});
afterAll(() => world.close());

type Op =
  | { do: 'fund'; amount: number }
  | { do: 'win'; game: Game; amount: number }
  | { do: 'move'; from: Place; to: Place; amount: number }
  | { do: 'all'; to: Place }
  | { do: 'decide'; nth: number; outcome: 'CONFIRMED' | 'REJECTED' };

const amount = fc.integer({ min: 100, max: 90_00 });
const place = fc.constantFrom(...PLACES);
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fund' as const), amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('win' as const), game: fc.constantFrom(...GAMES), amount }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('move' as const), from: place, to: place, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('all' as const), to: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      nth: fc.nat(3),
      outcome: fc.constantFrom('CONFIRMED' as const, 'REJECTED' as const),
    }),
  },
);

interface Stuck {
  kind: 'move' | 'collect';
  to: Place;
  game: Game;
  direction: 'in' | 'out';
  amount: number;
  /** What other games of a collection had brought. */
  arrived: number;
}

interface State {
  wallet: number;
  inTransfer: number;
  games: Record<Game, number>;
  stuck: Stuck[];
}

const keyOf = ({ kind, to, game, direction, amount: much }: Omit<Stuck, 'arrived'>) =>
  [kind, to, game, direction, String(much).padStart(9, '0')].join(' ');

type Answer = 'confirmed' | 'refused' | 'empty' | 'stuck';

/** What the provider does with one operation, and how that is told in the end. */
function act(state: State, game: Game, direction: 'in' | 'out', much: number): Answer {
  const mood = moodOf(game, direction, much);
  if (mood === 'refuses') return 'refused';
  const change = much + (mood === 'miscounts' ? TOO_MUCH : 0);
  if (direction === 'out' && state.games[game] < change) return 'empty';
  if (mood === 'pendingThenFailed') return 'refused';
  state.games[game] += direction === 'in' ? change : -change;
  return mood === 'miscounts' ? 'stuck' : 'confirmed';
}

/** Into a game; the money has left the wallet. `kind` and `arrived` are of the transfer that it belongs to. */
function into(game: Game, much: number, kind: 'move' | 'collect', arrived: number): Part<State> {
  return (state) => {
    const answer = act(state, game, 'in', much);
    if (answer === 'stuck') {
      state.stuck.push({ kind, to: game, game, direction: 'in', amount: much, arrived });
      return 'PENDING';
    }
    return (later) => {
      later.inTransfer -= much;
      if (answer === 'confirmed') return 'SUCCESS';
      later.wallet += much;
      return 'TRANSFER_FAIL';
    };
  };
}

function reserve(state: State, much: number): void {
  state.wallet -= much;
  state.inTransfer += much;
}

function move(from: Place, to: Place, much: number): Part<State> {
  return (state) => {
    if (from === to) return 'NO_DATA';
    if (from === 'WALLET') {
      if (state.wallet < much) return 'MONEY_NOT_ENOUGH';
      reserve(state, much);
      return into(to as Game, much, 'move', 0);
    }
    const answer = act(state, from, 'out', much);
    if (answer === 'refused') return 'TRANSFER_FAIL';
    if (answer === 'empty') return 'MONEY_NOT_ENOUGH';
    if (answer === 'stuck') {
      state.stuck.push({ kind: 'move', to, game: from, direction: 'out', amount: much, arrived: 0 });
      return 'PENDING';
    }
    return (later) => arriveAtWallet(later, to, much, 'move', much);
  };
}

/** Books what came out of games and sends it on, all of the wallet with a collection. */
function arriveAtWallet(
  state: State,
  to: Place,
  much: number,
  kind: 'move' | 'collect',
  arrived: number,
): string | Part<State> {
  state.wallet += much;
  if (to === 'WALLET') return 'SUCCESS';
  const onward = kind === 'move' ? much : state.wallet;
  reserve(state, onward);
  return into(to, onward, kind, arrived);
}

/** Runs alone, so that it is one part. */
function all(to: Place): Part<State> {
  return (state) => {
    const sources = GAMES.filter((game) => game !== to && state.games[game] > 0);
    const fromWallet = to === 'WALLET' ? 0 : state.wallet;
    if (sources.length === 0 && fromWallet === 0) return 'MONEY_NOT_ENOUGH';
    const answers = sources.map((game) => {
      const much = state.games[game];
      return { much, answer: act(state, game, 'out', much) };
    });
    const arrived = answers.reduce((sum, one) => (one.answer === 'confirmed' ? sum + one.much : sum), 0);
    if (sources.length > 0 && arrived === 0)
      return answers.every(({ answer }) => answer === 'empty') ? 'MONEY_NOT_ENOUGH' : 'TRANSFER_FAIL';
    return arriveAtWallet(state, to, arrived, 'collect', arrived);
  };
}

/** An operator's word on the nth stuck operation, by a name that both sides know. */
function decide(nth: number, outcome: 'CONFIRMED' | 'REJECTED'): Part<State> {
  return (state) => {
    const sorted = state.stuck.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const one = sorted[nth];
    if (one === undefined) return 'NONE';
    state.stuck.splice(state.stuck.indexOf(one), 1);
    if (one.direction === 'out')
      return outcome === 'REJECTED'
        ? 'TRANSFER_FAIL'
        : arriveAtWallet(state, one.to, one.amount, one.kind, one.amount);
    state.inTransfer -= one.amount;
    if (outcome === 'CONFIRMED') return 'SUCCESS';
    state.wallet += one.amount;
    return 'TRANSFER_FAIL';
  };
}

async function rig(): Promise<Rig<State, Op>> {
  const { context } = world;
  const { id } = await world.newMember(GAMES);
  const username = (game: Game) => `km${id}${game}`;
  const inGame = (game: Game) => games.balances.get(username(game)) ?? 0;

  async function execute(one: Op): Promise<string> {
    switch (one.do) {
      case 'fund':
        await fund(world.db, id, BigInt(one.amount));
        return 'OK';
      case 'win':
        games.balances.set(username(one.game), inGame(one.game) + one.amount);
        return 'OK';
      case 'move':
        return (await transferFunds(context, id, { ...one, amount: one.amount / 100 })).status;
      case 'all':
        // A stuck collection would refuse another one for ten seconds.
        await world.owner
          .updateTable('transfer')
          .set({ created_at: new Date(Date.now() - 15_000) })
          .where('member_id', '=', id)
          .where('status', '=', 'PENDING')
          .execute();
        return (await transferAll(context, id, one.to)).status;
      case 'decide': {
        const leg = (await stuckLegs())[one.nth];
        if (leg === undefined) return 'NONE';
        const { id: transferId } = await world.run((trx) =>
          settleStuckTransfer(trx, {
            legId: leg.id,
            outcome: one.outcome,
            ...world.decision,
          }),
        );
        return presentTransfer(await awaitTransfer(context, transferId, Date.now() + 8_000)).status;
      }
    }
  }

  async function stuckLegs() {
    const legs = await world.db
      .selectFrom('transfer_leg as l')
      .innerJoin('transfer as t', 't.id', 'l.transfer_id')
      .select(['l.id', 'l.provider', 'l.direction', 'l.amount', 't.kind', 't.to_code'])
      .where('l.member_id', '=', id)
      .where('l.state', '=', 'STUCK')
      .execute();
    return legs
      .map((leg) => ({
        id: leg.id,
        key: keyOf({
          kind: leg.kind as 'move',
          to: leg.to_code as Place,
          game: leg.provider as Game,
          direction: leg.direction as 'in',
          amount: Number(leg.amount),
        }),
      }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  return {
    initial: { wallet: 0, inTransfer: 0, games: { pg: 0, betflix: 0 }, stuck: [] },
    model: (one) => {
      switch (one.do) {
        case 'fund':
          return (state) => {
            state.wallet += one.amount;
            return 'OK';
          };
        case 'win':
          return (state) => {
            state.games[one.game] += one.amount;
            return 'OK';
          };
        case 'move':
          return move(one.from, one.to, one.amount);
        case 'all':
          return all(one.to);
        case 'decide':
          return decide(one.nth, one.outcome);
      }
    },
    execute: (one) =>
      execute(one).catch((error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      }),
    observe: async () => {
      const money = await moneyOf(world.db, id);
      return {
        wallet: Number(money.wallet),
        inTransfer: Number(money.inTransfer),
        pg: inGame('pg'),
        betflix: inGame('betflix'),
        stuck: (await stuckLegs()).map(({ key }) => key),
      };
    },
    expected: ({ wallet, inTransfer, games: held, stuck }) => ({
      wallet,
      inTransfer,
      pg: held.pg,
      betflix: held.betflix,
      stuck: stuck.map(keyOf).toSorted(),
    }),
  };
}

test(
  'TRF-01 TRF-05 whatever a member moves, at once too, and however providers behave, money is where a plain model says',
  async () => {
    await checkHistories<State, Op>({
      budget: [12, 200],
      areApart: true,
      op,
      alone: ({ do: what }) => what === 'all' || what === 'decide',
      newRig: rig,
      first: [[{ do: 'fund', amount: 150_00 }]],
      after: async () => expect(await verify(world.owner)).toEqual([]),
    });
  },
  HISTORIES_TIMEOUT_MS,
);
