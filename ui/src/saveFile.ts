const KEPT_MS = 10_000;

/** Lets the browser save a file under a name. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads it after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** Lets the browser save a table as a CSV file. */
export function saveCsv(name: string, content: string): void {
  saveFile(name, new Blob([content], { type: 'text/csv;charset=utf-8' }));
}
