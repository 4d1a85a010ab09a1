import { ApiError } from '@krapao/contract/client';
import { hasMessage, t } from '../i18n/i18n.ts';
import { amountText } from './format.ts';

/** API-03: the translation of the error's code, otherwise the server's own message. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  if (error.reason === 'offline' || error.reason === 'timeout') return t(`error.${error.reason}`);
  const id = `error.${error.code}`;
  if (!hasMessage(id)) return error.message;
  const message = t(id);
  return error.limit === undefined
    ? message
    : t('error.withLimit', { message, limit: amountText(error.limit) });
}
