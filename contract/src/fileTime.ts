import { BANGKOK_OFFSET_MS } from './bangkokTime.ts';

/** The zone of all times in files for people, in every language: Bangkok’s and Vientiane’s. */
export const FILE_ZONE = 'UTC+7';

/** The heading of a column of times in a file for people: it says their zone. */
export const timeHead = (name: string): string => `${name} (${FILE_ZONE})`;

/**
 * A moment as clocks in Bangkok and Vientiane show it, `2026-11-28 09:15:00`: spreadsheets read it as a time, and the day
 * is the one on which it happened. Empty for no moment.
 */
export function fileTime(time: Date | string | null | undefined): string {
  if (time === null || time === undefined) return '';
  return new Date(new Date(time).getTime() + BANGKOK_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}
