/** A CSV file that spreadsheets open as it is: byte order mark, CRLF, every field quoted. */
export function csvText(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(csvField).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Quoted, and with a leading apostrophe where a spreadsheet would take the text for a formula (CSV injection). */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return `"${value}"`;
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
