import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';

const DASH = '-';

/**
 * DD/MM/YYYY HH:mm:ss of an ISO time or milliseconds, in the Gregorian calendar and Bangkok time. A dash for an invalid
 * time.
 */
export function dateTimeText(time: string | number): string {
  const [date, clock] = inBangkok(time);
  return date === undefined ? DASH : `${date} ${clock}`;
}

/** DD/MM/YYYY in Bangkok time. */
export function dateText(time: string | number): string {
  return inBangkok(time)[0] ?? DASH;
}

/** HH:mm in Bangkok time. */
export function clockText(time: string | number): string {
  return inBangkok(time)[1]?.slice(0, 5) ?? DASH;
}

/** DD/MM/YYYY of a calendar date, YYYY-MM-DD. */
export function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}

function inBangkok(time: string | number): [date?: string, clock?: string] {
  const shifted = new Date(new Date(time).getTime() + BANGKOK_OFFSET_MS);
  if (Number.isNaN(shifted.getTime())) return [];
  const [day = '', clock = ''] = shifted.toISOString().split('T');
  return [dayText(day), clock.slice(0, 8)];
}
