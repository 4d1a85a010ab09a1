import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';

/** What of members' money has not arrived yet. */
export type UnderWay = 'TRANSFER' | 'WITHDRAWAL' | 'DEPOSIT' | 'ADJUSTMENT';

/** What of the members' money is on its way or waits for an operator, money that arrived and was kept out too. */
export async function underWay(db: Db | Trx, memberIds: readonly bigint[]): Promise<UnderWay[]> {
  const theirs = sql`member_id in (${sql.join([...memberIds])})`;
  const { rows } = await sql<{ what: UnderWay; holds: SqlBool }>`
    select what, holds from (values
      ('TRANSFER', exists (select from transfer where ${theirs} and status = 'PENDING')
        or exists (select from ledger.account where ${theirs} and kind = 'in_transfer' and posted > 0)),
      ('WITHDRAWAL', exists (select from withdrawal where ${theirs} and state not in ('PAID', 'REJECTED'))
        or exists (select from ledger.account where ${theirs} and held > 0)),
      ('DEPOSIT', exists (select from deposit_qr where ${theirs} and status = 'OPEN')
        or exists (select from gateway_payment where ${theirs} and (status in ('CREATING', 'OPEN')
          or (queued_at is not null and decided_by is null and status <> 'PAID')))
        or exists (select from slip where ${theirs} and status = 'PENDING')
        or exists (select from gift_link where ${theirs} and status = 'PENDING')
        or exists (select from manual_deposit where ${theirs} and status = 'PENDING')
        -- Money that was kept out has its row here until an operator decides.
        or exists (select from statement_entry where ${theirs} and statement_type = 'deposit' and status = 'PENDING')),
      ('ADJUSTMENT', exists (select from balance_adjustment where ${theirs} and state = 'PENDING'))
    ) as found(what, holds)`.execute(db);
  return rows.filter(({ holds }) => holds).map(({ what }) => what);
}
