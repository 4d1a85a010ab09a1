import type { NearestForm } from '../../bankReport.ts';
import type { KnownTexts } from './readNotice.ts';
import { type Effort, newEffort, partsOf, plainText } from './textPattern.ts';

/** Of the forms of those who speak for `from`, the one that the text follows furthest; null if it follows none. */
export function nearestForm(
  known: KnownTexts,
  { text, from }: { text: string; from: string },
  effort: Effort = newEffort(),
): NearestForm | null {
  const plain = plainText(text);
  let best: NearestForm | null = null;
  for (const { bank, form, pattern } of known.get(from.trim().toLowerCase()) ?? []) {
    if (effort.left <= 0) break;
    const { read, parts } = pattern.begins(plain, effort);
    if (parts === 0) continue;
    const expected = partsOf(form).slice(parts).join('');
    const one = { bank, form, read, unread: plain.slice(read.length), expected };
    if (best === null || isFurther(one, best)) best = one;
  }
  return best;
}

const isFurther = (one: NearestForm, other: NearestForm) =>
  one.read.length > other.read.length ||
  (one.read.length === other.read.length && one.expected.length < other.expected.length);
