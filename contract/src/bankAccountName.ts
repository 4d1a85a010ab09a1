import { ENGLISH_NAME_BANKS } from './limits.ts';

const ENGLISH_NAME = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** REG-12: KTB, TMB and BBL accept account names of English letters and spaces only. */
export function requiresEnglishName(bankCode: string): boolean {
  return ENGLISH_NAME_BANKS.includes(bankCode);
}

/** True when the name has only English letters with single spaces between words. */
export function isEnglishName(name: string): boolean {
  return ENGLISH_NAME.test(normalizeAccountName(name));
}

/** Trims, folds runs of spaces and forces upper case, as the forms do. */
export function normalizeAccountName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase();
}
