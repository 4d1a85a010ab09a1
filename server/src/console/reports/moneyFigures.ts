import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import type { HouseMovement } from './houseMoney.ts';

/** Accounts through which members' money comes in. */
const INTO: ReadonlySet<string> = new Set(['bank', 'gateway', 'gift']);
/** Accounts from which the house gives money away. */
const COSTS = ['bonus', 'refund', 'invite', 'wheel', 'coupon'] as const;

/**
 * The meaning of the movements of house accounts: deposits, withdrawals, and costs minus what was taken back. Baht;
 * other currencies are excluded.
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

/** The members' gain from these accounts: debits minus credits. */
function outOf(movements: readonly HouseMovement[]): Satang {
  return movements.reduce((total, { debited, credited }) => total + debited - credited, 0n);
}

function sum(movements: readonly HouseMovement[], side: 'debits' | 'credits'): number {
  return movements.reduce((total, movement) => total + movement[side], 0);
}
