/** What cannot come about in this time is another end. */
export const WITHIN_MS = 120_000;

/** One fact of an incident, as it was exported and as it came about in the sandbox. */
interface Line {
  name: string;
  exported: string | number | null;
  played: string | number | null;
  /** Whether both have to be equal; the others say how it came about. */
  isEnd: boolean;
}

export interface Played {
  lines: Line[];
}

/** Whether the same end was reached. */
export const isSameEnd = ({ lines }: Played): boolean =>
  lines.every(({ isEnd, exported, played }) => !isEnd || exported === played);

/** Both sides as text, a line for each fact; a difference in the end is marked. */
export function sideBySide({ lines }: Played): string {
  const rows = [
    ['', 'exported', 'played', ''],
    ...lines.map(({ name, exported, played, isEnd }) => [
      name,
      String(exported ?? '-'),
      String(played ?? '-'),
      isEnd && exported !== played ? '<- differs' : '',
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
