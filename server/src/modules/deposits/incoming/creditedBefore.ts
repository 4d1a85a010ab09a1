import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { type IncomingTransfer, isUnreferenced } from './incomingTransfer.ts';
import { DAY, MINUTES_5 } from './twinReport.ts';

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
 * time. Nothing is credited twice, even where reports could not be fused or were fused with another member's money. The
 * two are different transfers if one teller named the sender of both, or if one teller told of both under their own
 * references and the sender of neither is known by time and amount alone.
 */
export async function mayBeCredited(
  trx: Trx,
  transfer: IncomingTransfer,
  memberId: bigint,
): Promise<boolean> {
  const span = (alias: string) => sql`tstzrange(
    ${sql.ref(`${alias}.transferred_at`)} - make_interval(secs => ${sql.ref(`${alias}.early_seconds`)}),
    ${sql.ref(`${alias}.transferred_at`)} + make_interval(secs => ${sql.ref(`${alias}.late_seconds`)}), '[]')`;
  const isFirm = (alias: string) => sql`(${sql.ref(`${alias}.named_by`)} = '{}'
    or ${sql.ref(`${alias}.named_by`)} && ${sql.ref(`${alias}.told_by`)})`;
  const areNamed = sql`(${!isUnreferenced(transfer.trans_ref)} and o.trans_ref not like '~%' and exists (
    select from shared_reference s where s.deposit_account_id = t.deposit_account_id
      and s.source = least(t.source, o.source) and s.other = greatest(t.source, o.source)))`;
  const { rows } = await sql`
    select from incoming_transfer t join incoming_transfer o
      on o.deposit_account_id = t.deposit_account_id and o.amount = t.amount and o.currency = t.currency and o.id <> t.id
    where t.id = ${transfer.id} and o.status = 'CREDITED' and o.member_id = ${memberId}
      and ${span('t')} && ${span('o')}
      and not t.named_by && o.named_by
      and not (${isFirm('t')} and ${isFirm('o')} and (t.told_by && o.told_by or ${areNamed}))
    limit 1`.execute(trx);
  return rows.length > 0;
}
