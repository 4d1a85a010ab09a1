import type { OnStatement } from '@krapao/contract/api/operator/payouts';
import { bahtFromSatang } from '@krapao/contract/money';
import type { LeftByStatement } from './leftByStatement.ts';

/** A line of a statement as the console shows it beside a payout; null for none. */
export function presentLeft(left: LeftByStatement | undefined): OnStatement | null {
  if (left === undefined) return null;
  const { account, at, isDay, amount, reference, text, isWhole } = left;
  return {
    accountId: String(account.id),
    bankCode: account.bank_code,
    accountNo: account.account_no,
    at: at.toISOString(),
    isDay,
    amount: bahtFromSatang(amount),
    reference,
    text,
    isWhole,
  };
}
