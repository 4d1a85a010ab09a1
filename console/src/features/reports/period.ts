import { bangkokDay } from '@krapao/contract/bangkokTime';
import { dayText } from '@krapao/ui/time.ts';
import type { MessageId } from '../../i18n/messages.ts';

/** Days in Bangkok, YYYY-MM-DD, the last one included. */
export interface Period {
  from: string;
  to: string;
}

export const CHOICES = ['today', 'yesterday', 'week', 'month30', 'month', 'free'] as const;
export type Choice = (typeof CHOICES)[number];

export const choiceText = (choice: Choice): MessageId => `reports.period.${choice}`;

/** The days of a choice today; a free choice starts with the last seven. */
export function periodOf(choice: Choice, now: number): Period {
  const today = bangkokDay(now);
  switch (choice) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: bangkokDay(now, 1), to: bangkokDay(now, 1) };
    case 'month30':
      return { from: bangkokDay(now, 29), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'week':
    case 'free':
      return { from: bangkokDay(now, 6), to: today };
  }
}

/** DD/MM/YYYY – DD/MM/YYYY, or one day. */
export function periodText({ from, to }: Period): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
}
