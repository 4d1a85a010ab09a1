import { durationText } from '@krapao/ui/duration.ts';
import { t } from '../i18n/i18n.ts';

/**
 * The elapsed time as a clock: `00:48`, `3:05:10`; from one day on in days and hours, in our own words: Chromium's Intl
 * knows no Lao and answers in English.
 */
export function waitText(iso: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - new Date(iso).getTime()) / 1000));
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return durationText(seconds);
  return t('queue.waitDays', { days: Math.floor(hours / 24), hours: hours % 24 });
}
