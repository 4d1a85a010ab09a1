import { hasMessage, t } from './i18n.ts';

/** The text for a code from the server; a newer code without a text shows the code. */
export function wordsOr(id: string, code: string): string {
  return hasMessage(id) ? t(id) : code;
}
