import { ApiError } from '@krapao/contract/client';
import { hasMessage, t } from '../i18n/i18n.ts';

/** What a failure means, in the operator's language; a code without words shows itself. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  if (error.status === 0) return t('error.offline');
  const id = `error.${error.code}`;
  return hasMessage(id) ? t(id) : t('error.code', { code: error.code ?? String(error.status) });
}
