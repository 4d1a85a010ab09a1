import type { MessageId } from '../../i18n/messages.ts';

/** Days in Bangkok, YYYY-MM-DD, the last one included. */
export interface Period {
  from: string;
  to: string;
}

export const CHOICES = ['today', 'yesterday', 'week', 'month30', 'month', 'free'] as const;
export type Choice = (typeof CHOICES)[number];

export const choiceText = (choice: Choice): MessageId => `reports.period.${choice}`;

const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;

/** The day in Bangkok, so many days before a moment. */
export function dayBefore(now: number, days: number): string {
  return new Date(now + BANGKOK_MS - days * DAY_MS).toISOString().slice(0, 10);
}

/** The days that a choice means now; a free choice begins with the last seven. */
export function periodOf(choice: Choice, now: number): Period {
  const today = dayBefore(now, 0);
  switch (choice) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayBefore(now, 1), to: dayBefore(now, 1) };
    case 'month30':
      return { from: dayBefore(now, 29), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'week':
    case 'free':
      return { from: dayBefore(now, 6), to: today };
  }
}

/** DD/MM/YYYY, as everywhere in the console. */
export function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}

/** DD/MM/YYYY – DD/MM/YYYY, or one day. */
export function periodText({ from, to }: Period): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
}
