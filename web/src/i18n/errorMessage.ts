import { ApiError } from '@krapao/contract/client';
import { amountText } from '@krapao/ui/money.ts';
import { hasMessage, t } from './i18n.ts';

/**
 * API-03: the translation of the error's code, with its detail where there is one; for an unknown code the server's own
 * message.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  if (error.reason === 'offline' || error.reason === 'timeout' || error.reason === 'untold')
    return t(`error.${error.reason}`);
  // A balancer or proxy whose servers are away answers without a code, in words of its own.
  if (error.code === undefined && error.status >= 502) return t('error.SERVICE_UNAVAILABLE');
  const id = `error.${error.code}`;
  if (!hasMessage(id)) return error.message || t('error.unknown');
  const message = t(id);
  if (error.detail === undefined) return message;
  const { reason, amounts } = error.detail;
  const values = Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, amountText(amount)]),
  );
  if (reason === 'LIMIT') return t('error.withLimit', { message, ...values });
  const detailed = `reason.${reason}`;
  return hasMessage(detailed) ? t(detailed, values) : message;
}
