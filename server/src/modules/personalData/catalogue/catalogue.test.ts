import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { CHAPTERS } from '../copy/chapters.ts';
import { CATALOGUE, columnsOf } from './catalogue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

const HOW =
  'Add it to server/src/modules/personalData/catalogue/: `facts` if it tells nothing of a person, `blanks` with the SQL that erases it, `personal` where rows are deleted, `words` for free text. Then run `npm run data`.';

/** `table.column` of every column of the database, without the record of migrations and the parts of tables. */
async function columnsOfDatabase() {
  const { rows } = await sql<{ name: string }>`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema in ('public', 'ledger') and table_name not like 'migration%'
      and not exists (select from pg_class c where c.relispartition
        and c.oid = format('%I.%I', table_schema, table_name)::regclass)`.execute(database.owner);
  return rows.map(({ name }) => name);
}

test('SAFE-43 the catalogue of personal data knows every column of the database, and no other', async () => {
  const known = Object.entries(CATALOGUE).flatMap(([table, entry]) => {
    const { personal, words, facts } = columnsOf(entry);
    return [...new Set([...personal, ...words]), ...facts].map((column) => `${table}.${column}`);
  });
  const columns = await columnsOfDatabase();
  expect(columns.length).toBeGreaterThan(800);
  expect(
    columns.filter((column) => !known.includes(column)),
    `not in the catalogue of personal data. ${HOW}`,
  ).toEqual([]);
  expect(
    known.filter((column) => !columns.includes(column)),
    'in the catalogue of personal data, and no longer in the database',
  ).toEqual([]);
  expect(known.length, 'a column is in two lists').toBe(new Set(known).size);
});

test('SAFE-43 every table with a member’s number says which rows are whose, and what becomes of them', async () => {
  for (const column of await columnsOfDatabase()) {
    const [, table = '', name] = /^(.*)\.(\w+)$/.exec(column) ?? [];
    const entry = CATALOGUE[table];
    if (name !== 'member_id' || entry?.erasure === 'view') continue;
    expect(entry?.of, `${table} names a member: say in \`of\` which rows are whose`).toBeDefined();
  }
  for (const [table, entry] of Object.entries(CATALOGUE)) {
    const { personal } = columnsOf(entry);
    if (entry.class === 'public' || entry.concerns === 'operator') continue;
    if (personal.length > 0) expect(entry.erasure, `${table} tells who somebody is`).not.toBe('keep');
    if (entry.erasure === 'blank' || entry.erasure === 'delete')
      expect(entry.of, `${table}: \`of\` says which rows`).toBeDefined();
  }
});

test('SAFE-43 the database understands each condition for a member’s rows and each value that erases', async () => {
  for (const [table, { of, blanks }] of Object.entries(CATALOGUE)) {
    if (of !== undefined)
      await sql
        .raw(`select 1 from ${table} where ${of.replaceAll(':member', '0')} limit 1`)
        .execute(database.owner);
    for (const [column, value] of Object.entries(blanks ?? {}))
      await sql.raw(`update ${table} set ${column} = ${value} where false`).execute(database.owner);
  }
});

test('SAFE-42 each table that belongs to the copy is read by its chapter', () => {
  for (const [table, { copy }] of Object.entries(CATALOGUE)) {
    if (copy === undefined) continue;
    const chapter = CHAPTERS.find(({ part }) => part === copy);
    const text = chapter?.rows(1n).compile(database.owner).sql ?? '';
    expect(text, `${table} is not in the chapter "${copy}" of the copy`).toMatch(
      new RegExp(`\\b${table}\\b`),
    );
  }
});

test('ASVS 14.2.4 what holds hashes, sealed values or tokens is classified as secret', () => {
  const holders = Object.entries(CATALOGUE).filter(([, entry]) =>
    columnsOf(entry).personal.some((column) =>
      /^(?:password_hash|token_hash|code_hash|totp_secret)$/.test(column),
    ),
  );
  expect(holders.length).toBeGreaterThan(3);
  for (const [table, entry] of holders) expect(entry.class, table).toBe('secret');
});
