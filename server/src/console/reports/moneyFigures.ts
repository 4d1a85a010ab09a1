import type { MoneyFigure } from '@krapao/contract/figures';
import { bahtFromSatang } from '@krapao/contract/money';
import { INTO, moneyFigure } from '../../modules/figures/moneyFigure.ts';
import type { HouseMovement } from './houseMoney.ts';

/**
 * The meaning of the movements of house accounts: deposits, withdrawals, and costs minus what was taken back. Baht;
 * other currencies are excluded.
 */
export function moneyFigures(movements: readonly HouseMovement[]) {
  const amountOf = (figure: MoneyFigure) => bahtFromSatang(moneyFigure(figure, movements));
  const countOf = (kinds: readonly string[], side: 'debits' | 'credits') =>
    movements
      .filter(({ kind, currency }) => currency === 'THB' && kinds.includes(kind))
      .reduce((total, movement) => total + movement[side], 0);
  return {
    deposits: { count: countOf(INTO, 'debits'), amount: amountOf('deposits') },
    withdrawals: { count: countOf(['payout'], 'credits'), amount: amountOf('withdrawals') },
    net: amountOf('net'),
    bonus: amountOf('bonus'),
    cashback: amountOf('cashback'),
    invite: amountOf('invite'),
    wheel: amountOf('wheel'),
    coupon: amountOf('coupon'),
    cost: amountOf('cost'),
    adjustments: amountOf('adjustments'),
  };
}
