const DAY_MS = 86_400_000;

/** What clocks in Bangkok, and in Vientiane, are ahead of UTC all year, in milliseconds. */
export const BANGKOK_OFFSET_MS = 7 * 3_600_000;

/** The calendar day in Bangkok, YYYY-MM-DD, so many days before a moment. */
export function bangkokDay(time: Date | number, daysBefore = 0): string {
  const shifted = Number(time) + BANGKOK_OFFSET_MS - daysBefore * DAY_MS;
  return new Date(shifted).toISOString().slice(0, 10);
}
