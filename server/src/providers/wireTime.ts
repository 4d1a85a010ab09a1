const MOMENT = /^(\d{4})(-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/;

const BUDDHIST_OFFSET = 543;

/** Nobody tells of a payment before or after these years: a clock that never ran, or a number of something else. */
const FROM = Date.parse('2000-01-01T00:00:00Z');
const UNTIL = Date.parse('2100-01-01T00:00:00Z');

/** The time itself; null if it is none, or not of this century. */
export const ofThisCentury = (moment: Date): Date | null =>
  moment.getTime() >= FROM && moment.getTime() < UNTIL ? moment : null;

/** Whether a time in counterparts' format says in which zone it is; a number always counts from 1970 in UTC. */
export const saysZone = (value: unknown): boolean =>
  typeof value !== 'string' || MOMENT.exec(value.trim())?.[4] !== undefined || /^[0-9]{10,13}$/.test(value);

/**
 * A time in counterparts' format, with years of either calendar (2569 is 2026). Without a zone it is in Bangkok time, wherever
 * this machine is.
 * @returns null if it is not a time of this century; a date alone is not
 */
export function momentFromText(text: string): Date | null {
  const [, written, day, time, zone = '+07:00'] = MOMENT.exec(text.trim()) ?? [];
  if (written === undefined || day === undefined || time === undefined) return null;
  const year = Number(written) >= 2400 ? Number(written) - BUDDHIST_OFFSET : written;
  return ofThisCentury(new Date(`${year}${day}T${time}${zone}`));
}
