import { IDENTITY_TABLES } from './identityTables.ts';
import { LIMIT_TABLES } from './limitTables.ts';
import { MESSAGE_TABLES } from './messageTables.ts';
import { MONEY_TABLES } from './moneyTables.ts';
import { PERSONAL_TABLES } from './personalTables.ts';
import { SECRET_TABLES } from './secretTables.ts';
import { SITE_TABLES } from './siteTables.ts';
import type { TableEntry } from './tableEntry.ts';

/**
 * Every table of the database and every column: its class, whom it concerns, what an erasure does with it and how long
 * it is kept. Erasure and docs/data.md are made from it. Design: docs/decisions/208-personal-data.md.
 */
export const CATALOGUE: Readonly<Record<string, TableEntry>> = {
  ...SECRET_TABLES,
  ...PERSONAL_TABLES,
  ...IDENTITY_TABLES,
  ...MESSAGE_TABLES,
  ...MONEY_TABLES,
  ...LIMIT_TABLES,
  ...SITE_TABLES,
};

const split = (columns = ''): string[] => columns.split(' ').filter((column) => column !== '');

/** The columns of an entry by what they hold. */
export const columnsOf = (entry: TableEntry) => ({
  personal: [...Object.keys(entry.blanks ?? {}), ...split(entry.personal)],
  words: split(entry.words),
  facts: split(entry.facts),
  sealed: split(entry.sealed),
});
