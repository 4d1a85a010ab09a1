import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../database/connect.ts';
import { ensureHouseAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';

type DepositAccount = Selectable<Database['deposit_account']>;
export type CashCurrency = 'THB' | 'LAK';
/** A gateway or a game that money of an account came from or went to: `gateway:WW`, `provider:pg`. */
export type Counterpart = `gateway:${string}` | `provider:${string}`;
/** Where an account's money comes from or goes to, if not to another account of ours. */
type Flow = 'deposit' | 'payout' | 'fee' | 'outside' | 'opening' | `suspense:${bigint}` | Counterpart;

/** The ledger's currency of an account; its amounts are in hundredths of it. */
export const currencyOf = ({ currency }: Pick<DepositAccount, 'currency'>): CashCurrency =>
  currency === 'LAK' ? 'LAK' : 'THB';

/** The ledger's account for the money in one of our bank accounts; what the bank holds is its negative balance. */
export const cashAccount = (trx: Trx, account: Pick<DepositAccount, 'id' | 'currency'>): Promise<bigint> =>
  ensureHouseAccount(trx, 'cash', String(account.id), currencyOf(account));

export const flowAccount = (trx: Trx, flow: Flow, currency: CashCurrency): Promise<bigint> =>
  ensureHouseAccount(trx, 'cash_flow', flow, currency);

/**
 * Until the transaction ends, no opening balance of these accounts begins or ends; with `isAlone` nothing else is booked
 * into them either. Taken before any lock of a wallet.
 */
export async function lockBooks(trx: Trx, ids: readonly bigint[], isAlone = false): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1))) {
    const lock = isAlone ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
    await sql`select ${lock}(hashtextextended(${`krapao.cash:${id}`}, 0))`.execute(trx);
  }
}

/** Whether the account's opening balance already contains what the bank moved at this time. The caller holds its book. */
export async function isInOpening(trx: Trx, accountId: bigint, at: Date): Promise<boolean> {
  const opening = await trx
    .selectFrom('cash_entry')
    .select('id')
    .where('kind', '=', 'OPENING')
    .where('state', '=', 'APPLIED')
    .where('reversed_at', 'is', null)
    .where((e) => e(e.fn.coalesce('to_account_id', 'from_account_id'), '=', accountId))
    .where('moved_at', '>=', at)
    .executeTakeFirst();
  return opening !== undefined;
}

interface Cause {
  cause: string;
  actor: string;
}

type Payout = Pick<
  Selectable<Database['withdrawal']>,
  | 'id'
  | 'pay_amount'
  | 'pay_currency'
  | 'from_bank_code'
  | 'from_account_no'
  | 'cash_account_id'
  | 'payout_batch_id'
>;

/** When the bank was given a paid withdrawal: with its file, or as it was sent. A balance told later contains it. */
export const PAYOUT_AT = sql<Date>`coalesce(
  (select created_at from payout_batch where payout_batch.id = withdrawal.payout_batch_id), released_at, settled_at)`;

/**
 * Our account that paid a withdrawal, if it is known: as an operator named it, as the bank's file names it, or as it was
 * sent.
 */
export async function payingAccountOf(trx: Trx, payout: Payout): Promise<DepositAccount | undefined> {
  const accounts = await trx
    .selectFrom('deposit_account')
    .selectAll()
    .where('bank_type', 'in', ['BANK', 'WALLET'])
    .where('currency', '=', payout.pay_currency === 'LAK' ? 'LAK' : 'BAHT')
    .where((e) =>
      payout.cash_account_id !== null
        ? e('id', '=', payout.cash_account_id)
        : payout.payout_batch_id !== null
          ? sql<boolean>`account_no = (select terms ->> 'payingAccount' from payout_batch where id = ${payout.payout_batch_id})`
          : e.and([
              e('bank_code', '=', payout.from_bank_code ?? ''),
              e('account_no', '=', payout.from_account_no ?? ''),
            ]),
    )
    .limit(2)
    .execute();
  return accounts.length === 1 ? accounts[0] : undefined;
}

/**
 * Books a paid withdrawal out of the account that paid it, if that is known, unless the opening balance contains it. The
 * caller has stored that it is paid, holds its lock, and none of a wallet.
 */
export async function bookPayout(trx: Trx, payout: Payout, { cause, actor }: Cause): Promise<void> {
  const account = await payingAccountOf(trx, payout);
  if (account === undefined) return;
  await lockBooks(trx, [account.id]);
  const { at } = await trx
    .updateTable('withdrawal')
    .set({ cash_account_id: account.id })
    .where('id', '=', payout.id)
    .returning(PAYOUT_AT.as('at'))
    .executeTakeFirstOrThrow();
  if (await isInOpening(trx, account.id, at)) return;
  const currency = currencyOf(account);
  const { id } = await post(trx, {
    key: keyFrom('cash', 'withdrawal', payout.id),
    code: 'cash_payout',
    cause,
    actor,
    debit: await flowAccount(trx, 'payout', currency),
    credit: await cashAccount(trx, account),
    amount: payout.pay_amount,
  });
  await trx.updateTable('withdrawal').set({ cash_posting_id: id }).where('id', '=', payout.id).execute();
}
