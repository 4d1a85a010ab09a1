import type { Language } from '@krapao/contract/limits';

interface BankNames {
  nameTH: string;
  nameEN: string;
  nameLA?: string;
}

/** The name of a bank in a language; English where a list has no Lao name. */
export function bankName(bank: BankNames, language: Language): string {
  if (language === 'th') return bank.nameTH;
  return (language === 'la' && bank.nameLA) || bank.nameEN;
}
