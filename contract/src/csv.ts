/** Money in a cell, in baht or kip. */
export interface MoneyCell {
  money: number;
}

/** What a cell holds: text, a number of things, or money. */
type Cell = string | number | MoneyCell;

/** A cell of money: two decimals, so that a column of it is read as one. Empty for none. */
export const moneyCell = (money: number | null | undefined): MoneyCell | '' =>
  money === null || money === undefined ? '' : { money };

/**
 * A CSV file for people, which spreadsheets open without import settings: byte order mark, CRLF, every field quoted,
 * and no text that they would run or change.
 */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(sheetField).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** What spreadsheets take for a number and show in another way: a zero in front, many digits, an exponent. */
const CHANGED = /^(?:0\d+|\d{12,}|\d+(?:\.\d+)?e[+-]?\d+)$/i;

/** Quotes a field, with a leading apostrophe if a spreadsheet would read the text as a formula (CSV injection). */
export function csvField(value: string | number): string {
  return quoted(typeof value === 'string' && FORMULA.test(value) ? `'${value}` : value);
}

/**
 * Quotes a field for people: as csvField, and with the apostrophe also where a spreadsheet would change an account
 * number or a reference. Excel keeps 15 digits, and writes a number of 12 or more as 1.23E+11 when it saves the file.
 */
export function sheetField(value: Cell): string {
  if (typeof value === 'object') return quoted(value.money.toFixed(2));
  return typeof value === 'string' && CHANGED.test(value) ? quoted(`'${value}`) : csvField(value);
}

/** The text of a field as it was before csvField or sheetField wrote it. */
export function fieldText(field: string): string {
  const text = field.slice(1);
  return field.startsWith("'") && (FORMULA.test(text) || CHANGED.test(text)) ? text : field;
}

const quoted = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;
