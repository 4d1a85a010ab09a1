import type { Satang } from '@krapao/contract/money';
import { beginningOf } from '../../template/wireValue.ts';

/** What a text says, in its own words. */
export type TextPlaces = Partial<Record<PlaceName, string>>;
export type PlaceName = keyof typeof PLACES;

const AMOUNT = '[0-9]{1,3}(?:,[0-9]{3}){0,4}[.][0-9]{2}|[0-9]{1,12}[.][0-9]{2}';
const MASKED = '[0-9xX*•][-0-9xX*•]{2,23}';

/** Each place has bounded length, and neighbours differ in their first letter: reading is linear in the text. */
const PLACES = {
  amount: `[+]?(?:${AMOUNT})`,
  balance: AMOUNT,
  account: MASKED,
  from: MASKED,
  bank: '[A-Z]{2,9}|[ก-๙]{2,20}',
  name: '[^0-9\\n]{1,60}?',
  way: '[A-Za-z]{1,10}',
  d: '[0-9]{1,2}',
  m: '[0-9]{1,2}',
  mon: '[ก-๙]{1,3}[.][ก-ฮ][.]',
  y: '[0-9]{4}|[0-9]{2}',
  H: '[0-9]{1,2}',
  M: '[0-9]{2}',
  S: '[0-9]{2}',
} as const;

/** Texts are cut to this length. */
export const TEXT_MAX = 600;

/** The words, places and spaces of a form. */
export const partsOf = (form: string): string[] =>
  form.split(/(\{[a-zA-Z]+\}|\s+)/).filter((part) => part !== '');

/**
 * @param isWhole false: a text may go on after it
 * @throws Error for an unknown place, and for one that is written twice
 */
export function textPattern(text: string, currency: 'THB' | 'LAK', isWhole = true): RegExp {
  const source = partsOf(text).map((part) => {
    if (/^\s/.test(part)) return ' ?';
    const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
    if (name === undefined) return escaped(part);
    if (!Object.hasOwn(PLACES, name)) throw new Error(`unknown place {${name}}`);
    const place = PLACES[name as PlaceName];
    // Kip are written without hundredths.
    const shown = currency === 'LAK' ? place.replaceAll('[.][0-9]{2}', '(?:[.][0-9]{2})?') : place;
    return `(?<${name}>${shown})`;
  });
  return new RegExp(`^${source.join('')}${isWhole ? '$' : ''}`, 'u');
}

/** A text as it is read: one space between words, without invisible letters, at most 600 letters. */
export const plainText = (text: string): string =>
  beginningOf(text, TEXT_MAX)
    .normalize('NFC')
    .replace(/[\u200b-\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** What a text says; null if it has another form. */
export function readText(pattern: RegExp, text: string): TextPlaces | null {
  const groups = pattern.exec(text)?.groups;
  return groups === undefined ? null : { ...groups };
}

/** An amount in hundredths. */
export const amountOf = (text: string): Satang => {
  const [whole = '', fraction = '00'] = text.replace(/[+,]/g, '').split('.');
  return BigInt(whole) * 100n + BigInt(fraction);
};

const THAI_MONTHS = [
  'ม.ค.',
  'ก.พ.',
  'มี.ค.',
  'เม.ย.',
  'พ.ค.',
  'มิ.ย.',
  'ก.ค.',
  'ส.ค.',
  'ก.ย.',
  'ต.ค.',
  'พ.ย.',
  'ธ.ค.',
];
const BUDDHIST_OFFSET = 543;

/**
 * The time that a text tells, in Bangkok's zone; undefined if it tells none, null if it is impossible. A year that is
 * missing, or has two digits of an unknown calendar, is the one nearest to `near`.
 */
export function momentOf(places: TextPlaces, near: Date): Date | null | undefined {
  const { d, m, mon, y, H, M, S = '00' } = places;
  if (d === undefined || H === undefined || M === undefined) return undefined;
  const month = mon === undefined ? Number(m) : THAI_MONTHS.indexOf(mon) + 1;
  const thisYear = new Date(near.getTime() + 7 * 3_600_000).getUTCFullYear();
  const years =
    y === undefined
      ? [thisYear - 1, thisYear, thisYear + 1]
      : y.length === 4
        ? [Number(y) >= 2400 ? Number(y) - BUDDHIST_OFFSET : Number(y)]
        : [2000 + Number(y), 2500 + Number(y) - BUDDHIST_OFFSET];
  const moments = years.flatMap((year) => exact(year, month, Number(d), `${H.padStart(2, '0')}:${M}:${S}`));
  const distance = (moment: Date) => Math.abs(moment.getTime() - near.getTime());
  return moments.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

function exact(year: number, month: number, day: number, clock: string): Date[] {
  const pad = (part: number) => String(part).padStart(2, '0');
  const date = `${year}-${pad(month)}-${pad(day)}`;
  const moment = new Date(`${date}T${clock}+07:00`);
  if (Number.isNaN(moment.getTime())) return [];
  // A date that does not exist would roll over into the next month.
  return new Date(moment.getTime() + 7 * 3_600_000).toISOString().startsWith(date) ? [moment] : [];
}

const escaped = (text: string): string => text.normalize('NFC').replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
