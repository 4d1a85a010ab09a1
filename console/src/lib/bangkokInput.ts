import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';

/** A moment as a date and time field shows it, on the site's clock. */
export function fieldTime(now: number): string {
  return new Date(now + BANGKOK_OFFSET_MS).toISOString().slice(0, 16);
}

/** The moment of a date and time field on the site's clock, in ISO 8601; undefined while it is none. */
export function momentOf(text: string): string | undefined {
  const [, minute = '', second = ':00'] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/.exec(text) ?? [];
  const moment = new Date(`${minute}${second}+07:00`);
  return minute !== '' && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined;
}
