import { AppError } from '../appError.ts';

const DAY_MS = 86_400_000;

/**
 * The time that a filter's bound means. A day of Bangkok begins at its midnight and, as the end of a period, ends at the
 * next. @throws AppError INVALID_REQUEST
 */
export function momentOf(text: string, end: 'from' | 'to'): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const moment = new Date(isDay ? `${text}T00:00:00+07:00` : text);
  if (Number.isNaN(moment.getTime())) throw new AppError('INVALID_REQUEST', `${text} is no time`);
  return isDay && end === 'to' ? new Date(moment.getTime() + DAY_MS) : moment;
}
