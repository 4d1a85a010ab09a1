import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';

const DASH = '-';

/** DD/MM/YYYY HH:mm:ss in the Gregorian calendar, in Bangkok; of an ISO time or milliseconds. A dash if it is no time. */
export function dateTimeText(time: string | number): string {
  const [date, clock] = inBangkok(time);
  return date === undefined ? DASH : `${date} ${clock}`;
}

/** DD/MM/YYYY in Bangkok. */
export function dateText(time: string | number): string {
  return inBangkok(time)[0] ?? DASH;
}

/** HH:mm in Bangkok. */
export function clockText(time: string | number): string {
  return inBangkok(time)[1]?.slice(0, 5) ?? DASH;
}

/** DD/MM/YYYY of a calendar day, YYYY-MM-DD. */
export function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}

function inBangkok(time: string | number): [date?: string, clock?: string] {
  const shifted = new Date(new Date(time).getTime() + BANGKOK_OFFSET_MS);
  if (Number.isNaN(shifted.getTime())) return [];
  const [day = '', clock = ''] = shifted.toISOString().split('T');
  return [dayText(day), clock.slice(0, 8)];
}

/** How long something takes, as a clock: `00:48`, `3:05:10`. */
export function durationText(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** What is left of a time in milliseconds, as a clock: rounded up to the second, never below 00:00. */
export function countdownText(milliseconds: number): string {
  return durationText(Math.max(0, Math.ceil(milliseconds / 1000)));
}
