/** The rules of automatic payout that can stop a withdrawal, so that an operator decides it. */
export const PAYOUT_RULES = [
  'AMOUNT',
  'MEMBER_DAY',
  'SITE_HOUR',
  'MEMBER_AGE',
  'BANK_ACCOUNT_AGE',
  'PASSWORD_AGE',
  'PLAY',
  'BONUS_ENDED',
  'UNUSUAL_DEPOSIT',
  'THIRD_PARTY_PAYER',
  'SHARED_DEVICE',
  'SHARED_ADDRESS',
  'SHARED_NAME',
  'INVITER',
  'ACCOUNT_NAME',
  'SUSPENDED',
  'FROZEN',
  'PAYOUTS_STOPPED',
  'CASE',
  'FINDING',
] as const;

export type PayoutRule = (typeof PAYOUT_RULES)[number];
