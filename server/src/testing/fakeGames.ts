import type {
  GameProvider,
  GameTransferOrder,
  GameTransferQuery,
  GameTransferResult,
} from '../providers/gameProvider.ts';
import { MANUAL_PROVIDERS } from '../providers/manualProviders.ts';

/** How a provider treats an operation. It depends only on the operation, so that a model can predict it. */
type GameMood =
  | 'well'
  /** A definite refusal. */
  | 'refuses'
  /** Done, but the answer is lost. */
  | 'silent'
  /** The request never arrived. */
  | 'deaf'
  | 'pendingThenDone'
  | 'pendingThenFailed'
  /** Done, the answer is lost, and the first status query denies it. */
  | 'denies'
  /** Moves one baht too much. */
  | 'miscounts';

const MOODS: readonly GameMood[] = [
  'well',
  'refuses',
  'well',
  'silent',
  'deaf',
  'well',
  'pendingThenDone',
  'pendingThenFailed',
  'denies',
  'well',
  'miscounts',
];
export const TOO_MUCH = 100;

export function moodOf(provider: string, direction: 'in' | 'out', amount: number): GameMood {
  const salt = provider.length * 3 + (direction === 'in' ? 5 : 0);
  return MOODS[(amount + salt) % MOODS.length] ?? 'well';
}

/** The smallest amount (satang), from 10 baht on, that the provider treats in this way. */
export function amountFor(mood: GameMood, provider: string, direction: 'in' | 'out'): number {
  let amount = 10_00;
  while (moodOf(provider, direction, amount) !== mood) amount += 1;
  return amount;
}

interface Known {
  isDone: boolean;
  refusal: string | null;
  asked: number;
}

/** Game providers in this process with configurable faults. Balances in satang by username. */
export class FakeGames {
  readonly balances = new Map<string, number>();
  readonly #orders = new Map<string, Known>();

  game({ code }: { code: string }): GameProvider {
    return {
      ...MANUAL_PROVIDERS.game({ code, connectionId: null, externalCode: null }),
      balance: async (username) => ({
        status: 'ok',
        available: BigInt(this.balances.get(username) ?? 0),
        inPlay: 0n,
      }),
      transfer: async (order) => this.#transfer(code, order),
      queryTransfer: async (order) => this.#query(code, order),
    };
  }

  #transfer(code: string, order: GameTransferOrder): GameTransferResult {
    const known = this.#orders.get(order.id);
    const mood = moodOf(code, order.direction, Number(order.amount));
    if (known?.isDone) return { status: 'success' };
    if (mood === 'refuses') return { status: 'rejected', reason: 'MAINTENANCE' };
    const change = Number(order.amount) + (mood === 'miscounts' ? TOO_MUCH : 0);
    const before = this.balances.get(order.username) ?? 0;
    if (order.direction === 'out' && before < change) {
      this.#orders.set(order.id, { isDone: false, refusal: 'INSUFFICIENT_BALANCE', asked: 0 });
      return { status: 'rejected', reason: 'INSUFFICIENT_BALANCE' };
    }
    if (mood === 'deaf' && known === undefined) {
      this.#orders.set(order.id, { isDone: false, refusal: null, asked: 0 });
      return { status: 'unknown', reason: 'TIMEOUT' };
    }
    const isDone = mood !== 'pendingThenFailed';
    if (isDone) this.balances.set(order.username, before + (order.direction === 'in' ? change : -change));
    this.#orders.set(order.id, { isDone, refusal: isDone ? null : 'DECLINED', asked: 0 });
    if (mood === 'silent' || mood === 'denies') return { status: 'unknown', reason: 'TIMEOUT' };
    if (mood === 'miscounts') return { status: 'mismatch', amount: BigInt(change) };
    return mood.startsWith('pending') ? { status: 'pending' } : { status: 'success' };
  }

  #query(code: string, { id, amount }: { id: string; amount: bigint }): GameTransferQuery {
    const known = this.#orders.get(id);
    if (!known || (!known.isDone && known.refusal === null)) return { status: 'not_found' };
    known.asked += 1;
    const denies = ['in', 'out'].some(
      (way) => moodOf(code, way as 'in' | 'out', Number(amount)) === 'denies',
    );
    if (denies && known.isDone && known.asked === 1) return { status: 'not_found' };
    return known.isDone ? { status: 'success' } : { status: 'failed', reason: known.refusal ?? '' };
  }
}
