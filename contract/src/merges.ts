/**
 * What must end before two accounts of one person are merged. Of either account: a freeze, stopped payouts, a suspension, a bonus, a
 * transfer, a withdrawal, a deposit, a request or an erasure on its way. Of the one that goes: money in games, a prize or
 * an invite share that is not received yet, a case, a finding of an identity check, a doubted payout account.
 */
export const MERGE_BLOCKS = [
  'FROZEN',
  'PAYOUTS_STOPPED',
  'SUSPENDED',
  'BONUS',
  'TRANSFER',
  'WITHDRAWAL',
  'DEPOSIT',
  'REQUEST',
  'GAMES',
  'COUPON',
  'INVITE_SHARE',
  'CASE',
  'FINDING',
] as const;
export type MergeBlock = (typeof MERGE_BLOCKS)[number];

/** A deposit that must end before a merge. */
export const WAITING_DEPOSITS = ['qr', 'gateway', 'slip', 'gift', 'claim', 'keptOut'] as const;
export interface WaitingDeposit {
  kind: (typeof WAITING_DEPOSITS)[number];
  id: string;
  memberId: string;
  /** Baht; null where nobody knows it yet. */
  amount: number | null;
  since: string;
}
