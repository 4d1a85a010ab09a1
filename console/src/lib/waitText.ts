import { durationText } from '@krapao/ui/duration.ts';

/** The elapsed time as a clock: `00:48`, `3:05:10`; from one day on in days and hours. */
export function waitText(iso: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - new Date(iso).getTime()) / 1000));
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return durationText(seconds);
  return `${unitText(Math.floor(hours / 24), 'day')} ${unitText(hours % 24, 'hour')}`;
}

function unitText(count: number, unit: 'day' | 'hour'): string {
  const style = { style: 'unit', unit, unitDisplay: 'short', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(document.documentElement.lang, style).format(count);
}
