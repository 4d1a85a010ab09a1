/** Marks that stand over or under a letter, in the order in which one spelling has them. */
const SUBSCRIPTS = '\u0e3a\u0eba\u0ebc';
const VOWELS = '\u0e31\u0e34-\u0e39\u0e47\u0e4e\u0eb1\u0eb4-\u0eb9\u0ebb\u0ece';
const TONES = '\u0e48-\u0e4b\u0ec8-\u0ecb';
const SILENT = '\u0e4c\u0ecc';
const NIKHAHIT = '\u0e4d\u0ecd';

const MISPLACED = new RegExp(
  `([${VOWELS}])([${SUBSCRIPTS}])|([${TONES}])([${SUBSCRIPTS}${VOWELS}])|` +
    `([\u0e30\u0e32\u0eb0\u0eb2])([${TONES}])|` +
    `([${SILENT}])([${SUBSCRIPTS}${VOWELS}${TONES}])|([${NIKHAHIT}])([${SUBSCRIPTS}${VOWELS}${TONES}${SILENT}])`,
  'g',
);
const TWICE = new RegExp(`([${SUBSCRIPTS}${VOWELS}${TONES}${SILENT}${NIKHAHIT}])\\1+`, 'g');
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/**
 * One spelling of Thai and Lao texts that look alike: NFKC, without invisible letters; below a letter its vowel before its
 * tone mark, sara am as one letter behind the tone (`น้ำ`, never nikhahit and sara aa), `แ` instead of two `เ`, and no mark
 * twice. No normal form of Unicode joins these, because most of the marks have no combining class. The database says the
 * same as `one_spelling`. Case stays. For comparing: NFKC also takes apart what people chose, such as `ໜ`.
 */
export function oneSpelling(text: string): string {
  let spelt = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replaceAll('ๅ', 'า')
    .replaceAll('เเ', 'แ')
    .replaceAll('ເເ', 'ແ');
  for (let before = ''; before !== spelt; ) {
    before = spelt;
    spelt = spelt.replace(MISPLACED, '$2$1$4$3$6$5$8$7$10$9');
  }
  return spelt.replace(TWICE, '$1').replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3');
}
