import type { RateLimit } from '../../http/rateCounter.ts';

/** What a code proves the number for: registering, or a new password in place of a forgotten one. */
export type OtpPurpose = 'registration' | 'password';

/** The rules of codes by SMS (payments.md, OTP; docs/decisions/160-codes-of-one-asker.md). */
export const OTP_TERMS = {
  validMinutes: 5,
  checks: 5,
  /** For one number and one who asks. */
  resendSeconds: 60,
  sendsHourly: 5,
  sendsDaily: 10,
  /** For one number, whoever asks. */
  sendsHourlyOfAll: 15,
  sendsDailyOfAll: 30,
  /** Sends that failed count here alone, against a gateway that fails after delivering. */
  attemptsDaily: 60,
  verifiedMinutes: 15,
} as const;

/** Many members share an address behind a mobile network. */
export const OTP_BY_ADDRESS: RateLimit = { name: 'otp:address', limit: 100, seconds: 3_600 };
export const OTP_IN_ALL: RateLimit = { name: 'otp:all', limit: 3_000, seconds: 3_600 };
