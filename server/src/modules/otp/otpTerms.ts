import type { RateLimit } from '../../http/rateCounter.ts';
import type { SettingValue } from '../../settings/schema.ts';

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

const HOUR = 3_600;
const DAY = 86_400;

/** Many members share one address of a mobile network. */
export const OTP_BY_ADDRESS: readonly RateLimit[] = [
  { name: 'otp:address', limit: 100, seconds: HOUR },
  { name: 'otp:address', limit: 500, seconds: DAY },
];

/** Per hundred numbers in a row: whoever earns at messages owns such series. */
export const OTP_BY_SERIES: RateLimit = { name: 'otp:series', limit: 40, seconds: HOUR };

/** What all codes together may cost, as operators set it. */
export const otpBudget = ({ hourlyCodes, dailyCodes }: SettingValue<'codes'>): readonly RateLimit[] => [
  { name: 'otp:all', limit: hourlyCodes, seconds: HOUR },
  { name: 'otp:all', limit: dailyCodes, seconds: DAY },
];
