import { LIMIT_UNITS, type LimitKind } from '@krapao/contract/api/protection/limits';
import { bahtText, grouped } from '@krapao/ui/money.ts';
import { t } from '../../i18n/i18n.ts';

const MINUTES_PER_HOUR = 60;

/** Minutes in words: `45 min`, `2 h`, `1 h 30 min`. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const rest = Math.round(minutes % MINUTES_PER_HOUR);
  if (hours === 0) return t('safe.minutes', { minutes: rest });
  return rest === 0 ? t('safe.hours', { hours }) : t('safe.hoursMinutes', { hours, minutes: rest });
}

/** What a limit counts, in words: baht, bets, or playing time. Null: no limit. */
export function mostText(kind: LimitKind, most: number | null): string {
  if (most === null) return t('safe.noLimit');
  const unit = LIMIT_UNITS[kind];
  if (unit === 'bets') return t('safe.bets', { count: grouped(String(most)) });
  return unit === 'minutes' ? minutesText(most) : bahtText(most);
}

/** A length that a member chooses for a break or an exclusion. Months null: without an end. */
export type Length = { days: number } | { months: number | null };

/** Its words: whole weeks and years where they fit. */
export function lengthText(length: Length): string {
  if ('days' in length) {
    const { days } = length;
    return days > 1 && days % 7 === 0
      ? t('safe.weeks', { count: days / 7 })
      : t('safe.days', { count: days });
  }
  const { months } = length;
  if (months === null) return t('safe.forEver');
  return months % 12 === 0 ? t('safe.years', { count: months / 12 }) : t('safe.months', { count: months });
}
