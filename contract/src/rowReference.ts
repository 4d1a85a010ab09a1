const SLIP = 'slip-';

/**
 * What members and operators call a row of the statement: on a receipt, in the chat and in the search. T and the id of an
 * entry, or S and the id of a slip.
 * @param rowId the id of an entry, or `slip-` and the id of a slip
 */
export const rowReference = (rowId: string): string =>
  rowId.startsWith(SLIP) ? `S${rowId.slice(SLIP.length)}` : `T${rowId}`;
