import { expect, test, vi } from 'vitest';
import { oneSpelling } from './spelling.ts';

/** Spellings that one glyph is drawn for: Unicode 17, chapter 16.1 (Thai) and 16.2 (Lao). */
const ALIKE: readonly (readonly [string, ...string[]])[] = [
  // Sara am behind the tone, before it, and as nikhahit and sara aa with the tone at each place.
  ['น\u0e49\u0e33', 'น\u0e33\u0e49', 'น\u0e4d\u0e49\u0e32', 'น\u0e49\u0e4d\u0e32', 'น\u0e4d\u0e32\u0e49'],
  ['ນ\u0ec9\u0eb3', 'ນ\u0eb3\u0ec9', 'ນ\u0ecd\u0ec9\u0eb2', 'ນ\u0ec9\u0ecd\u0eb2', 'ນ\u0ecd\u0eb2\u0ec9'],
  ['ค\u0e33', 'ค\u0e4d\u0e32'],
  // Two sara e for sara ae.
  ['แก้ว', 'เเก้ว', '\u200bแก้ว'],
  ['ແກ້ວ', 'ເເກ້ວ'],
  // The tone before its vowel, and behind the vowel that follows the letter.
  ['ก\u0e34\u0e48ง', 'ก\u0e48\u0e34ง'],
  ['ป\u0e39\u0e48', 'ป\u0e48\u0e39'],
  ['ล\u0ebb\u0ec9ມ', 'ล\u0ec9\u0ebbມ'],
  ['ห\u0e49า', 'หา\u0e49'],
  ['สิทธ\u0e34\u0e4c', 'สิทธ\u0e4c\u0e34'],
  // A mark typed twice, lakkhangyao for sara aa, Lao ho no as one letter, full-width Latin.
  ['ก\u0e34\u0e48ง', 'ก\u0e34\u0e34\u0e48\u0e48ง'],
  ['มาลี', 'มๅลี'],
  ['ຫນອງ', 'ໜອງ'],
  ['SOMCHAI', 'ＳＯＭＣＨＡＩ'],
];

test.each(ALIKE)('%s is spelt in one way', (right, ...others) => {
  expect(oneSpelling(right)).toBe(right);
  for (const other of others) expect(oneSpelling(other)).toBe(right);
});

test.each(['กัิฺุ่์ํา', 'ນັິຸຼ່໌ໍາ'])(
  'one spelling is a spelling of itself, in whatever order signs of %s stand',
  (signs) => {
    for (const one of signs)
      for (const two of signs)
        for (const three of signs) {
          const spelt = oneSpelling(`${signs[0]}${one}${two}${three}`);
          expect(oneSpelling(spelt)).toBe(spelt);
        }
  },
);

test('a long run of marks is passed as often as a short one, and each of its marks is sorted once', () => {
  const passes = (marks: number) => {
    const replace = vi.spyOn(String.prototype, 'replace');
    const sort = vi.spyOn(Array.prototype, 'sort');
    const spelt = oneSpelling(`ก${'\u0e48'.repeat(marks)}${'\u0e34'.repeat(marks)}`);
    const calls = [replace.mock.calls.length, sort.mock.calls.length];
    replace.mockRestore();
    sort.mockRestore();
    expect(spelt).toBe('ก\u0e34\u0e48');
    return calls;
  };
  expect(passes(1_000)).toEqual(passes(2));
});
