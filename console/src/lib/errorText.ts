import { ApiError } from '@krapao/contract/client';
import { t, wordsOr } from '../i18n/i18n.ts';

/** The text of an error in the operator's language; a code without a text shows the code. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  if (error.status === 0) return t('error.offline');
  const id = `error.${error.code}`;
  const text = wordsOr(id, t('error.code', { code: error.code ?? String(error.status) }));
  // Only the driver knows what is wrong with its settings; the server says it in English.
  return error.code === 'CONNECTION_INVALID' ? `${text} (${error.message})` : text;
}
