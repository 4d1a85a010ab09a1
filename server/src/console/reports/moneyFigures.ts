import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import type { HouseMovement } from './houseMoney.ts';

/** Accounts that money of members comes in through. */
const INTO: ReadonlySet<string> = new Set(['bank', 'gateway', 'gift']);
/** Accounts whose money the house gives away. */
const COSTS = ['bonus', 'refund', 'invite', 'wheel', 'coupon'] as const;

/**
 * What the movements of house accounts mean: deposits, withdrawals and costs less what was taken back. Baht.
 * Other currencies than baht are not in it.
 */
export function moneyFigures(movements: readonly HouseMovement[]) {
  const inBaht = movements.filter(({ currency }) => currency === 'THB');
  const into = inBaht.filter(({ kind }) => INTO.has(kind));
  const payout = inBaht.filter(({ kind }) => kind === 'payout');
  const given = (kind: string) => outOf(inBaht.filter((movement) => movement.kind === kind));
  const deposits = outOf(into);
  const withdrawals = -outOf(payout);
  const cost = COSTS.reduce((sum, kind) => sum + given(kind), 0n);
  return {
    deposits: { count: sum(into, 'debits'), amount: bahtFromSatang(deposits) },
    withdrawals: { count: sum(payout, 'credits'), amount: bahtFromSatang(withdrawals) },
    net: bahtFromSatang(deposits - withdrawals),
    bonus: bahtFromSatang(given('bonus')),
    cashback: bahtFromSatang(given('refund')),
    invite: bahtFromSatang(given('invite')),
    wheel: bahtFromSatang(given('wheel')),
    coupon: bahtFromSatang(given('coupon')),
    cost: bahtFromSatang(cost),
    adjustments: bahtFromSatang(given('adjustment')),
  };
}

/** What members have of these accounts: debits less credits. */
function outOf(movements: readonly HouseMovement[]): Satang {
  return movements.reduce((total, { debited, credited }) => total + debited - credited, 0n);
}

function sum(movements: readonly HouseMovement[], side: 'debits' | 'credits'): number {
  return movements.reduce((total, movement) => total + movement[side], 0);
}
