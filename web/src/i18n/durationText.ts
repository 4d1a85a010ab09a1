import { t } from './i18n.ts';

/** A length of time in one unit, rounded: "45 s", "3 min". */
export function durationText(seconds: number): string {
  if (seconds < 90) return t('duration.second', { count: Math.max(1, Math.round(seconds)) });
  if (seconds < 90 * 60) return t('duration.minute', { count: Math.round(seconds / 60) });
  if (seconds < 36 * 3_600) return t('duration.hour', { count: Math.round(seconds / 3_600) });
  return t('duration.day', { count: Math.round(seconds / 86_400) });
}
