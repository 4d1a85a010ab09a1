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

/** What strangers at one address may ask for, as operators set it: thousands share one address of a mobile network. */
export const otpByAddress = ({
  hourlyCodesOfAddress,
  dailyCodesOfAddress,
}: SettingValue<'codes'>): readonly RateLimit[] => [
  { name: 'otp:address', limit: hourlyCodesOfAddress, seconds: HOUR },
  { name: 'otp:address', limit: dailyCodesOfAddress, seconds: DAY },
];

/** Per hundred numbers in a row: whoever earns at messages owns such series. */
export const OTP_BY_SERIES: RateLimit = { name: 'otp:series', limit: 40, seconds: HOUR };

/** Per number, for its owner on whatever devices and at whatever addresses; what strangers ask for does not count. */
export const OTP_BY_OWNER: readonly RateLimit[] = [
  { name: 'otp:owner', limit: 15, seconds: HOUR },
  { name: 'otp:owner', limit: 30, seconds: DAY },
];

/** Codes that a session asks for to numbers that are not the member's, as for another telephone. */
export const OTP_BY_MEMBER: RateLimit = { name: 'otp:member', limit: 10, seconds: DAY };

/**
 * Whose codes are counted together, each up to the budget: strangers' (`sms`), those for a forgotten password by whom we do
 * not know, and those of members whom we know by their device or session.
 */
export const OTP_PURSES = ['sms', 'password', 'known'] as const;
export type OtpPurse = (typeof OTP_PURSES)[number];

/** What the codes of a purse may cost, as operators set it. */
export const otpBudget = ({ hourlyCodes, dailyCodes }: SettingValue<'codes'>): readonly RateLimit[] => [
  { name: 'otp:all', limit: hourlyCodes, seconds: HOUR },
  { name: 'otp:all', limit: dailyCodes, seconds: DAY },
];
