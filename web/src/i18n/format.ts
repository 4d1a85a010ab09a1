import { t } from './i18n.ts';

const BANGKOK_OFFSET_MS = 7 * 3_600_000;
const MINUS = '\u2212';
const DASH = '-';
const THOUSANDS = /\B(?=(?:\d{3})+(?!\d))/g;

/** The number filter of the specification: two decimals with thousands separators, or a dash if it is no number. */
export function amountText(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return DASH;
  const [whole = '', satang] = value.toFixed(2).split('.');
  return `${grouped(whole)}.${satang}`;
}

/** The decimal filter: no decimals, or a dash if it is no number. */
export function wholeText(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? grouped(value.toFixed(0)) : DASH;
}

// Not Intl.NumberFormat: making the first one costs a phone 50 ms, in the way of the first page.
const grouped = (whole: string) => whole.replace(THOUSANDS, ',').replace('-', MINUS);

/** An amount in baht with its sign: `฿1,250.00`, `−฿20.00`, or a dash. */
export function bahtText(value: unknown): string {
  const text = amountText(value);
  if (text === DASH) return text;
  return text.startsWith(MINUS) ? `${MINUS}฿${text.slice(1)}` : `฿${text}`;
}

/** Whole kip with their sign: `₭325,000`, or a dash. */
export function kipText(value: unknown): string {
  const text = wholeText(value);
  return text === DASH ? text : `₭${text}`;
}

/** An amount with the sign of its kind in front: plus for deposit and bonus, minus for withdraw, none for others (STM-02). */
export function signedBahtText(value: number, sign: '+' | '-' | ''): string {
  return `${sign === '-' ? MINUS : sign}${bahtText(Math.abs(value))}`;
}

/** The parts of a large figure: baht with separators, and satang with the point (`12,580` and `.75`). */
export function bahtParts(value: number): { whole: string; satang: string } {
  const [whole = '', satang = '00'] = amountText(value).split('.');
  return { whole, satang: `.${satang}` };
}

/** DD/MM/YYYY HH:mm:ss in the Gregorian calendar, in Bangkok (Vientiane has the same offset). */
export function dateTimeText(iso: string): string {
  const [day, time] = bangkok(iso);
  return day === undefined ? DASH : `${day} ${time}`;
}

/** DD/MM/YYYY in Bangkok. */
export function dateText(iso: string): string {
  return bangkok(iso)[0] ?? DASH;
}

/** HH:mm in Bangkok. */
export function clockText(milliseconds: number): string {
  return bangkok(milliseconds)[1]?.slice(0, 5) ?? DASH;
}

function bangkok(time: string | number): [day?: string, time?: string] {
  const shifted = new Date(new Date(time).getTime() + BANGKOK_OFFSET_MS);
  if (Number.isNaN(shifted.getTime())) return [];
  const [date = '', clock = ''] = shifted.toISOString().split('T');
  return [date.split('-').reverse().join('/'), clock.slice(0, 8)];
}

/** mm:ss of a duration in milliseconds, rounded up to the second, never below 00:00. */
export function countdownText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

const AGE_UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export type AgeUnit = (typeof AGE_UNITS)[number][0];

/** STM-07: how long ago, in the largest unit that fits; null when it is less than a second or in the future. */
export function ageOf(iso: string, now: number): { unit: AgeUnit; count: number } | null {
  const seconds = Math.floor((now - new Date(iso).getTime()) / 1000);
  for (const [unit, length] of AGE_UNITS)
    if (seconds >= length) return { unit, count: Math.floor(seconds / length) };
  return null;
}

/** The relative age in words: "3 minutes ago". */
export function ageText(iso: string, now: number): string {
  const age = ageOf(iso, now);
  return age ? t(`age.${age.unit}`, { count: age.count }) : t('age.now');
}

/** A bank account number as 3-3-rest when it has exactly 10 digits, otherwise unchanged (PRO-01). */
export function accountNumberText(accountNo: string): string {
  return accountNo.length === 10
    ? `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`
    : accountNo;
}

/** A phone number grouped for reading: `089 000 1234`, `020 5512 3456`. */
export function phoneText(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const second = digits.length > 10 ? 7 : 6;
  return [digits.slice(0, 3), digits.slice(3, second), digits.slice(second)].filter(Boolean).join(' ');
}
