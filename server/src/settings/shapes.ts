import { Type } from '@krapao/contract/endpoint';

export const Localized = Type.Object({ th: Type.String(), la: Type.String(), en: Type.String() });

const Html = Type.String({ contentMediaType: 'text/html' });
export const LocalizedHtml = Type.Object({ th: Html, la: Html, en: Html });

/**
 * Every number has bounds; without them an administrator's typing error would break every call that calculates with it.
 * No duration exceeds a year, and the limits of amounts are above those of any site.
 */
export const YEAR = { minutes: 525_600, hours: 8_760, days: 366 };
export const DAY_SECONDS = 86_400;
export const SATANG_MAX = 1_000_000_000_000;
export const SHARE_MAX_BPS = 1_000_000;
