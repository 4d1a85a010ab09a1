import { t } from './i18n.ts';

const AGE_UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

type AgeUnit = (typeof AGE_UNITS)[number][0];

/** STM-07: the age in the largest unit that fits; null when it is less than a second or in the future. */
export function ageOf(iso: string, now: number): { unit: AgeUnit; count: number } | null {
  const seconds = Math.floor((now - new Date(iso).getTime()) / 1000);
  for (const [unit, length] of AGE_UNITS)
    if (seconds >= length) return { unit, count: Math.floor(seconds / length) };
  return null;
}

/** The relative age in words: "3 minutes ago". */
export function ageText(iso: string, now: number): string {
  const age = ageOf(iso, now);
  return age ? t(`age.${age.unit}`, { count: age.count }) : t('age.now');
}
