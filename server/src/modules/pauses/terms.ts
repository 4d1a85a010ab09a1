import type { Pack } from '@krapao/contract/protection/pack';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';

/** How long: days, months, or `months: null` for ever. */
export type PauseTerm = { days: number } | { months: number | null };

/** The terms of the pack that a member or an operator may choose (protection.md 10 to 12). */
export function offersTerm(pack: Pack, kind: 'break' | 'exclusion', term: PauseTerm): boolean {
  if (kind === 'break') {
    if ('days' in term) return pack.breaks.days.includes(term.days);
    return term.months !== null && pack.breaks.months.includes(term.months);
  }
  if ('days' in term) return false;
  return term.months === null ? pack.exclusion.isForEver : pack.exclusion.months.includes(term.months);
}

/** The end of a term that begins now, by the database's clock; null: none. @throws AppError PAUSE_UNKNOWN */
export function endOfTerm(pack: Pack, kind: 'break' | 'exclusion', term: PauseTerm): RawBuilder<Date> | null {
  if (!offersTerm(pack, kind, term)) throw new AppError('PAUSE_UNKNOWN');
  if ('days' in term) return sql<Date>`site.now() + make_interval(days => ${term.days}::int)`;
  return term.months === null ? null : sql<Date>`site.now() + make_interval(months => ${term.months}::int)`;
}

/** The terms that may be chosen, as the API gives them. */
export function choicesOf({ breaks, exclusion }: Pack) {
  return {
    breakDays: breaks.days,
    breakMonths: breaks.months,
    exclusionMonths: exclusion.months,
    isForEver: exclusion.isForEver,
  };
}
