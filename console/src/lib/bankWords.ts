import { hasMessage, t } from '../i18n/i18n.ts';

/** What a bank said of a payout, as a text: our own words for what is known, the bank's for the rest. */
export function bankWordsText(words: string): string {
  return words
    .split(' → ')
    .map((word) => {
      const id = [`approvals.bankSays.${word}`, `connections.trouble.${word}`].find(hasMessage);
      return id === undefined ? word : t(id);
    })
    .join(' → ');
}
