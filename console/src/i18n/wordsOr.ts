import { hasMessage, t } from './i18n.ts';

/** The words for a code of the server; one that is newer than the words shows itself. */
export function wordsOr(id: string, code: string): string {
  return hasMessage(id) ? t(id) : code;
}
