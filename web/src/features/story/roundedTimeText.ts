import { roundedTime } from '@krapao/ui/duration.ts';
import { t } from '../../i18n/i18n.ts';

/** A length of time in one unit, rounded: "45 s", "3 min". */
export function roundedTimeText(seconds: number): string {
  const { unit, count } = roundedTime(seconds);
  return t(`duration.${unit}`, { count });
}
