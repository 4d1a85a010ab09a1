import { PERIOD_DAYS_MAX } from '@krapao/contract/api/operator/reportPeriod';
import { AppError } from '../../appError.ts';

const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;

/** From `start`, inclusive, to `end`, exclusive. */
export interface Span {
  start: Date;
  end: Date;
}

/** Calendar days in Bangkok, `from` and `to` included: the requested texts and the span in time. */
export interface Period extends Span {
  from: string;
  to: string;
  days: number;
}

/** All days that there are. */
export const EVER: Period = {
  from: '2020-01-01',
  to: '9999-12-31',
  days: Number.POSITIVE_INFINITY,
  start: new Date('2020-01-01T00:00:00+07:00'),
  end: new Date('9999-12-31T00:00:00+07:00'),
};

/** Reads a period. @throws AppError INVALID_REQUEST for no calendar day, a wrong order or more than 366 days */
export function readPeriod({ from, to }: { from: string; to: string }): Period {
  const start = startOfDay(from);
  const end = new Date(startOfDay(to).getTime() + DAY_MS);
  const days = Math.round((end.getTime() - start.getTime()) / DAY_MS);
  if (days < 1 || days > PERIOD_DAYS_MAX)
    throw new AppError('INVALID_REQUEST', `a period of 1 to ${PERIOD_DAYS_MAX} days`);
  return { from, to, days, start, end };
}

/** The previous period of the same length; while this one is running, up to the same point in it. */
export function periodBefore(period: Period, now: Date): { before: Period; isUntilNow: boolean } {
  const shift = period.days * DAY_MS;
  const isUntilNow = period.start <= now && now < period.end;
  const start = new Date(period.start.getTime() - shift);
  const end = new Date((isUntilNow ? now : period.end).getTime() - shift);
  const lastDay = new Date(period.end.getTime() - shift - DAY_MS);
  return {
    before: { from: dayOf(start), to: dayOf(lastDay), days: period.days, start, end },
    isUntilNow,
  };
}

/** The names of all buckets of the period: days, or the hours of a single day. */
export function bucketsOf({ start, days }: Period): string[] {
  if (days === 1) return Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  return Array.from({ length: days }, (_, day) => dayOf(new Date(start.getTime() + day * DAY_MS)));
}

/** The calendar day in Bangkok, YYYY-MM-DD. */
function dayOf(moment: Date): string {
  return new Date(moment.getTime() + BANGKOK_MS).toISOString().slice(0, 10);
}

/** The midnight in Bangkok at which the day of a time began. */
export function startOfDayOf(moment: Date): Date {
  return startOfDay(dayOf(moment));
}

function startOfDay(day: string): Date {
  const midnight = new Date(`${day}T00:00:00+07:00`);
  if (Number.isNaN(midnight.getTime()) || dayOf(midnight) !== day)
    throw new AppError('INVALID_REQUEST', `${day} is no day`);
  return midnight;
}
