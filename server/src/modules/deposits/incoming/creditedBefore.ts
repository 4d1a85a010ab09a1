import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { IncomingTransfer } from './incomingTransfer.ts';
import { DAY, MINUTES_5 } from './twinReport.ts';
import { isUnreferenced } from './unreferenced.ts';

/**
 * Whether an operator has credited money of this account, amount and time that the bank has not reported, for a member
 * who did not send it: the transfer may be that money, so it is not credited automatically.
 */
export async function mayBeApproved(trx: Trx, transfer: IncomingTransfer): Promise<boolean> {
  const { rows } = await sql`
    select from incoming_transfer t
    where t.deposit_account_id = ${transfer.deposit_account_id} and t.amount = ${transfer.amount}
      and t.currency = ${transfer.currency} and t.source = 'OPERATOR' and t.id <> ${transfer.id}
      and t.transferred_at between ${transfer.transferred_at}::timestamptz
        - make_interval(secs => ${MINUTES_5} + ${transfer.early_seconds}::integer)
        and ${transfer.transferred_at}::timestamptz + make_interval(secs => ${DAY} + ${transfer.late_seconds}::integer)
      and t.told_by = '{OPERATOR}' and not exists (
        select from transfer_twin w where w.incoming_transfer_id = t.id and w.source <> 'OPERATOR')
    limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Whether this money may be what the member has been credited already, as another transfer of this account, amount and
 * time. Nothing is credited twice, even where reports could not be fused or were fused with another member's money.
 * They are different transfers if one teller named the sender of all, or if one teller told of all under their own
 * references and the sender of none is known by time and amount alone.
 */
export async function mayBeCredited(trx: Trx, { id }: IncomingTransfer, memberId: bigint): Promise<boolean> {
  // Two payments may have been taken for one by a report of a whole day: what lies near that one counts too.
  const { rows } = await sql<Told>`
    with recursive near as (
      select t.id, ${timesOf('t')} as times, true as leads from incoming_transfer t where t.id = ${id}
      union
      select o.id, ${timesOf('o')}, ${isWide('o')}
      from near join incoming_transfer t on t.id = ${id} join incoming_transfer o
        on o.deposit_account_id = t.deposit_account_id and o.amount = t.amount and o.currency = t.currency
      where near.leads and o.status = 'CREDITED' and o.member_id = ${memberId} and near.times && ${timesOf('o')})
    select o.id, o.source, o.trans_ref, ${vouching('told_by')} as told_by, ${vouching('named_by')} as named_by,
      o.named_by <> '{}' as is_named
    from incoming_transfer o where o.id in (select id from near)`.execute(trx);
  if (rows.length < 2) return false;
  const isOfAll = (of: (transfer: Told) => readonly string[]) =>
    rows[0] !== undefined && of(rows[0]).some((teller) => rows.every((row) => of(row).includes(teller)));
  if (isOfAll(({ named_by }) => named_by)) return false;
  const areFirm = rows.every(
    ({ is_named, named_by, told_by }) => !is_named || named_by.some((teller) => told_by.includes(teller)),
  );
  return !(areFirm && (isOfAll(({ told_by }) => told_by) || (await shareReferences(trx, id, rows))));
}

/**
 * Those of a column of tellers whose word is not doubted. Who tells without a time says how often money came, and not which
 * of the others' reports was of it.
 */
const vouching = (column: 'told_by' | 'named_by') => sql`array(
  select teller from unnest(${sql.ref(`o.${column}`)}) teller
  where not (teller = any(o.doubted_tellers)) and not exists (
    select from (select unnest(o.told_by), o.early_seconds
      union all
      select w.source, w.early_seconds from transfer_twin w where w.incoming_transfer_id = o.id) report (by, early)
    having bool_or(by = teller and early > ${MINUTES_5}::integer) and count(distinct by) > 1))`;

type Told = Pick<IncomingTransfer, 'id' | 'source' | 'trans_ref' | 'told_by' | 'named_by'> & {
  /** Whether any report shows the sender, also one that does not vouch. */
  is_named: boolean;
};

/** Whether the references of all others would be this transfer's if they were the same. */
async function shareReferences(trx: Trx, id: bigint, rows: readonly Told[]): Promise<boolean> {
  if (rows.some(({ trans_ref }) => isUnreferenced(trans_ref))) return false;
  const { rows: shared } = await sql<{ source: string; other: string }>`
    select s.source, s.other from shared_reference s join incoming_transfer t using (deposit_account_id)
    where t.id = ${id}`.execute(trx);
  const own = rows.find((row) => row.id === id)?.source ?? '';
  return rows.every(
    (row) =>
      row.id === id ||
      shared.some(
        ({ source, other }) => [source, other].includes(own) && [source, other].includes(row.source),
      ),
  );
}

/** All reports of a transfer, with the seconds by which their times may be off. */
const reportsOf = (alias: string) => sql`(
  select ${sql.ref(`${alias}.transferred_at`)}, ${sql.ref(`${alias}.early_seconds`)}, ${sql.ref(`${alias}.late_seconds`)}
  union all
  select w.transferred_at, w.early_seconds, w.late_seconds from transfer_twin w
  where w.incoming_transfer_id = ${sql.ref(`${alias}.id`)}) report (at, early, late)`;

/** When the money may have been sent, by any of its reports. A text without a time may come hours later. */
const timesOf = (alias: string) => sql`(
  select range_agg(tstzrange(
    at - make_interval(secs => case when early > ${MINUTES_5}::integer then ${DAY}::integer else early end),
    at + make_interval(secs => late), '[]'))
  from ${reportsOf(alias)})`;

/** Whether one of its reports has no time of its own, or a day alone. */
const isWide = (alias: string) =>
  sql`(select bool_or(greatest(early, late) > ${MINUTES_5}::integer) from ${reportsOf(alias)})`;
