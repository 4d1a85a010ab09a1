import { bahtFromSatang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { Database, Db, Trx } from '../../database/connect.ts';
import { bookAt } from '../../modules/cash/accountBook.ts';
import { currencyOf } from '../../modules/cash/cashBook.ts';
import { ownAccounts } from '../../modules/deposits/depositAccounts.ts';
import { withUse } from '../../modules/deposits/turn/accountTurns.ts';
import { restOf, restsUntil } from '../../modules/deposits/turn/chooseAccounts.ts';
import { accountDays } from './accountDays.ts';

type DepositAccount = Selectable<Database['deposit_account']>;

const NONE = { amount: 0, count: 0 };
const NOTHING_YET = { arrived: NONE, credited: NONE, asked: NONE };

/** Our accounts with their day, their rest, and their balance by our books and by the bank. @param trx one snapshot */
export async function listAccounts(trx: Trx, now = clock.date()) {
  const accounts = await withUse(trx, await ownAccounts(trx), now, 'all');
  const days = await accountDays(
    trx,
    accounts.map(({ id }) => id),
    now,
  );
  const nobodys = await readNobodys(trx);
  const shown = [];
  for (const account of accounts) {
    const opening = await openingOf(trx, account.id);
    const rest = account.is_active ? restOf(account, now) : null;
    shown.push({
      id: String(account.id),
      bankCode: account.bank_code,
      bankType: account.bank_type,
      accountNo: account.account_no,
      accountName: account.account_name,
      mode: account.mode,
      currency: currencyOf(account),
      isActive: account.is_active,
      today: {
        ...(days.get(account.id) ?? NOTHING_YET),
        amount: bahtFromSatang(account.taken.amount),
        count: account.taken.count,
        limit: account.day_limit === null ? null : bahtFromSatang(account.day_limit),
        countLimit: account.day_count,
      },
      rest,
      restsUntil: rest === null ? null : (restsUntil(account, now)?.toISOString() ?? null),
      expected: bahtFromSatang(await heldBy(trx, account)),
      nobodys: nobodys.get(account.id) ?? NONE,
      isClientMoney: account.client_money_since !== null,
      openedAt: opening?.toISOString() ?? null,
      told: await toldOf(trx, account.id, opening),
    });
  }
  return shown.toSorted((a, b) => Number(b.isActive) - Number(a.isActive));
}

/** What arrived and is nobody's yet, by account. */
async function readNobodys(trx: Trx): Promise<Map<bigint, { amount: number; count: number }>> {
  const { rows } = await sql<{ id: bigint; amount: bigint; count: number }>`
    select deposit_account_id as id, sum(amount)::bigint as amount, count(*)::integer as count
    from incoming_transfer where suspense_posting_id is not null group by 1`.execute(trx);
  return new Map(rows.map(({ id, amount, count }) => [id, { amount: bahtFromSatang(amount), count }]));
}

/** Runs queries that must agree with each other. */
export function inSnapshot<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** @throws AppError NO_DATA */
export async function requireAccount(db: Db | Trx, id: string): Promise<DepositAccount> {
  const account = await db
    .selectFrom('deposit_account')
    .selectAll()
    .where('id', '=', BigInt(id))
    .where('bank_type', 'in', ['BANK', 'WALLET'])
    .executeTakeFirst();
  if (account === undefined) throw new AppError('NO_DATA');
  return account;
}

/** What the account holds by the ledger, in hundredths of its currency. */
export async function heldBy(trx: Trx, account: DepositAccount): Promise<bigint> {
  const { rows } = await sql<{ held: bigint }>`
    select -b.posted as held from ledger.account a cross join lateral ledger.balance(a.id) b
    where a.kind = 'cash' and a.member_id is null and a.provider = ${String(account.id)}
      and a.currency = ${currencyOf(account)}`.execute(trx);
  return rows[0]?.held ?? 0n;
}

/** When the account's book begins; undefined before there is an opening balance. */
export async function openingOf(trx: Trx, accountId: bigint): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('cash_entry')
    .select('moved_at')
    .where('kind', '=', 'OPENING')
    .where('state', '=', 'APPLIED')
    .where('reversed_at', 'is', null)
    .where((e) => e(e.fn.coalesce('to_account_id', 'from_account_id'), '=', accountId))
    .executeTakeFirst();
  return row?.moved_at;
}

/**
 * The newest balance that somebody counted, or that a statement ends with, beside what our books say for its time; in
 * hundredths of the account's currency. What a feed tells is a notice of one transfer, and no count.
 * @param until its time is this at the latest, and the books are as they were then
 */
export async function lastTold(trx: Trx, accountId: bigint, until?: Date) {
  const told = await trx
    .selectFrom('account_balance')
    .selectAll()
    .where('place', '=', String(accountId))
    .where('source', '<>', 'BANK')
    .$if(until !== undefined, (query) => query.where('at', '<=', until as Date))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return told && { ...told, expected: await bookAt(trx, accountId, told.at, until) };
}

async function toldOf(trx: Trx, accountId: bigint, opening: Date | undefined) {
  const told = await lastTold(trx, accountId);
  return told === undefined ? null : presentTold(told, opening);
}

/**
 * The same as accounts show it, in units of the currency. A book without an opening balance says what moved, and not what
 * the account held: nothing is expected of it.
 */
export function presentTold(
  { balance, at, source, expected }: NonNullable<Awaited<ReturnType<typeof lastTold>>>,
  opening: Date | undefined,
) {
  const isOpened = opening !== undefined;
  return {
    balance: bahtFromSatang(balance),
    at: at.toISOString(),
    source: source as 'FILE' | 'BANK' | 'OPERATOR',
    expected: isOpened ? bahtFromSatang(expected) : null,
    difference: isOpened ? bahtFromSatang(balance - expected) : null,
  };
}
