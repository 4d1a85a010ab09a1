import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import { t } from '../../i18n/i18n.ts';

/** How a whole number of a document is entered: the unit, and how many stored units are one of it. */
export interface Quantity {
  prefix: string;
  suffix: string;
  decimals: 0 | 2;
}

const TIMES = [
  ['Seconds', 'seconds', 1],
  ['Minutes', 'minutes', 60],
  ['Hours', 'hours', 3_600],
  ['Days', 'days', 86_400],
] as const;

/** The unit that a field's name states. */
export function quantityOf(name: string): Quantity {
  if (/satang$/i.test(name) || name === 'satangForCoin') return { prefix: '฿', suffix: '', decimals: 2 };
  if (name.endsWith('Hundredths')) return { prefix: '', suffix: '', decimals: 2 };
  if (name.startsWith('att')) return { prefix: '₭', suffix: '', decimals: 2 };
  if (name.endsWith('Bps')) return { prefix: '', suffix: ' %', decimals: 2 };
  return { prefix: '', suffix: '', decimals: 0 };
}

/** Converts a stored number for input: 12345 satang become 123.45. */
export function shownNumber(stored: number, { decimals }: Quantity): number {
  return decimals === 0 ? stored : bahtFromSatang(BigInt(Math.trunc(stored)));
}

/** Converts input to the stored number; null if that is not possible. */
export function storedNumber(shown: number, { decimals }: Quantity): number | null {
  if (decimals === 0) return Number.isSafeInteger(shown) ? shown : null;
  const hundredths = satangFromBaht(shown);
  return hundredths === null ? null : Number(hundredths);
}

/** A duration in words, in the largest unit that fits exactly: 20160 of `idleMinutes` are "14 days". */
export function durationText(name: string, value: number): string | undefined {
  const lower = name.toLowerCase();
  const unit = TIMES.find(([suffix]) => lower.endsWith(suffix.toLowerCase()));
  if (unit === undefined || !Number.isSafeInteger(value) || value < 0) return undefined;
  const seconds = value * unit[2];
  const [, word, size] = TIMES.findLast(([, , size]) => seconds > 0 && seconds % size === 0) ?? unit;
  return t(`content.duration.${word}`, { count: seconds / size });
}
