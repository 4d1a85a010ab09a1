import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { waitingDeposits } from './waitingDeposits.ts';

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
      ('DEPOSIT', exists (select from (${waitingDeposits(memberIds)}) waiting)),
      ('ADJUSTMENT', exists (select from balance_adjustment where ${theirs} and state = 'PENDING'))
    ) as found(what, holds)`.execute(db);
  return rows.filter(({ holds }) => holds).map(({ what }) => what);
}
