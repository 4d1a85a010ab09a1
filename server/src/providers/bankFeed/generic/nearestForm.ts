import type { NearestForm } from '../../bankReport.ts';
import type { BankTexts } from './bankTexts.ts';
import { partsOf, plainText, textPattern } from './textPattern.ts';

/** Of the forms of those who speak for `from`, the one that the text follows furthest; null if it follows none. */
export function nearestForm(
  known: readonly BankTexts[],
  { text, from }: { text: string; from: string },
): NearestForm | null {
  const sender = from.trim().toLowerCase();
  const plain = plainText(text);
  return known
    .filter((bank) => bank.from.some((one) => one.toLowerCase() === sender))
    .flatMap(({ bank, currency, texts }) => texts.map((one) => followed(plain, one.text, bank, currency)))
    .filter((one) => one !== null)
    .reduce<NearestForm | null>((best, one) => (best && isFurther(best, one) ? best : one), null);
}

const isFurther = (one: NearestForm, other: NearestForm) =>
  one.read.length > other.read.length ||
  (one.read.length === other.read.length && one.expected.length <= other.expected.length);

function followed(
  text: string,
  form: string,
  bank: string,
  currency: BankTexts['currency'],
): NearestForm | null {
  const parts = partsOf(form);
  for (let count = parts.length; count > 0; count -= 1) {
    const found = textPattern(parts.slice(0, count).join(''), currency, false).read(text);
    if (found === null) continue;
    const { read } = found;
    return { bank, form, read, unread: text.slice(read.length), expected: parts.slice(count).join('') };
  }
  return null;
}
