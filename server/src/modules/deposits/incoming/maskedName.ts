import { behindAttachedTitles, splitTitles, titleAsInitial } from '@krapao/contract/nameTitles';
import { oneSpelling } from '@krapao/contract/spelling';

/** Whether a masked value from a bank matches our data. Indeterminate goes to a person. */
export type Comparison = 'match' | 'no_match' | 'indeterminate';

/** Characters for hidden letters, and for those that were cut off. A single X is a letter: ALEX, XAY. */
const MASK = /[*•●＊·_+]+|…|\.{2,}|X{2,}/g;
const HIDDEN = '*';
/** Thai and Lao vowels written before the consonant that is spoken first: an initial may omit them. */
const LEADING_VOWEL = /^[เแโใไເແໂໃໄ]/;
/** A surname, of several words only behind a particle. */
const SURNAME = /^(?:(?:NA|SAE|ณ|แซ่)\s+)?[^\s/]+$/;

/**
 * Compares a name shown by a bank or verifier with a registered one: titles, masks, initials with and without a star.
 * Names in two scripts, and masks without a visible letter, are `indeterminate`: they neither confirm nor contradict.
 */
export function compareName(shown: string, registered: string): Comparison {
  const known = readings(registered, withoutMarks);
  const pairs = readings(shown, masked).flatMap((one) => known.map((other) => compareWords(one, other)));
  if (pairs.includes('match')) return 'match';
  return pairs.includes('indeterminate') ? 'indeterminate' : 'no_match';
}

/**
 * Whether two names, as banks show them, cannot belong to one person: their letters before the first mask differ, in
 * the first or the last word. Names in two scripts, and names without a visible letter, contradict nothing.
 */
export function namesContradict(one: string, other: string): boolean {
  return readings(one, masked).every((first) =>
    readings(other, masked).every((second) => {
      const script = scriptOf(first.join(''));
      if (script === null || script !== scriptOf(second.join(''))) return false;
      if (differ(first[0], second[0])) return true;
      return first.length > 1 && second.length > 1 && differ(first.at(-1), second.at(-1));
    }),
  );
}

function differ(one = '', other = ''): boolean {
  const [start = ''] = one.split(HIDDEN);
  const [otherStart = ''] = other.split(HIDDEN);
  const isWhole = (word: string) => !word.includes(HIDDEN) && [...word].length > 1;
  if (isWhole(one) && isWhole(other)) return one !== other;
  const length = Math.min(start.length, otherStart.length);
  return start.slice(0, length) !== otherStart.slice(0, length);
}

/**
 * The words of a name behind its titles. A word that may be a title or a name counts as both: `นายิกา` is a name, and `K.` an
 * initial where a surname follows.
 */
function readings(name: string, clean: (word: string) => string): string[][] {
  const whole = oneSpelling(name)
    .toUpperCase()
    .trim()
    .replace(/\s+ร\.\s*น\.?$/, '');
  const { titles, rest } = splitTitles(whole);
  const initial = titleAsInitial(titles);
  const asInitial = initial !== '' && SURNAME.test(rest) ? [`${initial} ${rest.replace(/\s+/g, '')}`] : [];
  return [rest, ...behindAttachedTitles(rest), ...asInitial].map((text) =>
    text
      .split(/[\s/]+/)
      .map(clean)
      .filter((word) => word !== ''),
  );
}

/** A shown word with one star for each hidden part. */
const masked = (word: string): string => withoutMarks(word.replace(MASK, HIDDEN));

/** A word without what some banks leave out. */
const withoutMarks = (word: string): string => word.replace(/[.,'’-]/g, '');

function compareWords(shown: readonly string[], registered: readonly string[]): Comparison {
  const [first, ...rest] = shown;
  const [knownFirst, ...knownRest] = registered;
  const script = scriptOf(shown.join(''));
  if (first === undefined || knownFirst === undefined) return 'indeterminate';
  if (script === null || script !== scriptOf(registered.join(''))) return 'indeterminate';
  if (!couldBe(first, knownFirst)) return 'no_match';
  if (rest.length === 0 || knownRest.length === 0) return 'match';
  // A surname of several words may be shown complete, by its first or last word, or as one word.
  const isSurname =
    couldBe(rest.at(-1) ?? '', knownRest.at(-1) ?? '') ||
    (rest.length === 1 && couldBe(rest[0] ?? '', knownRest[0] ?? '')) ||
    couldBe(rest.join(''), knownRest.join(''));
  return isSurname ? 'match' : 'no_match';
}

/** Whether a shown word can stand for the known one: its letters in order, a single letter as an initial. */
function couldBe(shown: string, known: string): boolean {
  if (shown === known) return true;
  if (!shown.includes(HIDDEN)) return isInitial(shown, known);
  const parts = shown.split(HIDDEN);
  const [start = '', ...later] = parts;
  const end = later.pop() ?? '';
  if (later.every((part) => part === '') && end === '' && isInitial(start, known)) return true;
  if (start.length + end.length > known.length || !known.startsWith(start) || !known.endsWith(end))
    return false;
  let place = start.length;
  for (const part of later) {
    const found = known.indexOf(part, place);
    if (found < 0 || found + part.length > known.length - end.length) return false;
    place = found + part.length;
  }
  return true;
}

function isInitial(letter: string, known: string): boolean {
  return (
    [...letter].length === 1 &&
    (known.startsWith(letter) || known.replace(LEADING_VOWEL, '').startsWith(letter))
  );
}

function scriptOf(text: string): 'latin' | 'thai' | 'lao' | null {
  if (/[A-Z]/.test(text)) return 'latin';
  if (/[\u0e00-\u0e7f]/.test(text)) return 'thai';
  return /[\u0e80-\u0eff]/.test(text) ? 'lao' : null;
}
