import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';

/** A credited deposit: the ledger's posting and its satang. */
export interface Deposit {
  posting: bigint;
  amount: Satang;
}

interface Wanted {
  walletAccount: bigint;
  minimum: Satang;
  /** Only deposits after this version of the wallet. */
  afterVersion: bigint;
  withinHours: number;
}

/** The newest deposit of at least `minimum` without a bonus that was not taken back. */
export async function findDeposit(
  db: Db | Trx,
  { walletAccount, minimum, afterVersion, withinHours }: Wanted,
): Promise<Deposit | undefined> {
  const { rows } = await sql<Deposit>`
    select p.id as posting, p.amount from ledger.posting p
    where p.credit = ${walletAccount} and p.credit_version > ${afterVersion} and p.code = 'deposit'
      and p.amount >= ${minimum} and p.at > site.now() - make_interval(hours => ${withinHours})
      and not exists (select from member_bonus b where b.deposit_posting = p.id)
      and not exists (select from ledger.reversed_posting r where r.reverses_id = p.id)
    order by p.credit_version desc limit 1`.execute(db);
  return rows[0];
}

/** The member's number of deposits. */
export async function countDeposits(db: Db | Trx, walletAccount: bigint): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ledger.posting where credit = ${walletAccount} and code = 'deposit'`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0n);
}
