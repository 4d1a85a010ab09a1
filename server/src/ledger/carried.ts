import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { OpenHold } from './accountReplay.ts';
import { type Part, within } from './within.ts';

/** What verify must know of the archived postings (docs/decisions/246-a-month-in-a-file.md). */
export interface ArchiveBorder {
  /** Parts that are in files. */
  parts: number;
  /** Their postings, and how many of them the database still has. */
  postings: bigint;
  kept: bigint;
  /** Postings from this id on are all in the database. */
  liveFrom: bigint;
  /** The first root that covers all that is archived. */
  root: bigint;
  /** The last transaction of an archived posting; -1 for none. */
  lastXid: bigint;
}

/** Where an account stood after its last archived posting. */
export interface Base {
  version: number;
  posted: bigint;
  held: bigint;
  hash: Buffer;
  openHolds: ReadonlyMap<string, OpenHold>;
}

export async function archiveBorder(db: Db): Promise<ArchiveBorder> {
  const { rows } = await sql<Omit<ArchiveBorder, 'lastXid'> & { xid: string }>`
    select count(*)::int as parts, coalesce(sum(postings), 0)::bigint as postings, coalesce(sum(kept), 0)::bigint as kept,
      coalesce(max(to_id), 0) as "liveFrom", coalesce(max(root), 0) as root, coalesce(max(last_xid)::text, '-1') as xid
    from ledger.archive`.execute(db);
  const [{ xid, ...border } = { parts: 0, postings: 0n, kept: 0n, liveFrom: 0n, root: 0n, xid: '-1' }] = rows;
  return { ...border, lastXid: BigInt(xid) };
}

/** The bases of the strict accounts of a part, by account. */
export async function basesOf(db: Db, part: Part, liveFrom: bigint): Promise<Map<string, Base>> {
  if (liveFrom === 0n) return new Map();
  const holds = new Map<string, Map<string, OpenHold>>();
  const { rows: open } = await sql<OpenHold & { id: string; account: string }>`
    select p.id::text, p.debit::text as account, p.credit::text, p.currency, p.amount from ledger.posting p
    where p.id < ${liveFrom} and p.phase = 'hold' and p.debit_version is not null and ${within('debit', part)}
      and not exists (select from ledger.resolved_hold r where r.pending_id = p.id and r.posting_id < ${liveFrom})`.execute(
    db,
  );
  for (const { id, account, ...hold } of open)
    holds.set(account, (holds.get(account) ?? new Map<string, OpenHold>()).set(id, hold));
  const { rows } = await sql<Omit<Base, 'openHolds'> & { id: string }>`
    select account_id::text as id, version::float8 as version, posted, held, hash
    from ledger.carried where version > 0 and ${within('account_id', part)}`.execute(db);
  return new Map(rows.map(({ id, ...base }) => [id, { ...base, openHolds: holds.get(id) ?? new Map() }]));
}
