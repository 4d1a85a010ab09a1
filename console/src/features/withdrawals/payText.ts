import { moneyText } from '@krapao/ui/kip.ts';
import type { Withdrawal } from './WithdrawalQueue.tsx';

/** The payout amount in its currency. */
export const payText = ({ pay }: { pay: Pick<Withdrawal['pay'], 'amount' | 'currency'> }): string =>
  moneyText(pay.amount, pay.currency);
