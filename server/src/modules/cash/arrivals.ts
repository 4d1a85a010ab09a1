import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../database/connect.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import { cashAccount, currencyOf, flowAccount, isInOpening, lockBooks } from './cashBook.ts';

type DepositAccount = Selectable<Database['deposit_account']>;
type Transfer = Selectable<Database['incoming_transfer']>;

interface Told {
  cause: string;
  actor: string;
}

/** The ledger's account of what arrived in an own account and is nobody's yet; that is its balance. */
const suspenseAccount = (trx: Trx, account: DepositAccount): Promise<bigint> =>
  flowAccount(trx, `suspense:${account.id}`, currencyOf(account));

/**
 * Books the arrival of a transfer that waits: its money stands in suspense until it is known whose it is. The caller holds the
 * transfer's lock.
 * @returns the transfer with its posting; undefined where there is nothing to book: it is decided or booked, went into no
 * account of ours, is not in the account's currency, or the opening balance contains it
 */
export async function bookWaiting(trx: Trx, transferId: bigint): Promise<Transfer | undefined> {
  const waiting = await trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('id', '=', transferId)
    .where('status', '=', 'QUEUED')
    .where('cash_posting_id', 'is', null)
    .where('deposit_account_id', 'is not', null)
    .executeTakeFirst();
  if (waiting === undefined) return undefined;
  const account = await accountOf(trx, waiting);
  const told = { cause: causeOf(waiting), actor: 'system' };
  const posting = await bookArrival(trx, waiting, account, { from: 'suspense', ...told });
  return posting === null ? undefined : stand(trx, waiting, { posting, isInSuspense: true });
}

/**
 * Books a transfer that is credited to a member: out of suspense, or into the receiving account at once if it never waited.
 * @returns the posting of its arrival; null where the opening balance contains it, or the transfer is not in the account's
 * currency
 */
export async function bookCredited(
  trx: Trx,
  transfer: Transfer,
  account: DepositAccount,
  told: Told,
): Promise<bigint | null> {
  const standing = await standingIn(trx, transfer, account, told.actor);
  if (standing.suspense_posting_id === null)
    return standing.cash_posting_id ?? bookArrival(trx, standing, account, { from: 'deposit', ...told });
  await settle(trx, standing, account, { to: 'deposit', code: 'cash_deposit', ...told });
  return standing.cash_posting_id;
}

/**
 * Books a transfer that went back: out of suspense to the outside, from where the entry that returns it takes it.
 * @returns the posting of its arrival, as bookCredited
 */
export async function bookReturned(
  trx: Trx,
  transfer: Transfer,
  account: DepositAccount,
  told: Told,
): Promise<bigint | null> {
  const before = await standingIn(trx, transfer, account, told.actor);
  const standing = (await bookWaiting(trx, before.id)) ?? before;
  if (standing.suspense_posting_id !== null)
    await settle(trx, standing, account, { to: 'outside', code: 'cash_returned', ...told });
  return standing.cash_posting_id;
}

/**
 * Takes the arrival of a transfer out of the books again: it is dismissed, or explained by a transfer between own accounts, which
 * has its own posting. Where an opening balance was entered since, the account held what that says: only the money's owner
 * changes. The caller holds the transfer's lock.
 */
export async function takeBack(trx: Trx, transferId: bigint, actor: string): Promise<void> {
  const transfer = await trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow();
  if (transfer.suspense_posting_id === null) return;
  const account = await accountOf(trx, transfer);
  await lockBooks(trx, [account.id]);
  const told = { cause: causeOf(transfer), actor };
  if (await isInOpening(trx, account.id, transfer.transferred_at)) {
    await settle(trx, transfer, account, { to: 'opening', code: 'cash_taken_back', ...told });
    await stand(trx, transfer, { posting: transfer.suspense_posting_id, isInSuspense: false });
    return;
  }
  await leaveBook(trx, transfer, account, { from: 'suspense', ...told });
}

/**
 * Takes out of an account's book what was dismissed while an opening balance contained it: that balance is reversed, and what is
 * dismissed was never there. The caller holds the book alone.
 */
export async function leaveReversedOpening(trx: Trx, accountId: bigint, actor: string): Promise<void> {
  const dismissed = await trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('deposit_account_id', '=', accountId)
    .where('status', '=', 'DISMISSED')
    .where('returned_reference', 'is', null)
    .where('cash_posting_id', 'is not', null)
    .where('suspense_posting_id', 'is', null)
    .orderBy('id')
    .execute();
  for (const transfer of dismissed) {
    const told = { cause: causeOf(transfer), actor };
    await leaveBook(trx, transfer, await accountOf(trx, transfer), { from: 'opening', ...told });
  }
}

async function leaveBook(
  trx: Trx,
  transfer: Transfer,
  account: DepositAccount,
  { from, ...told }: Told & { from: 'suspense' | 'opening' },
): Promise<void> {
  await post(trx, {
    ...told,
    key: keyFrom('cash', 'taken-back', String(transfer.cash_posting_id)),
    code: 'cash_taken_back',
    debit:
      from === 'suspense'
        ? await suspenseAccount(trx, account)
        : await flowAccount(trx, 'opening', currencyOf(account)),
    credit: await cashAccount(trx, account),
    amount: transfer.amount,
  });
  await trx
    .updateTable('incoming_transfer')
    .set({ cash_posting_id: null, suspense_posting_id: null, taken_back: transfer.taken_back + 1 })
    .where('id', '=', transfer.id)
    .execute();
}

/** The transfer as it stands in this account's book: operators may have seen that another account received it. */
async function standingIn(
  trx: Trx,
  transfer: Transfer,
  account: DepositAccount,
  actor: string,
): Promise<Transfer> {
  if (transfer.deposit_account_id === account.id) return transfer;
  if (transfer.suspense_posting_id !== null)
    await leaveBook(trx, transfer, await accountOf(trx, transfer), {
      from: 'suspense',
      cause: causeOf(transfer),
      actor,
    });
  return trx
    .updateTable('incoming_transfer')
    .set({ deposit_account_id: account.id })
    .where('id', '=', transfer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns the posting; null where the opening balance contains it, or the transfer is not in the account's currency */
async function bookArrival(
  trx: Trx,
  transfer: Transfer,
  account: DepositAccount,
  { from, cause, actor }: Told & { from: 'deposit' | 'suspense' },
): Promise<bigint | null> {
  const currency = currencyOf(account);
  if (transfer.currency !== currency) return null;
  await lockBooks(trx, [account.id]);
  if (await isInOpening(trx, account.id, transfer.transferred_at)) return null;
  const round = transfer.taken_back === 0 ? [] : [String(transfer.taken_back)];
  const { id } = await post(trx, {
    // One key whichever way it is booked: no node books it both ways.
    key: keyFrom('cash', 'incoming-transfer', String(transfer.id), ...round),
    code: from === 'deposit' ? 'cash_deposit' : 'cash_arrival',
    cause,
    actor,
    debit: await cashAccount(trx, account),
    credit:
      from === 'deposit' ? await flowAccount(trx, 'deposit', currency) : await suspenseAccount(trx, account),
    amount: transfer.amount,
  });
  return id;
}

/** Moves a transfer's money out of suspense. Whoever decided it stores that it stands there no longer. */
async function settle(
  trx: Trx,
  transfer: Transfer,
  account: DepositAccount,
  { to, code, cause, actor }: Told & { to: 'deposit' | 'outside' | 'opening'; code: string },
): Promise<void> {
  await post(trx, {
    key: keyFrom('cash', 'settled', String(transfer.suspense_posting_id)),
    code,
    cause,
    actor,
    debit: await suspenseAccount(trx, account),
    credit: await flowAccount(trx, to, currencyOf(account)),
    amount: transfer.amount,
  });
}

const stand = (
  trx: Trx,
  { id }: Transfer,
  { posting, isInSuspense }: { posting: bigint; isInSuspense: boolean },
): Promise<Transfer> =>
  trx
    .updateTable('incoming_transfer')
    .set({ cash_posting_id: posting, suspense_posting_id: isInSuspense ? posting : null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

const accountOf = (trx: Trx, { deposit_account_id }: Transfer): Promise<DepositAccount> =>
  trx
    .selectFrom('deposit_account')
    .selectAll()
    .where('id', '=', deposit_account_id)
    .executeTakeFirstOrThrow();

const causeOf = ({ id }: Transfer): string => `incoming:${id}`;

/**
 * Ids of transfers that wait, and are neither in their account's book nor in an opening balance; and of those that wait no longer
 * and stand in suspense. Nodes of the version before leave both.
 */
export const DUE_ARRIVALS = sql<{ id: bigint }>`
  select t.id from incoming_transfer t join deposit_account a on a.id = t.deposit_account_id
  where t.status = 'QUEUED' and t.cash_posting_id is null
    and t.currency = case a.currency when 'LAK' then 'LAK' else 'THB' end
    and not exists (select from cash_entry e
      where e.kind = 'OPENING' and e.state = 'APPLIED' and e.reversed_at is null
        and coalesce(e.to_account_id, e.from_account_id) = t.deposit_account_id and e.moved_at >= t.transferred_at)
  union all
  select t.id from incoming_transfer t where t.status <> 'QUEUED' and t.suspense_posting_id is not null`;
