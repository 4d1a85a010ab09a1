import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import type { Satang } from '@krapao/contract/money';

const BUDDHIST_OFFSET = 543;
const DATE = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/;
const WORDED = /^(\d{1,2})[\s/.-]?\s?([^\d\s/-]{3,12})[\s/.-]?\s?(\d{2,4})$/;
const CLOCK = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,6})?)?$/;
const PLAIN = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
const PLAIN_COMMA = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/;
/** Months as statements write them, by their first letters. */
const MONTHS = [
  ['jan', 'ม.ค', 'มกร'],
  ['feb', 'ก.พ', 'กุม'],
  ['mar', 'มี.ค', 'มีน'],
  ['apr', 'เม.ย', 'เมษ'],
  ['may', 'พ.ค', 'พฤษภ'],
  ['jun', 'มิ.ย', 'มิถ'],
  ['jul', 'ก.ค', 'กรก'],
  ['aug', 'ส.ค', 'สิง'],
  ['sep', 'ก.ย', 'กัน'],
  ['oct', 'ต.ค', 'ตุล'],
  ['nov', 'พ.ย', 'พฤศ'],
  ['dec', 'ธ.ค', 'ธัน'],
];

/** A time in a statement. `isDay`: the file gives no time of day, so that it means the whole day. */
export interface CsvMoment {
  at: Date;
  isDay: boolean;
}

/** In which order and calendar a file writes dates. */
export type DateStyle = Pick<StatementFormat, 'dates' | 'years'>;

/**
 * Reads DD/MM/YYYY or YYYY-MM-DD with years of either calendar (2569 is 2026), or in the style, with the time after it or
 * in its own cell. Without a zone it is Bangkok time. @returns null if it is no time
 */
export function readMoment(dateCell: string, timeCell = '', style: DateStyle = {}): CsvMoment | null {
  const worded = /^(\d{1,2}\s+[^\d\s]+\s+\d{2,4})(.*)$/.exec(dateCell.trim());
  const [date = '', ...rest] = worded
    ? [worded[1], ...(worded[2] ?? '').trim().split(/\s+/)]
    : dateCell.trim().split(/[\sT]+/);
  const clock = [...rest, timeCell.trim().replace(/\s+/g, ' ')].filter((part) => part !== '').join(' ');
  const day = readDay(date, style);
  if (day === null) return null;
  if (clock === '') return momentOf(day, '00:00:00', '+07:00', true);
  const zoned = /^(.*?)\s*(Z|[+-]\d{2}:?\d{2})$/.exec(clock);
  const time = CLOCK.exec(zoned?.[1] ?? clock);
  if (!time) return null;
  const [, hours = '', minutes = '', seconds = '00'] = time;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const zone = (zoned?.[2] ?? '+07:00').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return momentOf(day, `${hours.padStart(2, '0')}:${minutes}:${seconds}`, zone, false);
}

/** Whether a date stands anywhere in a text, in any order and calendar. */
export function showsDate(text: string): boolean {
  if (/\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}/.test(text)) return true;
  const words = text.toLowerCase().matchAll(/\d[\s/.-]{0,2}([^\d\s/-]{3,12})(?=[\s/.-]{0,2}\d{2})/g);
  return [...words].some(([, word = '']) => monthOf(word) > 0);
}

/** Digits before the point: what a column of many such amounts can sum up. */
const WHOLE_MAX = 12;

/**
 * Reads an amount in hundredths: `1,250.50`, `฿500`, `-20.00`, `(20.00)`. The other mark separates thousands.
 * @returns null if it is no amount
 */
export function readAmount(cell: string, decimal: StatementFormat['decimal'] = 'POINT'): Satang | null {
  const bare = cell
    .replace(/[\s฿₭\u00a0]|THB|LAK|บาท/gi, '')
    .replace(/^'/, '')
    .replace('\u2212', '-');
  const negative = /^\((.+)\)$/.exec(bare) ?? /^-(.+)$/.exec(bare) ?? /^(.+)-$/.exec(bare);
  const digits = (negative?.[1] ?? bare).replace(/^\+/, '');
  const isComma = decimal === 'COMMA';
  const match = (isComma ? PLAIN_COMMA : PLAIN).exec(digits);
  if (!match) return null;
  const [whole = ''] = digits.replaceAll(isComma ? '.' : ',', '').split(isComma ? ',' : '.');
  if (whole.length > WHOLE_MAX) return null;
  const amount = BigInt(whole) * 100n + BigInt((match[1] ?? '').padEnd(2, '0'));
  return negative ? -amount : amount;
}

/** Whether a text is an amount, or looks like one with a mistake in it, such as `5O0.00` or `500.00 CR`. */
export const looksLikeAmount = (text: string, decimal?: StatementFormat['decimal']): boolean =>
  readAmount(text, decimal) !== null || (/^\P{L}*\d|\d[.,]\d/u.test(text) && !/\d[:/-]\d/.test(text));

/** Reads a bank's reference. @returns null if there is none, or if a spreadsheet has rounded it (1.23E+15) */
export function readReference(cell: string): string | null {
  const reference = cell.trim().replace(/^'/, '');
  if (reference === '' || reference.length > 100 || /^-+$/.test(reference)) return null;
  return /^\d([.,]\d+)?E\+?\d+$/i.test(reference) ? null : reference;
}

function readDay(text: string, { dates = 'DMY', years }: DateStyle): string | null {
  const parts = partsOf(text, dates);
  if (parts === null) return null;
  const [day, month, year] = parts;
  const gregorian = yearOf(year, years);
  if (gregorian === null || gregorian < 2000 || gregorian > 2099) return null;
  const pad = (part: string) => part.padStart(2, '0');
  const iso = `${gregorian}-${pad(month)}-${pad(day)}`;
  // A date that does not exist would roll over into the next month.
  const noon = new Date(`${iso}T12:00:00Z`);
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(iso) ? iso : null;
}

/** Day, month and year as written. */
function partsOf(text: string, dates: NonNullable<DateStyle['dates']>): [string, string, string] | null {
  const worded = WORDED.exec(text);
  if (worded) {
    const [, day = '', name = '', year = ''] = worded;
    const month = monthOf(name.toLowerCase());
    return month === 0 ? null : [day, String(month), year];
  }
  const [, first = '', second = '', third = ''] = DATE.exec(text) ?? [];
  if (first.length === 4) return text.includes('/') && dates !== 'YMD' ? null : [third, second, first];
  if (first.length > 2 || first === '') return null;
  if (dates === 'YMD') return [third, second, first];
  return dates === 'MDY' ? [second, first, third] : [first, second, third];
}

/** 1 to 12; 0 for another word. */
const monthOf = (word: string): number =>
  MONTHS.findIndex((names) => names.some((one) => word.startsWith(one))) + 1;

function yearOf(written: string, years: DateStyle['years']): number | null {
  const year = Number(written);
  if (written.length === 4) return year >= 2400 ? year - BUDDHIST_OFFSET : year;
  if (written.length !== 2 || years === undefined) return null;
  return years === 'BUDDHIST' ? 2500 + year - BUDDHIST_OFFSET : 2000 + year;
}

function momentOf(day: string, clock: string, zone: string, isDay: boolean): CsvMoment | null {
  const at = new Date(`${day}T${clock}${zone}`);
  return Number.isNaN(at.getTime()) ? null : { at, isDay };
}
