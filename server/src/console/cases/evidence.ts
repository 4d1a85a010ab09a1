import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

interface EvidenceRow {
  ref: string;
  at: Date | null;
  amount: bigint | null;
  member_id: bigint | null;
  name: string | null;
  phone_number: string | null;
  text: string;
}

/** The rows that facts name, by their names: when, how much and whose. A row that is gone keeps its name. */
export async function readEvidence(db: Db, refs: readonly string[]) {
  const { rows } = await sql<EvidenceRow>`
    with asked as materialized (
      select distinct ref, split_part(ref, ':', 1) as kind, split_part(ref, ':', 2) as id
      from unnest(${[...refs]}::text[]) as ref
    ),
    found as (
      select k.ref, p.at, p.amount::bigint, coalesce(c.member_id, d.member_id) as member_id, p.code || ' · ' || p.cause as text
      from asked k join ledger.posting p on k.kind = 'posting' and p.id = case when k.kind = 'posting' then k.id::bigint end
      join ledger.account c on c.id = p.credit join ledger.account d on d.id = p.debit
      union all
      select k.ref, w.created_at, w.amount, w.member_id,
        w.state || ' · ' || w.bank_code || ' ' || w.bank_account_no || ' ' || w.bank_account_name
      from asked k join withdrawal w on k.kind = 'withdrawal' and w.id = case when k.kind = 'withdrawal' then k.id::uuid end
      union all
      select k.ref, t.transferred_at, coalesce(t.credited_amount, t.amount), t.member_id,
        concat_ws(' ', t.sender ->> 'bankCode', t.sender ->> 'account', t.sender ->> 'displayName')
      from asked k join incoming_transfer t on k.kind = 'incoming' and t.id = case when k.kind = 'incoming' then k.id::bigint end
      union all
      select k.ref, m.created_at, null, m.id, ''
      from asked k join member m on k.kind = 'member' and m.id = case when k.kind = 'member' then k.id::bigint end
    )
    select k.ref, f.at, f.amount, f.member_id, m.name, m.phone_number, coalesce(f.text, '') as text
    from asked k left join found f on f.ref = k.ref left join member m on m.id = f.member_id`.execute(db);
  return new Map(rows.map((row) => [row.ref, presentEvidence(row)]));
}

const presentEvidence = ({ ref, at, amount, member_id, name, phone_number, text }: EvidenceRow) => ({
  ref,
  at: at?.toISOString() ?? null,
  amount: amount === null ? null : bahtFromSatang(amount),
  member:
    member_id === null ? null : { id: String(member_id), name: name ?? '', phoneNumber: phone_number ?? '' },
  text,
});
