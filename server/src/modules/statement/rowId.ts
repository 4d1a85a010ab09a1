const SLIP = 'slip-';

/** Where a row that has a story is stored: a statement entry, or a slip. */
export function parseRowId(rowId: string): { table: 'statement_entry' | 'slip'; id: bigint } {
  return rowId.startsWith(SLIP)
    ? { table: 'slip', id: BigInt(rowId.slice(SLIP.length)) }
    : { table: 'statement_entry', id: BigInt(rowId) };
}

/** The row that a reference names; undefined for any other text. */
export function rowOfReference(text: string): ReturnType<typeof parseRowId> | undefined {
  const [, letter = '', id = ''] = /^([TS])([0-9]{1,18})$/i.exec(text.trim()) ?? [];
  if (id === '') return undefined;
  return parseRowId(letter.toUpperCase() === 'S' ? `${SLIP}${id}` : id);
}
