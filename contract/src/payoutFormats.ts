/** What a file for the bank says about the payer: the bank gives these to its customer. The console has labels. */
export const PAYOUT_TERMS = ['payingAccount', 'companyId', 'companyName', 'productCode'] as const;
export type PayoutTerm = (typeof PAYOUT_TERMS)[number];

/** The currencies of payouts. */
export const PAYOUT_CURRENCIES = ['THB', 'LAK'] as const;
export type PayoutCurrency = (typeof PAYOUT_CURRENCIES)[number];

/**
 * Why a withdrawal stays out of a file: another currency than the file's, a bank that the format does not reach, an
 * account number that does not fit, a name in letters that the bank's encoding lacks, an amount with too many digits.
 * `OWN_ANSWER`: the bank refused it in an answer that this operator uploaded, a colleague makes the file. `SUSPENDED`,
 * `FROZEN`: so is the member, a person decides it alone. `PAYOUTS_STOPPED`: nobody pays the member until that ends.
 */
export const LEFT_OUT_REASONS = [
  'CURRENCY',
  'BANK',
  'ACCOUNT',
  'NAME',
  'AMOUNT',
  'OWN_ANSWER',
  'SUSPENDED',
  'FROZEN',
  'PAYOUTS_STOPPED',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/**
 * The answers for a row of a file. EXPORTED: none yet. PAID: by the bank's word, or by persons who closed the file.
 * REFUSED: back in the queue. STUCK: handed to a person in the queue. TAKEN_BACK: by two operators.
 */
export const PAYOUT_ROW_STATES = ['EXPORTED', 'PAID', 'REFUSED', 'STUCK', 'TAKEN_BACK'] as const;
export type PayoutRowState = (typeof PAYOUT_ROW_STATES)[number];

/**
 * What a line of the bank's answer means for the file. `paid`, `refused`: it will be applied. `unknown`: no final
 * answer, the row stays. `person`: another amount or account, two answers for one row, or a row that a person has. `own`: this operator credited
 * the member, a colleague has to apply it. `answered`: nothing to do, it was applied before. `contradicts`: against what
 * was applied before. `foreign`: no row of this file.
 */
export const RESULT_KINDS = [
  'paid',
  'refused',
  'unknown',
  'person',
  'own',
  'answered',
  'contradicts',
  'foreign',
] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/**
 * What an uploaded answer did. `paid`: booked. `refused`: back in the queue. `person`, `stopped`: with a person in the
 * queue; `stopped` waited to be paid again and the bank paid it before. `named`: contradicts what is final, the audit log
 * names it. `own`: left to a colleague. `second`: above this operator's limits, a second one is asked.
 */
export const RESULT_EFFECTS = ['paid', 'refused', 'person', 'stopped', 'named', 'own', 'second'] as const;
export type ResultEffect = (typeof RESULT_EFFECTS)[number];

/** The columns of a bank's answer. The console has labels. */
export const RESULT_COLUMNS = ['status', 'reference', 'account', 'amount', 'words', 'bankReference'] as const;
export type ResultColumn = (typeof RESULT_COLUMNS)[number];

/** The maximum number of rows in a file. */
export const PAYOUT_ROWS_MAX = 500;
