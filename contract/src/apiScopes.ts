/** What a key for reading may read. */
export const API_SCOPES = {
  'events.read': 'events of members',
  'members.read': 'numbers, states and dates of members',
  'members.contact': 'with `members.read`: names and phone numbers too',
  'wallets.read': 'balances of wallets',
  'deposits.read': 'deposits of members',
  'withdrawals.read': 'withdrawals of members',
  'transfers.read': 'transfers between wallet and games',
  'bonuses.read': 'bonuses of members',
} as const;

export type ApiScope = keyof typeof API_SCOPES;
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as ApiScope[];
