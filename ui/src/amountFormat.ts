import { plainDigits } from '@krapao/contract/digits';
import type { ReadText, RefusedText, TextFormat } from './formattedText.ts';
import { grouped } from './money.ts';

const GROUPS_OF_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+$/;
const GROUPS_OF_POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const MINUS = /^\s*[-\u2212]/;

/**
 * The format of an amount field. Kept are digits with at most one decimal mark, a point or the comma that was typed, and two
 * decimals: Lao writes a comma, and a telephone of that region has no point on its decimal keypad. One or two digits
 * behind one last comma are decimals, three are a group.
 * @param wholeDigits how many digits there may be before the decimal mark
 */
const amountFormatUpTo = (wholeDigits: number): TextFormat => ({
  read: (text, isTyped = false) => {
    const { kept } = readAmountText({ text, isTyped });
    return kept !== null && kept.split(/[.,]/, 1).join().length > wholeDigits ? null : kept;
  },
  show: (kept) => {
    const [whole = '', decimals] = kept.split(/[.,]/);
    return decimals === undefined ? grouped(whole) : grouped(whole) + kept.charAt(whole.length) + decimals;
  },
  longest: wholeDigits + '.00'.length,
});

/** Amounts of members. */
export const amountFormat = amountFormatUpTo(9);

/** Amounts of a whole bank account in kip. */
export const largeAmountFormat = amountFormatUpTo(12);

/** Amounts of either sign, of a whole bank account in kip. */
export const signedAmountFormat: TextFormat = {
  read: (text, isTyped) => {
    const kept = largeAmountFormat.read(text.replace(MINUS, ''), isTyped);
    return kept === null ? null : (MINUS.test(text) ? '-' : '') + kept;
  },
  show: (kept) =>
    kept.startsWith('-') ? `-${largeAmountFormat.show(kept.slice(1))}` : largeAmountFormat.show(kept),
  longest: largeAmountFormat.longest + 1,
};

/** The number of a kept amount; null where it has no digit. */
export const amountIn = (kept: string | null): number | null =>
  kept !== null && /\d/.test(kept) ? Number(withPoint(kept)) : null;

/**
 * What a person is told of a text that the field refused: it may be two amounts (`1000,500`, `1.234`), or is none. Null for a
 * key that no amount has, such as a letter: the field does not change, and shows that.
 */
export function amountProblem({
  text,
  isTyped,
  isTwofold = false,
}: RefusedText): 'money.twoAmounts' | 'money.noAmount' | null {
  const { isAmbiguous } = readAmountText({ text: text.replace(MINUS, ''), isTyped });
  if (isTwofold || isAmbiguous) return 'money.twoAmounts';
  return isTyped ? null : 'money.noAmount';
}

/** A kept amount with a point, whatever mark was typed. */
export const withPoint = (kept: string): string => kept.replace(',', '.');

function readAmountText({ text, isTyped }: ReadText): { kept: string | null; isAmbiguous: boolean } {
  const plain = plainDigits(text)
    .replace(/[\s฿₭\p{Cf}]|บาท|ບາດ|กีบ|ກີບ|baht|thb|kip|lak/giu, '')
    // The Thai notation for prices: 500.-
    .replace(/\.?\p{Pd}$/u, '');
  if (!/^[\d.,]*$/.test(plain)) return { kept: null, isAmbiguous: false };
  const [whole, mark, decimals] = partsOf(plain, isTyped) ?? [];
  if (whole === undefined) return { kept: null, isAmbiguous: true };
  const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  return { kept: `${digits}${mark}${decimals}`, isAmbiguous: false };
}

/** The whole part, the decimal mark and the decimals; null if the text may be read in two ways. */
function partsOf(text: string, isTyped: boolean): [string, '' | '.' | ',', string] | null {
  const [, front = '', mark = '', last = ''] = /^(.*)([.,])(\d*)$/.exec(text) ?? [];
  if (mark === '') return [text, '', ''];
  const groups = mark === '.' ? GROUPS_OF_COMMAS : GROUPS_OF_POINTS;
  const isWhole = /^\d*$/.test(front) || (!isTyped && (groups.test(front) || GROUPS_OF_COMMAS.test(front)));
  if (last.length <= 2 && isWhole) return [front, mark as '.' | ',', last];
  return GROUPS_OF_COMMAS.test(text) ? [text, '', ''] : null;
}
