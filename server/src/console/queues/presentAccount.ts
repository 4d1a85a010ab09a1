import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';

/** An account of ours to choose. */
export function presentAccount(account: DepositAccount) {
  return {
    id: String(account.id),
    label: `${account.bank_code} ${account.account_no} ${account.account_name}`,
    currency: account.currency,
  };
}
