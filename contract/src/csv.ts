/** A CSV file that spreadsheets open without import settings: byte order mark, CRLF, every field quoted. */
export function csvText(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(csvField).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Quotes a field, with a leading apostrophe if a spreadsheet would read the text as a formula (CSV injection). */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return `"${value}"`;
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
