/** Every constant of the specification's section 9. Durations in milliseconds, amounts in baht, sizes in bytes. */

export const APP_VERSION = '1.1.14';

export const REQUEST_TIMEOUT_MS = 60_000;
export const UPLOAD_TIMEOUT_MS = 300_000;

export const LANGUAGES = ['th', 'la', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const PHONE_NUMBER_LENGTH = 10;
export const OTP_CODE_LENGTH = 6;
export const PIN_LENGTH = 6;
/** As many as a person has devices and keys. */
export const PASSKEYS_MAX = 10;

export const CURRENCIES = ['LAK', 'BAHT'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const ENGLISH_NAME_BANKS: readonly string[] = ['KTB', 'TMB', 'BBL'];
export const RECOMMENDED_BANKS: readonly string[] = ['KBANK', 'KTB'];

export const TRANSFER_MINIMUM_BAHT = 1;
export const QR_MINIMUM_BAHT = 1;
export const MOBILE_WALLET_MINIMUM_BAHT = 2;
export const DEPOSIT_CREDIT_WITHIN_MS = 60_000;
export const SLIP_UPLOAD_WITHIN_MS = 3_600_000;

/**
 * Largest amount that any call accepts, in baht. It guards against typing errors and overflow; it is not a business
 * limit.
 */
export const AMOUNT_CEILING_BAHT = 100_000_000;

export const BANK_QR_PRESETS_BAHT = [10, 20, 50, 100, 500, 1000] as const;

export const PAGE_SIZE = 10;
export const COUPON_PAGE_SIZE = 3;
export const PAGE_LIMIT_MAX = 100;
export const PAGES_BEFORE = 3;
export const PAGES_AFTER = 1;

export const SLIP_BYTES_MAX = 10 * 1024 * 1024;

export const CHAT = {
  historyPage: 10,
  textMax: 2000,
  imageBytesMax: 10 * 1024 * 1024,
  videoBytesMax: 20 * 1024 * 1024,
  socketRecheckMs: 5_000,
  reconnectDelayMs: 500,
  markReadDelayMs: 1_000,
  sendDelayMs: 500,
  nearBottomPx: 60,
  typingEachMs: 3_000,
  typingShownMs: 6_000,
} as const;

export const DELAY_MS = {
  registrationRedirect: 2_000,
  conditionsLoad: 200,
  agreementDialog: 1_500,
  spinner: 200,
} as const;

/** Games that a member can mark. */
export const FAVOURITES_MAX = 30;

export const GAME_CARD = { width: 300, height: 211, spacing: 330, shown: 3 } as const;
export const PRIZE_WHEEL = { size: 350, friction: 0.991 } as const;

/** The eleven providers of GET /api/autoLogin/{provider}. */
export const AUTO_LOGIN_PROVIDERS = [
  'pg',
  'betflix',
  'askmebet',
  'imi',
  'usun',
  'areaslot',
  'circus',
  'slotracha',
  'pgslot',
  'joker2',
  'huayhd',
] as const;
