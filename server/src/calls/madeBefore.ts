import type { OutcomeKind } from '@krapao/contract/api/outcome';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Database, Db, Trx } from '../database/connect.ts';
import { KEYED_TABLES, type KeyColumn, type KeyedTable } from './keyedTables.ts';
import type { RequestKey } from './requestKey.ts';

/**
 * What a call made under its key: a row, or, where `table` is null, what `request_outcome` says is done; or, where `kind`
 * is null too, that the call has its turn to make something (keyTurn.ts).
 */
export interface Made {
  table: KeyedTable | null;
  ref: string;
  /** What the key stands for. */
  fingerprint: Buffer;
  /** What is done, and its satang, where there is no row to tell it. */
  kind: OutcomeKind | null;
  amount: bigint | null;
}

const TABLES = Object.entries(KEYED_TABLES) as [KeyedTable, KeyColumn][];

/** What was made under this key of the caller, whichever call it was: the one reader of keys. */
export async function madeUnderKey(
  db: Db | Trx,
  caller: { column: KeyColumn; id: bigint },
  key: string,
): Promise<Made | undefined> {
  if (caller.column === 'member_id') {
    const { rows } = await sql<Made>`select * from made_under_key(${caller.id}, ${key})`.execute(db);
    return rows[0];
  }
  const selects = TABLES.filter(([, column]) => column === caller.column).map(
    ([
      table,
      column,
    ]) => sql`(select ${sql.lit(table)}, id::text, fingerprint, null, null::bigint from ${sql.table(table)}
      where ${sql.ref(column)} = ${caller.id} and idempotency_key = ${key})`,
  );
  const { rows } = await sql<Made>`
    select * from (${sql.join(selects, sql` union all `)}) made ("table", ref, fingerprint, kind, amount)
    limit 1`.execute(db);
  return rows[0];
}

/** Whether a call with the key still asks somebody outside, and has made nothing yet. */
export const isAsking = ({ table, kind }: Made): boolean => table === null && kind === null;

/** Until the transaction ends, the caller's other calls with the key wait. */
export async function lockKey(
  trx: Trx,
  { column, id }: { column: KeyColumn; id: bigint },
  key: string,
): Promise<void> {
  const caller = `${column === 'member_id' ? '' : 'operator:'}${id}`;
  await sql`select pg_advisory_xact_lock(request_key_lock(${caller}, ${key}))`.execute(trx);
}

/**
 * What this very call made before under its key. Until the transaction ends the caller's other calls with the key wait,
 * so that a second one sees what the first one made before it makes anything itself.
 * @throws AppError IDEMPOTENCY_MISMATCH where the key stands for another call, or for the same one with other contents;
 * REQUEST_IN_PROGRESS where another such call still asks
 */
export async function madeByThisCall(
  trx: Trx,
  caller: { column: KeyColumn; id: bigint },
  { key, fingerprint }: RequestKey,
): Promise<Made | undefined> {
  await lockKey(trx, caller, key);
  const made = await madeUnderKey(trx, caller, key);
  if (made !== undefined && !made.fingerprint.equals(fingerprint)) throw new AppError('IDEMPOTENCY_MISMATCH');
  if (made !== undefined && isAsking(made)) throw new AppError('REQUEST_IN_PROGRESS', 'still asking');
  return made;
}

/**
 * The row of this table that the call made, or found, before under its key; asked first in the transaction that makes
 * it. `callerId` is the member's id, or the operator's for what operators ask for.
 * @throws AppError IDEMPOTENCY_MISMATCH, REQUEST_IN_PROGRESS
 */
export async function madeBefore<Table extends KeyedTable>(
  trx: Trx,
  table: Table,
  callerId: bigint,
  requestKey: RequestKey | undefined,
): Promise<Selectable<Database[Table]> | undefined> {
  if (requestKey === undefined) return undefined;
  const made = await madeByThisCall(trx, { column: KEYED_TABLES[table], id: callerId }, requestKey);
  if (made === undefined) return undefined;
  const { rows } = await sql<Selectable<Database[Table]>>`
    select * from ${sql.table(table)} where id = ${made.ref}`.execute(trx);
  return rows[0];
}
