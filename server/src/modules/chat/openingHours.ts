import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';
import type { SettingValue } from '../../settings/schema.ts';

type OpeningHours = SettingValue<'chat'>['openingHours'];

const DAY_MS = 86_400_000;

/** Whether operators answer now, and otherwise when the next hours start (null: never). */
export function openingAt(hours: OpeningHours, now: Date): { isOpen: boolean; opensAt: Date | null } {
  if (hours.length === 0) return { isOpen: true, opensAt: null };
  // A clock that shows Bangkok's time as if it were UTC.
  const local = now.getTime() + BANGKOK_OFFSET_MS;
  const midnight = local - (local % DAY_MS);
  const starts: number[] = [];
  for (let day = 0; day <= 7; day += 1) {
    const start = midnight + day * DAY_MS;
    const weekday = ((new Date(start).getUTCDay() + 6) % 7) + 1;
    for (const { days, from, to } of hours) {
      if (!days.includes(weekday)) continue;
      const opens = start + minutes(from) * 60_000;
      if (local >= opens && local < start + minutes(to) * 60_000) return { isOpen: true, opensAt: null };
      if (opens > local && minutes(to) > minutes(from)) starts.push(opens);
    }
  }
  const next = Math.min(...starts);
  return { isOpen: false, opensAt: Number.isFinite(next) ? new Date(next - BANGKOK_OFFSET_MS) : null };
}

function minutes(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
}
