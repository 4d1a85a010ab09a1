import { plainDigits } from '@krapao/contract/digits';
import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import type { TextFormat } from './formattedText.ts';

/** REG-12: names of bank accounts are upper case, as they are typed. */
export const upperCaseFormat: TextFormat = {
  read: (typed) => typed.toUpperCase(),
  show: (kept) => kept,
  longest: Number.POSITIVE_INFINITY,
};

/** The digits of a bank account number, shown as 3-3-rest where there are ten. */
export const accountNumberFormat: TextFormat = {
  read: (typed) => plainDigits(typed).replace(/\D/g, ''),
  show: accountNumberText,
  longest: 20,
};
