const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;

/**
 * The days in Bangkok, `yyyy-MM-dd`, on which an order can have been paid: its own and the next, because the bank may
 * book a payment of the minutes before midnight on either; and today, because its QR does not end.
 */
export function daysOf(createdAt: Date, now: Date): string[] {
  const day = (at: number) => new Date(at + BANGKOK_MS).toISOString().slice(0, 10);
  const today = day(now.getTime());
  const days = [day(createdAt.getTime()), day(createdAt.getTime() + DAY_MS), today];
  return [...new Set(days)].filter((one) => one <= today);
}
