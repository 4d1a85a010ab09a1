import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';

/** One of our accounts, as a choice in a form. */
export function presentAccount(account: DepositAccount) {
  return {
    id: String(account.id),
    label: `${account.bank_code} ${account.account_no} ${account.account_name}`,
    currency: account.currency,
  };
}
