import type { WaitingDeposit } from '@krapao/contract/merges';
import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';

const SHOWN = 10;

/** The deposits of members that have not ended, money that arrived and was kept out too: kind, member, amount, since. */
export function waitingDeposits(memberIds: readonly bigint[]): RawBuilder<unknown> {
  const theirs = sql`member_id in (${sql.join([...memberIds])})`;
  return sql`
    select 'qr' as kind, id::text as id, member_id, amount, created_at as since from deposit_qr where ${theirs} and status = 'OPEN'
    union all
    select 'gateway', id::text, member_id, amount, created_at from gateway_payment where ${theirs}
      and (status in ('CREATING', 'OPEN') or (queued_at is not null and decided_by is null and status <> 'PAID'))
    union all
    select 'slip', id::text, member_id, amount, uploaded_at from slip where ${theirs} and status = 'PENDING'
    union all
    select 'gift', id::text, member_id, amount, created_at from gift_link where ${theirs} and status = 'PENDING'
    union all
    select 'claim', id::text, member_id, amount, created_at from manual_deposit where ${theirs} and status = 'PENDING'
    union all
    -- Money that was kept out has its row here until an operator decides; that of a claim stands above.
    select 'keptOut', id::text, member_id, amount, created_at from statement_entry
    where ${theirs} and statement_type = 'deposit' and status = 'PENDING'
      and not exists (select from manual_deposit m where 'manual:' || m.id = cause and m.status = 'PENDING')`;
}

/** The first of them, the oldest first; baht. */
export async function listWaitingDeposits(
  db: Db | Trx,
  memberIds: readonly bigint[],
): Promise<WaitingDeposit[]> {
  const { rows } = await sql<{
    kind: WaitingDeposit['kind'];
    id: string;
    member_id: bigint;
    amount: bigint | null;
    since: Date;
  }>`select * from (${waitingDeposits(memberIds)}) waiting order by since, kind limit ${SHOWN}`.execute(db);
  return rows.map(({ kind, id, member_id, amount, since }) => ({
    kind,
    id,
    memberId: String(member_id),
    amount: amount === null ? null : bahtFromSatang(amount),
    since: since.toISOString(),
  }));
}
