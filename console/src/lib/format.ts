const BANGKOK_OFFSET_MS = 7 * 3_600_000;
const MINUS = '\u2212';
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount in baht: `฿1,250.00`, `−฿20.00`. */
export function bahtText(baht: number): string {
  return `${baht < 0 ? MINUS : ''}฿${twoDecimals.format(Math.abs(baht))}`;
}

/** DD/MM/YYYY HH:mm:ss in the Gregorian calendar, in Bangkok. */
export function dateTimeText(iso: string): string {
  const [date = '', clock = ''] = new Date(new Date(iso).getTime() + BANGKOK_OFFSET_MS)
    .toISOString()
    .split('T');
  return `${date.split('-').reverse().join('/')} ${clock.slice(0, 8)}`;
}

/** How long ago, as a clock: `00:48`, `3:05:10`; from a day on in days and hours. */
export function waitText(iso: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - new Date(iso).getTime()) / 1000));
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${unitText(Math.floor(hours / 24), 'day')} ${unitText(hours % 24, 'hour')}`;
  const rest = `${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

function unitText(count: number, unit: 'day' | 'hour'): string {
  const style = { style: 'unit', unit, unitDisplay: 'short', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(document.documentElement.lang, style).format(count);
}

/** An amount with the sign of its currency: `฿500.00`, `₭325,000.00`. */
export function moneyText(amount: number, currency: string): string {
  const text = bahtText(amount);
  return currency === 'LAK' ? text.replace('฿', '₭') : text;
}
