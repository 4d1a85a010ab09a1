import type { TextFormat } from '../../lib/formattedText.ts';

/** How many characters a code has at most. */
export const LONGEST_CODE = 40;

const CODE = /^[A-Z0-9_-]+$/;

/** BON-02: what is typed is upper-cased at once, without blanks around it. */
export const codeFormat: TextFormat = {
  read: (typed) => typed.trim().toUpperCase(),
  show: (kept) => kept,
  longest: LONGEST_CODE,
};

/** False for what cannot be the code of any promotion. */
export function canBeCode(code: string): boolean {
  return code.length <= LONGEST_CODE && CODE.test(code);
}
