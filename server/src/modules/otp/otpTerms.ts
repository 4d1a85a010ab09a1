import type { RateLimit } from '../../http/rateCounter.ts';

/**
 * The purpose of a code: a registration, a new password after a forgotten one, a new PIN after too many wrong ones, the end
 * of a freeze, a request for another number, with a code to each of the two, or the erasure of the account.
 */
export type OtpPurpose = 'registration' | 'password' | 'pin' | 'unfreeze' | 'newPhone' | 'oldPhone' | 'erase';

/** The rules of codes by SMS (payments.md, OTP; docs/decisions/160-codes-of-one-asker.md). */
export const OTP_TERMS = {
  validMinutes: 5,
  checks: 5,
  /** Per number and requester. */
  resendSeconds: 60,
  sendsHourly: 5,
  sendsDaily: 10,
  /** Per number, for all requesters together. */
  sendsHourlyOfAll: 15,
  sendsDailyOfAll: 30,
  /** Only failed sends count here, as protection against a gateway that fails after delivering. */
  attemptsDaily: 60,
  verifiedMinutes: 15,
} as const;

/** Many members share one address of a mobile network. */
export const OTP_BY_ADDRESS: RateLimit = { name: 'otp:address', limit: 100, seconds: 3_600 };
export const OTP_IN_ALL: RateLimit = { name: 'otp:all', limit: 3_000, seconds: 3_600 };
