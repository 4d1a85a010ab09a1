import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.ts';
import { slipLookupQuery } from './queries.ts';

/** The maximum age of a transfer whose slip is uploaded, in words, as the operator has set it (DEP-12). */
export function useSlipAge(): string {
  const t = useT();
  const { data } = useQuery(slipLookupQuery);
  const minutes = data?.uploadWithinMinutes ?? 60;
  return minutes % 60 === 0
    ? t('deposit.hours', { count: minutes / 60 })
    : t('deposit.minutes', { count: minutes });
}
