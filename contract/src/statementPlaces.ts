/**
 * The places of a statement that are neither a game nor a bank nor a gateway. The app has a name for each
 * (`statement.place.…`).
 */
export const STATEMENT_PLACES = [
  'WALLET',
  /** All games together: from where a collection comes. */
  'ALL',
  /** A bank that is not known yet. */
  'BANK',
  'BONUS',
  'WHEEL',
  'COUPON',
  'TRUEMONEY',
  /** An operator. */
  'ADJUSTMENT',
] as const;

export type StatementPlace = (typeof STATEMENT_PLACES)[number];
