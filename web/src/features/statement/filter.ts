import type { StatementFilter } from '@krapao/contract/api/statement';
import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';

/** What the member chose; an empty text is no choice. */
export interface Chosen {
  kind: '' | 'deposit' | 'withdraw' | 'transfer' | 'play' | 'bonus';
  status: '' | 'SUCCESS' | 'PENDING' | 'FAILED';
  period: '' | 'week' | 'month' | 'lastMonth';
  search: string;
}

export const ALL: Chosen = { kind: '', status: '', period: '', search: '' };

export const isNarrow = ({ kind, status, period, search }: Chosen): boolean =>
  kind !== '' || status !== '' || period !== '' || search.trim() !== '';

/** The choice as the server filters; days are those of Bangkok. A bonus shows with its end. */
export function filterOf({ kind, status, period, search }: Chosen, now: number): StatementFilter {
  return {
    ...(kind !== '' && { kinds: kind === 'bonus' ? ['bonus', 'finish_bonus'] : [kind] }),
    ...(status !== '' && { status }),
    ...(search.trim() !== '' && { search: search.trim() }),
    ...periodOf(period, now),
  };
}

function periodOf(period: Chosen['period'], now: number): Pick<StatementFilter, 'from' | 'to'> {
  const today = new Date(now + BANGKOK_OFFSET_MS);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const day = (of: Date | number) => new Date(of).toISOString().slice(0, 10);
  switch (period) {
    case 'week':
      return { from: day(today.getTime() - 6 * 86_400_000), to: day(today) };
    case 'month':
      return { from: day(Date.UTC(year, month, 1)), to: day(today) };
    case 'lastMonth':
      return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) };
    default:
      return {};
  }
}
