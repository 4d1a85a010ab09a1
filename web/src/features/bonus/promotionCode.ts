import { plainDigits } from '@krapao/contract/digits';
import type { TextFormat } from '@krapao/ui/formattedText.ts';

/** The maximum length of a code. */
export const LONGEST_CODE = 40;

const CODE = /^[A-Z0-9_-]+$/;

/** BON-02: the input in upper case and plain digits, without surrounding blanks. */
export const codeFormat: TextFormat = {
  read: (typed) => plainDigits(typed).trim().toUpperCase(),
  show: (kept) => kept,
  longest: LONGEST_CODE,
};

/** False when the input cannot be a promotion code. */
export function canBeCode(code: string): boolean {
  return code.length <= LONGEST_CODE && CODE.test(code);
}
