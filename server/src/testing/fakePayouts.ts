import type {
  AccountNameResult,
  PayoutGateway,
  PayoutOrder,
  PayoutQuery,
  PayoutResult,
} from '../providers/payoutGateway.ts';

/** How the bank treats a payout. It depends only on the amount, so that a model can predict it. */
type PayoutMood =
  | 'pays'
  | 'refuses'
  /** Refuses once for a temporary reason. */
  | 'rests'
  | 'silent'
  | 'deaf'
  | 'pendingThenPaid'
  | 'pendingThenFailed'
  | 'miscounts'
  | 'manual';

const MOODS: readonly PayoutMood[] = [
  'pays',
  'refuses',
  'pays',
  'rests',
  'silent',
  'manual',
  'deaf',
  'pendingThenPaid',
  'pendingThenFailed',
  'pays',
  'miscounts',
];

export const payoutMoodOf = (amount: number): PayoutMood => MOODS[amount % MOODS.length] ?? 'pays';

/** A bank in this process that makes payouts, with configurable faults. */
export class FakePayouts implements PayoutGateway {
  /** Satang that were really paid, by our id. */
  readonly paid = new Map<string, bigint>();
  readonly #sends = new Map<string, number>();

  async accountName(): Promise<AccountNameResult> {
    return { status: 'manual' };
  }

  async pay({ id, amount }: PayoutOrder): Promise<PayoutResult> {
    const sends = (this.#sends.get(id) ?? 0) + 1;
    this.#sends.set(id, sends);
    const paid = { status: 'paid', transRef: `ref${id}` } as const;
    if (this.paid.has(id)) return paid;
    switch (payoutMoodOf(Number(amount))) {
      case 'refuses':
        return { status: 'rejected', reason: 'ACCOUNT_CLOSED' };
      case 'rests':
        if (sends === 1) return { status: 'rejected', reason: 'MAINTENANCE' };
        break;
      case 'deaf':
        if (sends === 1) return { status: 'unknown', reason: 'TIMEOUT' };
        break;
      case 'silent':
        this.paid.set(id, amount);
        return { status: 'unknown', reason: 'CONNECTION' };
      case 'pendingThenPaid':
        this.paid.set(id, amount);
        return { status: 'pending' };
      case 'pendingThenFailed':
        return { status: 'pending' };
      case 'miscounts':
        return { status: 'mismatch', amount: amount + 100n };
      case 'manual':
        return { status: 'manual' };
      default:
    }
    this.paid.set(id, amount);
    return paid;
  }

  async query({ id, amount }: { id: string; amount: bigint }): Promise<PayoutQuery> {
    if (this.paid.has(id)) return { status: 'paid', transRef: `ref${id}` };
    return payoutMoodOf(Number(amount)) === 'pendingThenFailed'
      ? { status: 'failed', reason: 'DECLINED' }
      : { status: 'not_found' };
  }
}
