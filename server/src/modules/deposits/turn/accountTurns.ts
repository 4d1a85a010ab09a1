import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { type Depositor, hasRules, type RuledAccount } from './chooseAccounts.ts';

/** How long a member is told the same account in turn, since they last looked. */
const SAME_FOR = sql`interval '30 minutes'`;
/** Looking again within this time writes nothing. */
const WRITTEN_FOR = sql`interval '5 minutes'`;
/** The beginning of a moment's day on the site's clock. */
const dayOf = (now: Date) =>
  sql<Date>`date_trunc('day', ${now}::timestamptz at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`;

/**
 * Adds what each account took on the day of the moment: reported transfers, whether credited or not, and open QRs. By
 * default only accounts with rules are counted.
 */
export async function withUse<Account extends DepositAccount>(
  db: Db | Trx,
  accounts: readonly Account[],
  now: Date,
  which: 'ruled' | 'all' = 'ruled',
): Promise<(Account & RuledAccount)[]> {
  const ruled = accounts.filter((account) => which === 'all' || hasRules(account)).map(({ id }) => id);
  const { rows } = await sql<{ id: bigint; amount: bigint; count: number; told: number }>`
    select a.id, coalesce(t.amount, 0)::bigint + coalesce(q.amount, 0)::bigint as amount, (t.count + q.count)::integer as count,
      w.told::integer as told
    from unnest(${ruled}::bigint[]) a (id)
    cross join lateral (
      select sum(amount) as amount, count(*) as count from incoming_transfer
      where deposit_account_id = a.id and transferred_at >= ${dayOf(now)}) t
    cross join lateral (
      select sum(pay_amount) as amount, count(*) as count from deposit_qr
      where deposit_account_id = a.id and status = 'OPEN') q
    cross join lateral (
      select count(*) as told from deposit_turn
      where deposit_account_id = a.id and told_at > ${now}::timestamptz - ${SAME_FOR}) w`.execute(db);
  const use = new Map(rows.map((row) => [row.id, row]));
  return accounts.map((account) => {
    const { amount = 0n, count = 0, told = 0 } = use.get(account.id) ?? {};
    return { ...account, taken: { amount, count }, told };
  });
}

/** The member as the choice needs them. */
export async function depositorOf(db: Db | Trx, memberId: bigint, now: Date): Promise<Depositor> {
  const { bank_code: bankCode } = await db
    .selectFrom('member')
    .select('bank_code')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const told = await db
    .selectFrom('deposit_turn')
    .select(['channel', 'deposit_account_id'])
    .where('member_id', '=', memberId)
    .where('told_at', '>', sql<Date>`${now}::timestamptz - ${SAME_FOR}`)
    .execute();
  const qrs = await db
    .selectFrom('deposit_qr')
    .select('deposit_account_id')
    .where('member_id', '=', memberId)
    .where('status', '=', 'OPEN')
    .execute();
  return {
    id: memberId,
    bankCode,
    told: new Map(told.map((row) => [row.channel, row.deposit_account_id])),
    paying: new Set(qrs.map(({ deposit_account_id }) => deposit_account_id)),
  };
}

/** Stores which accounts in turn the member is told. */
export async function rememberTurns(
  db: Db | Trx,
  memberId: bigint,
  turns: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (turns.size === 0) return;
  await sql`
    insert into deposit_turn as d (member_id, channel, deposit_account_id)
    select ${memberId}, channel, account from unnest(${[...turns.keys()]}::text[], ${[...turns.values()]}::bigint[]) t (channel, account)
    on conflict (member_id, channel) do update
      set deposit_account_id = excluded.deposit_account_id, told_at = excluded.told_at
      where d.deposit_account_id <> excluded.deposit_account_id
        or d.told_at < excluded.told_at - ${WRITTEN_FOR}`.execute(db);
}
