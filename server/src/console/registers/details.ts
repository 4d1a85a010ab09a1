import type { RegisterName } from '@krapao/contract/api/operator/registers';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { StoredRow } from './registers.ts';

interface Found {
  name: string | null;
  phone_number: string | null;
  operator: string | null;
  account: string | null;
  reference: string | null;
  entry: bigint | null;
}

/** What is known of the rows of a page besides the register's own columns, in their order. */
export async function detailsOf(db: Db | Trx, name: RegisterName, rows: readonly StoredRow[]) {
  if (rows.length === 0) return [];
  const { rows: found } = await sql<Found>`
    select m.name, m.phone_number, o.name as operator, d.reference, e.id as entry,
      a.bank_code || ' ' || a.account_no as account
    from unnest(${rows.map(({ cause }) => cause)}::text[],
        ${rows.map(({ member_id }) => member_id)}::bigint[],
        ${rows.map(({ account }) => account)}::bigint[]) with ordinality c(cause, member_id, account, nth)
    left join member m on m.id = c.member_id
    left join lateral (${DECISIONS[name]}) d on true
    left join operator o on o.id = d.decided_by
    left join deposit_account a on a.id = c.account
    left join statement_entry e on e.cause = coalesce(d.entry_cause, c.cause)
    order by c.nth`.execute(db);
  return rows.map(({ source, key, member_id }, nth) => {
    const { name: member, phone_number, operator, account, reference, entry } = found[nth] ?? NOTHING;
    const isSlip = source === 'slip';
    return {
      member:
        member_id === null || member === null
          ? null
          : { id: String(member_id), name: member, phoneNumber: phone_number ?? '' },
      operatorName: operator,
      account,
      reference,
      row: isSlip ? `slip-${key}` : entry === null ? null : String(entry),
    };
  });
}

const NOTHING: Found = {
  name: null,
  phone_number: null,
  operator: null,
  account: null,
  reference: null,
  entry: null,
};

/** The id that a cause of this kind names; null for other causes. */
const idOf = (kind: string, type: 'bigint' | 'uuid') => {
  const shape = `^${kind}:${type === 'uuid' ? '[0-9a-f-]{36}' : '[0-9]{1,18}'}(:|$)`;
  return sql`case when c.cause ~ ${sql.lit(shape)} then split_part(c.cause, ':', 2)::${sql.raw(type)} end`;
};

/** Who decided the row of `c.cause`, the bank's reference, and the statement's cause where it is another. */
const DECISIONS: Record<RegisterName, RawBuilder<unknown>> = {
  deposits: sql`
    select coalesce(s.decided_by, t.decided_by, g.decided_by, l.decided_by, n.decided_by) as decided_by,
      coalesce(t.trans_ref, s.trans_ref, g.payment_id) as reference, null as entry_cause
    from (select) as one
    left join slip s on s.id = ${idOf('slip', 'bigint')}
    left join incoming_transfer t on t.cause = c.cause or t.id = ${idOf('seen', 'bigint')}
      or t.id = ${idOf('incoming', 'bigint')}
    left join gateway_payment g on g.id = ${idOf('gateway', 'uuid')}
    left join gift_link l on l.id = ${idOf('gift', 'bigint')}
    left join manual_deposit n on n.id = ${idOf('manual', 'bigint')}
    limit 1`,
  withdrawals: sql`
    select w.decided_by, w.trans_ref as reference, null as entry_cause from withdrawal w
    where w.id = ${idOf('withdrawal', 'uuid')}`,
  transfers: sql`
    select l.decided_by, null as reference, 'transfer:' || l.transfer_id as entry_cause from transfer_leg l
    where l.id = ${idOf('transferLeg', 'uuid')}`,
  bonuses: sql`
    select g.decided_by, null as reference, null as entry_cause from reward_grant g
    where g.member_bonus_id = ${idOf('bonus', 'bigint')}
      or g.id = (select p.grant_id from coupon p where p.id = ${idOf('coupon', 'uuid')})`,
};
