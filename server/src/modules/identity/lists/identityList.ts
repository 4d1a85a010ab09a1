import { createHash } from 'node:crypto';
import type { ListKind } from '@krapao/contract/identity';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import { hashNumber, type IdentityKeys } from '../../../identityKeys.ts';

/** An entry of a list as its file says it. */
interface Entry {
  line: number;
  reference: string;
  names: string[];
  birthDate: string | null;
  documentNumber: string | null;
  bankCode: string | null;
  accountNo: string | null;
}

const ENTRIES_AT_ONCE = 2_000;
const MEMBERS_AT_ONCE = 500;

/** Stores the next version of a list; it compares nobody until it is put in force. @returns its id */
export async function storeList(
  trx: Trx,
  keys: IdentityKeys,
  list: { kind: ListKind; title: string; sha256: string; entries: Entry[]; operatorId: bigint },
): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.list:${list.kind}`}, 0))`.execute(trx);
  const { id } = await trx
    .insertInto('identity_list')
    .values({
      kind: list.kind,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from identity_list where kind = ${list.kind})`,
      title: list.title,
      sha256: list.sha256,
      entries: list.entries.length,
      imported_by: list.operatorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < list.entries.length; from += ENTRIES_AT_ONCE) {
    const rows = list.entries.slice(from, from + ENTRIES_AT_ONCE).map((entry) => ({
      ...entry,
      number: entry.documentNumber && hashNumber(keys, entry.documentNumber).toString('hex'),
      fingerprint: fingerprintOf(keys, entry),
    }));
    await sql`
      insert into identity_list_entry (list_id, line, reference, names, whole_keys, keys, birth_date, number_hash,
        bank_code, account_no, fingerprint)
      select ${id}, line, reference, names,
        array(select distinct account_name_key(n) from unnest(names) n where account_name_key(n) is not null),
        array(select distinct k from unnest(names) n, unnest(account_name_keys(n, false)) k),
        "birthDate", decode(number, 'hex'), "bankCode", "accountNo", fingerprint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(line int, reference text, names text[],
        "birthDate" date, number text, "bankCode" text, "accountNo" text, fingerprint text)`.execute(trx);
  }
  return id;
}

function fingerprintOf(keys: IdentityKeys, { line: _, documentNumber, ...said }: Entry): string {
  const number = documentNumber === null ? '' : hashNumber(keys, documentNumber).toString('hex');
  return createHash('sha256')
    .update(JSON.stringify([said, number]))
    .digest('hex')
    .slice(0, 32);
}

/** Forgets a list that did not come into force. */
export async function dropList(trx: Trx, id: bigint): Promise<void> {
  await trx.deleteFrom('identity_list').where('id', '=', id).where('active_at', 'is', null).execute();
}

/** Puts a stored list in force instead of the one before, whose entries go; a job compares all members. @throws AppError ALREADY_DECIDED */
export async function putInForce(trx: Trx, id: bigint): Promise<{ kind: ListKind; version: number }> {
  const list = await trx
    .selectFrom('identity_list')
    .where('id', '=', id)
    .where('active_at', 'is', null)
    .forUpdate()
    .select(['kind', 'version'])
    .executeTakeFirst();
  if (list === undefined) throw new AppError('ALREADY_DECIDED');
  const before = await trx
    .updateTable('identity_list')
    .set({ replaced_at: sql`site.now()` })
    .where('kind', '=', list.kind)
    .where('active_at', 'is not', null)
    .where('replaced_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id: replaced } of before)
    await trx.deleteFrom('identity_list_entry').where('list_id', '=', replaced).execute();
  await trx.updateTable('identity_list').set({ active_at: sql`site.now()` }).where('id', '=', id).execute();
  return { kind: list.kind as ListKind, version: list.version };
}

/** Compares the next members with a list that has just come into force. @returns how many */
export async function screenNext(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const list = await trx
      .selectFrom('identity_list')
      .where('active_at', 'is not', null)
      .where('replaced_at', 'is', null)
      .where('screened_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .select(['id', 'screened_to'])
      .executeTakeFirst();
    if (list === undefined) return 0;
    const { rows } = await sql<{ id: bigint }>`
      select id, screen_member(id) from (
        select id from member where id > ${list.screened_to} order by id limit ${MEMBERS_AT_ONCE}) next`.execute(
      trx,
    );
    const last = rows
      .map(({ id }) => id)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .at(-1);
    await trx
      .updateTable('identity_list')
      .set(last === undefined ? { screened_at: sql`site.now()` } : { screened_to: last })
      .where('id', '=', list.id)
      .execute();
    return rows.length;
  });
}
