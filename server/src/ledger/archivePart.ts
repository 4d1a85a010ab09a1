import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { StartupError } from '../startupError.ts';
import { type ArchivedVersion, archivePath, digestOf, writeArchive } from './archiveFile.ts';
import { POSTING_LINE } from './chains.ts';
import { rowsOf } from './rowsOf.ts';

/** The range of ids of a part, as in migration 140. */
const IDS_EACH = 10_000_000_000n;

/** A part of the postings. */
export interface Part {
  number: number;
  /** YYYY-MM in Bangkok, in which it began. */
  month: string;
  /** `open`: postings go there, or it ended less than a day ago; `ended`: it can be archived. */
  state: 'open' | 'ended' | 'archived';
}

/** What an archive came to. */
export interface Archived {
  path: string;
  postings: bigint;
  /** Of them, those that the database still has. */
  kept: bigint;
  bytes: number;
}

/** The parts that have begun, oldest first. */
export async function listParts(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select p.number, to_char(p.began_at at time zone 'Asia/Bangkok', 'YYYY-MM') as month,
      case when exists (select from ledger.archive a where a.number = p.number) then 'archived'
        when exists (select from ledger.posting_part n where n.number = p.number + 1
          and n.began_at < site.clock_timestamp() - interval '1 day') then 'ended'
        else 'open' end as state
    from ledger.posting_part p where p.began_at is not null order by p.number`.execute(db);
  return rows;
}

/**
 * Writes the oldest part that is in no file to a file, and takes out of the database what nothing asks for any more
 * (docs/decisions/246-a-month-in-a-file.md). If it fails before the end, the database is as before.
 * @param db as the owner of the database
 * @throws StartupError if the part cannot be archived
 */
export async function archivePart(db: Db, part: Part, folder: string): Promise<Archived> {
  const path = archivePath(folder, part.number, part.month);
  const counted = { postings: 0n };
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => writeArchive(path, versionsOf(trx, part.number, counted)));
  const { hash, bytes } = await digestOf(path);
  const { rows } = await sql<{ postings: bigint; kept: bigint }>`
    select postings, kept from ledger.archive_part(${part.number}, ${counted.postings}, ${hash})`
    .execute(db)
    .catch((error: Error & { code?: string }) => {
      throw error.code === 'KL008' ? new StartupError(`${error.message}.`) : error;
    });
  const [archived] = rows;
  if (archived === undefined) throw new Error('the ledger did not answer');
  return { path, bytes, ...archived };
}

/** The versions of members' accounts that a part holds, in the order of the accounts. Counts each posting once. */
async function* versionsOf(
  trx: Db,
  number: number,
  counted: { postings: bigint },
): AsyncGenerator<ArchivedVersion> {
  const from = BigInt(number) * IDS_EACH;
  const side = (account: 'debit' | 'credit') => sql`
    select ${sql.ref(account)} as account, ${sql.ref(`${account}_version`)} as version,
      ${sql.lit(account === 'debit')} as "isDebit", ${sql.lit(account === 'debit')} or debit_version is null as "isFirst",
      ${POSTING_LINE} as line
    from ledger.posting p where id >= ${from} and id < ${from + IDS_EACH} and ${sql.ref(`${account}_version`)} is not null`;
  const query = sql<ArchivedVersion & { isFirst: boolean }>`
    select e.account::text, "isDebit", "isFirst", line from (${side('debit')} union all ${side('credit')}) e
    order by e.account, e.version`;
  for await (const rows of rowsOf(trx, query)) {
    for (const { isFirst, ...version } of rows) {
      if (isFirst) counted.postings += 1n;
      yield version;
    }
  }
}
