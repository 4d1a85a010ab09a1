/** Members' wallets are kept in baht, on Lao sites too: a house in another currency would take satang for something else. */
export const currencyProblems = (currency: string): string[] =>
  currency === 'THB' ? [] : ['currency must be THB: members’ wallets are kept in baht'];
