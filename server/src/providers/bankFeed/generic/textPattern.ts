import type { Satang } from '@krapao/contract/money';
import { beginningOf } from '../../template/wireValue.ts';

/** What a text says, in its own words. */
export type TextPlaces = Partial<Record<PlaceName, string>>;
export type PlaceName = keyof typeof PLACES;

const AMOUNT = '[0-9]{1,3}(?:,[0-9]{3}){0,4}[.][0-9]{2}|[0-9]{1,12}[.][0-9]{2}';
const MASKED = '[0-9xX*•][-0-9xX*•]{2,23}';

/** Each place has bounded length. A lazy one takes as little as fits. */
const PLACES = {
  amount: `[+]?(?:${AMOUNT})`,
  balance: AMOUNT,
  account: MASKED,
  from: MASKED,
  bank: '[A-Z]{2,9}|[ก-๙]{2,20}',
  // Words of money that went back are no name, nor is a sentence with a comma.
  name: '(?!.*(?:ยกเลิก|คืนเงิน|ไม่สำเร็จ|ຍົກເລີກ|ຄືນເງິນ|[Cc]ancel|[Rr]ever[st]|[Rr]efund|[Ff]ailed|REVERS|CANCEL|REFUND))[^0-9\\n,]{1,60}',
  way: '[A-Za-z]{1,10}',
  ref: '[0-9A-Za-z]{2,25}',
  d: '[0-9]{1,2}',
  m: '[0-9]{1,2}',
  mon: '[ก-๙]{1,3}[.][ก-ฮ][.]|[A-Z][a-z]{2}',
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

const LAZY: ReadonlySet<string> = new Set<PlaceName>(['name']);
/** No place is longer. */
const PLACE_MAX = 60;

/**
 * Steps for one text, however many forms it is compared with: an end that is tried, or a letter by which a place is made
 * longer. Ten times what a bank's text takes with fifty forms, and some milliseconds of the processor.
 */
export const STEPS_MAX = 100_000;

/** What is left for a text. Forms are compared with it as long as there is something. */
export interface Effort {
  left: number;
}

/** The effort for one text, shared by all forms. */
export const newEffort = (): Effort => ({ left: STEPS_MAX });

/** The form of a text, compiled. */
export interface TextPattern {
  /** What the text says; null if it has another form, or if the effort ends before that is known. */
  read(text: string, effort: Effort): TextPlaces | null;
  /** The beginning of the text that has the form, and how many parts of the form that is. */
  begins(text: string, effort: Effort): { read: string; parts: number };
}

/** Where a part of a form may end that begins at a position, the preferred end first. */
type Part = {
  name: PlaceName | null;
  ends: (text: string, begin: number, effort: Effort) => readonly number[];
};

/** @throws Error for an unknown place, and for one that is written twice */
export function textPattern(text: string, currency: 'THB' | 'LAK'): TextPattern {
  const parts = partsOf(text).map((part) => partOf(part, currency));
  const names = parts.flatMap(({ name }) => name ?? []);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`{${twice}} is written twice`);
  return {
    read: (told, effort) => follow(parts, told, effort).places,
    begins: (told, effort) => follow(parts, told, effort).furthest,
  };
}

function partOf(part: string, currency: 'THB' | 'LAK'): Part {
  if (/^\s/.test(part))
    return { name: null, ends: (text, begin) => (text[begin] === ' ' ? [begin + 1, begin] : [begin]) };
  const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
  if (name !== undefined) return placeOf(name, currency);
  const literal = part.normalize('NFC');
  return {
    name: null,
    ends: (text, begin) => (text.startsWith(literal, begin) ? [begin + literal.length] : []),
  };
}

function placeOf(name: string, currency: 'THB' | 'LAK'): Part {
  if (!Object.hasOwn(PLACES, name)) throw new Error(`unknown place {${name}}`);
  const place = PLACES[name as PlaceName];
  // Kip are written without hundredths.
  const shown = currency === 'LAK' ? place.replaceAll('[.][0-9]{2}', '(?:[.][0-9]{2})?') : place;
  const pattern = new RegExp(`^(?:${shown})$`, 'u');
  const isLazy = LAZY.has(name);
  return {
    name: name as PlaceName,
    ends: (text, begin, effort) => {
      const last = Math.min(text.length, begin + PLACE_MAX, begin + effort.left);
      const ends: number[] = [];
      for (let end = begin + 1; end <= last; end += 1)
        if (pattern.test(text.slice(begin, end))) ends.push(end);
      effort.left -= last - begin;
      return isLazy ? ends : ends.reverse();
    },
  };
}

/**
 * Follows the parts through a text. No part is tried twice at one position, so the steps are at most parts × letters × the
 * longest place, whatever a text makes of a form without words between its places; and they are what the effort has.
 */
function follow(parts: readonly Part[], text: string, effort: Effort) {
  const failed = parts.map(() => new Set<number>());
  const taken: number[] = [];
  let furthest = { read: '', parts: 0 };
  const fits = (index: number, begin: number): boolean => {
    // The first way to a part is the preferred one.
    if (index > furthest.parts) furthest = { read: text.slice(0, begin), parts: index };
    const part = parts[index];
    if (part === undefined) {
      taken[index] = begin;
      return begin === text.length;
    }
    if (failed[index]?.has(begin)) return false;
    for (const end of part.ends(text, begin, effort)) {
      if (effort.left <= 0) return false;
      effort.left -= 1;
      if (!fits(index + 1, end)) continue;
      taken[index] = begin;
      return true;
    }
    failed[index]?.add(begin);
    return false;
  };
  if (!fits(0, 0)) return { places: null, furthest };
  const places: TextPlaces = {};
  parts.forEach(({ name }, index) => {
    if (name !== null) places[name] = text.slice(taken[index], taken[index + 1]);
  });
  return { places, furthest };
}

/** A text as it is read: one space between words, without invisible letters, at most 600 letters. */
export const plainText = (text: string): string =>
  beginningOf(text, TEXT_MAX)
    .normalize('NFC')
    .replace(/[\u200b-\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

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
const ENGLISH_MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const BUDDHIST_OFFSET = 543;

/**
 * The time that a text tells, in Bangkok's zone; undefined if it tells none, null if it is impossible. A year that is
 * missing, or has two digits of an unknown calendar, is the one nearest to `near`.
 */
export function momentOf(places: TextPlaces, near: Date): Date | null | undefined {
  const { d, m, mon, y, H, M, S = '00' } = places;
  if (d === undefined || H === undefined || M === undefined) return undefined;
  const month =
    mon === undefined ? Number(m) : Math.max(THAI_MONTHS.indexOf(mon), ENGLISH_MONTHS.indexOf(mon)) + 1;
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
