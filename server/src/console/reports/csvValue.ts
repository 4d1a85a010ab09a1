import type { Satang } from '@krapao/contract/money';

const BUDDHIST_OFFSET = 543;
const DATE = /^(?:(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})|(\d{4})-(\d{1,2})-(\d{1,2}))$/;
const CLOCK = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,6})?)?$/;
const PLAIN = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/** A time in a statement. `isDay`: the file gives no time of day, so that it means the whole day. */
export interface CsvMoment {
  at: Date;
  isDay: boolean;
}

/**
 * Reads DD/MM/YYYY or YYYY-MM-DD with years of either calendar (2569 is 2026), with the time after it or in its own
 * cell. Without a zone it is Bangkok time. @returns null if it is no time
 */
export function readMoment(dateCell: string, timeCell = ''): CsvMoment | null {
  const [date = '', ...rest] = dateCell.trim().split(/[\sT]+/);
  const clock = [...rest, timeCell.trim().replace(/\s+/g, ' ')].filter((part) => part !== '').join(' ');
  const day = readDay(date);
  if (day === null) return null;
  if (clock === '') return momentOf(day, '00:00:00', '+07:00', true);
  const zoned = /^(.*?)\s*(Z|[+-]\d{2}:?\d{2})$/.exec(clock);
  const time = CLOCK.exec(zoned?.[1] ?? clock);
  if (!time) return null;
  const [, hours = '', minutes = '', seconds = '00'] = time;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const zone = (zoned?.[2] ?? '+07:00').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return momentOf(day, `${hours.padStart(2, '0')}:${minutes}:${seconds}`, zone, false);
}

/**
 * Reads an amount in hundredths: `1,250.50`, `฿500`, `-20.00`, `(20.00)`. A comma is always a thousands separator.
 * @returns null if it is no amount
 */
export function readAmount(cell: string): Satang | null {
  const bare = cell
    .replace(/[\s฿₭\u00a0]|THB|LAK|บาท/gi, '')
    .replace(/^'/, '')
    .replace('\u2212', '-');
  const negative = /^\((.+)\)$/.exec(bare) ?? /^-(.+)$/.exec(bare) ?? /^(.+)-$/.exec(bare);
  const digits = (negative?.[1] ?? bare).replace(/^\+/, '');
  const match = PLAIN.exec(digits);
  if (!match || digits.length > 18) return null;
  const whole = digits.replaceAll(',', '').replace(/\.\d+$/, '');
  const amount = BigInt(whole) * 100n + BigInt((match[1] ?? '').padEnd(2, '0'));
  return negative ? -amount : amount;
}

/** Reads a bank's reference. @returns null if there is none, or if a spreadsheet has rounded it (1.23E+15) */
export function readReference(cell: string): string | null {
  const reference = cell.trim().replace(/^'/, '');
  if (reference === '' || reference.length > 100 || /^-+$/.test(reference)) return null;
  return /^\d([.,]\d+)?E\+?\d+$/i.test(reference) ? null : reference;
}

function readDay(text: string): string | null {
  const match = DATE.exec(text);
  if (!match) return null;
  const [, day, month, year, isoYear, isoMonth, isoDay] = match;
  const written = Number(year ?? isoYear);
  const gregorian = written >= 2400 ? written - BUDDHIST_OFFSET : written;
  if (gregorian < 2000 || gregorian > 2099) return null;
  const pad = (part: string | undefined) => (part ?? '').padStart(2, '0');
  const iso = `${gregorian}-${pad(month ?? isoMonth)}-${pad(day ?? isoDay)}`;
  // A date that does not exist would roll over into the next month.
  const noon = new Date(`${iso}T12:00:00Z`);
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(iso) ? iso : null;
}

function momentOf(day: string, clock: string, zone: string, isDay: boolean): CsvMoment | null {
  const at = new Date(`${day}T${clock}${zone}`);
  return Number.isNaN(at.getTime()) ? null : { at, isDay };
}
