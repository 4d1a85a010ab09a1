import { plainDigits } from '@krapao/contract/digits';
import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import type { TextFormat } from '@krapao/ui/formattedText.ts';

/** REG-12: the name of a bank account in upper case while typing. */
export const upperCaseFormat: TextFormat = {
  read: (typed) => typed.toUpperCase(),
  show: (kept) => kept,
  longest: Number.POSITIVE_INFINITY,
};

/** The digits of a bank account number, shown as 3-3-rest when there are ten. */
export const accountNumberFormat: TextFormat = {
  read: (typed) => plainDigits(typed).replace(/\D/g, ''),
  show: accountNumberText,
  longest: 20,
};
