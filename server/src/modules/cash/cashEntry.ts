import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import { clock } from '../../clock.ts';
import type { Database, Trx } from '../../database/connect.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post, reverse } from '../../ledger/post.ts';
import { bookAt } from './accountBook.ts';
import { bookWaiting, leaveReversedOpening } from './arrivals.ts';
import {
  type CashCurrency,
  type Counterpart,
  cashAccount,
  currencyOf,
  flowAccount,
  isInOpening,
  lockBooks,
  PAYOUT_AT,
} from './cashBook.ts';

export type CashEntry = Selectable<Database['cash_entry']>;
export type CashKind = 'OPENING' | 'TRANSFER' | 'FEE' | 'IN' | 'OUT';
type DepositAccount = Selectable<Database['deposit_account']>;

/** What an operator enters, in hundredths of the accounts' currency. An opening's amount is the balance that was read. */
export interface NewEntry {
  kind: CashKind;
  from: bigint | null;
  to: bigint | null;
  /** Of IN and OUT, where it is not simply the outside. */
  counterpart: string | null;
  amount: bigint;
  fee: bigint;
  reference: string;
  reason: string;
  movedAt: Date;
}

const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Stores an entry that is not booked yet. The same key is the same entry.
 * @returns the entry, and whether an earlier call with the key made it
 * @throws AppError NO_DATA (no such account), INVALID_REQUEST, INVALID_AMOUNT, CASH_CURRENCY, CASH_PERIOD,
 * IDEMPOTENCY_MISMATCH
 */
export async function addEntry(
  trx: Trx,
  entry: NewEntry,
  operatorId: bigint,
  requestKey: RequestKey,
): Promise<{ entry: CashEntry; isRepeat: boolean }> {
  const known = await madeBefore(trx, 'cash_entry', operatorId, requestKey);
  if (known) return { entry: known, isRepeat: true };
  const { kind, from, to, counterpart, amount, fee, reference, reason, movedAt } = entry;
  requireShape(entry);
  const accounts = await accountsOf(trx, [from, to]);
  const currencies = new Set(accounts.map(currencyOf));
  const [currency] = currencies;
  if (currency === undefined) throw new AppError('INVALID_REQUEST', 'an entry names an account');
  // Gateways and games are booked in baht, as what members own.
  if (currencies.size > 1 || (counterpart !== null && currency !== 'THB'))
    throw new AppError('CASH_CURRENCY');
  if (counterpart !== null) await requireCounterpart(trx, counterpart);
  if (movedAt.getTime() > clock.now() + CLOCKS_DIFFER_MS) throw new AppError('CASH_PERIOD', 'in the future');
  const isOpening = kind === 'OPENING';
  const stored = await trx
    .insertInto('cash_entry')
    .values({
      kind,
      from_account_id: isOpening ? null : from,
      to_account_id: to,
      counterpart,
      currency,
      amount: isOpening ? 0n : amount,
      told: isOpening ? amount : null,
      fee,
      reference,
      reason,
      moved_at: movedAt,
      requested_by: operatorId,
      idempotency_key: requestKey.key,
      fingerprint: requestKey.fingerprint,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { entry: stored, isRepeat: false };
}

/** The accounts and amounts that each kind has. @throws AppError INVALID_REQUEST, INVALID_AMOUNT */
function requireShape({ kind, from, to, counterpart, amount, fee }: NewEntry): void {
  const shape = {
    OPENING: [false, true],
    TRANSFER: [true, true],
    FEE: [true, false],
    IN: [false, true],
    OUT: [true, false],
  };
  const [hasFrom, hasTo] = shape[kind];
  if ((from !== null) !== hasFrom || (to !== null) !== hasTo || from === to)
    throw new AppError('INVALID_REQUEST', `${kind} has other accounts`);
  if (counterpart !== null && kind !== 'IN' && kind !== 'OUT')
    throw new AppError('INVALID_REQUEST', `${kind} has no counterpart`);
  const isFeeAlone = kind === 'FEE';
  if (fee < 0n || (isFeeAlone ? fee === 0n || amount !== 0n : kind !== 'OPENING' && amount <= 0n))
    throw new AppError('INVALID_AMOUNT');
  if (kind === 'OPENING' && fee !== 0n) throw new AppError('INVALID_AMOUNT');
}

/**
 * Books a waiting entry: a posting for what it moves and one for its fee. An opening moves the book so that it says, for
 * its time, what the bank said.
 * @throws AppError ALREADY_DECIDED, CASH_PERIOD (before the account's opening balance, or an opening for a time after
 * which deposits were not booked), CASH_OPENED (the account has an opening balance)
 */
export async function applyEntry(trx: Trx, id: bigint, decidedBy: bigint): Promise<CashEntry> {
  const row = await trx
    .updateTable('cash_entry')
    .set({ state: 'APPLIED', decided_by: decidedBy, decided_at: sql<Date>`site.clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .where('kind', '<>', 'OPENING')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return applyOpening(trx, id, decidedBy);
  const accounts = await accountsOf(trx, [row.from_account_id, row.to_account_id]);
  // The arrival of a transfer waits here, so that one of the two sees the other.
  await lockBooks(
    trx,
    accounts.map((account) => account.id),
    row.kind === 'TRANSFER',
  );
  for (const account of accounts)
    if (await isInOpening(trx, account.id, row.moved_at)) throw new AppError('CASH_PERIOD');
  const { debit, credit, feeDebit, feeCredit } = await sidesOf(trx, row, accounts);
  const told = { actor: `operator:${row.requested_by}`, cause: causeOf(id) };
  if (row.amount > 0n)
    await post(trx, {
      ...told,
      key: keyFrom('cash-entry', String(id), 'amount'),
      code: `cash_${row.kind.toLowerCase()}`,
      debit,
      credit,
      amount: row.amount,
    });
  if (row.fee > 0n)
    await post(trx, {
      ...told,
      key: keyFrom('cash-entry', String(id), 'fee'),
      code: 'cash_fee',
      debit: feeDebit,
      credit: feeCredit,
      amount: row.fee,
    });
  return row;
}

/** @throws AppError NO_DATA */
async function requireCounterpart(trx: Trx, counterpart: string): Promise<void> {
  const { rows } = await sql`
    select from gateway where 'gateway:' || code = ${counterpart}
    union all select from game_provider where 'provider:' || code = ${counterpart}`.execute(trx);
  if (rows.length === 0) throw new AppError('NO_DATA', 'no such counterpart');
}

async function sidesOf(trx: Trx, row: CashEntry, accounts: readonly DepositAccount[]) {
  const currency = row.currency as CashCurrency;
  const outside = await flowAccount(trx, (row.counterpart as Counterpart | null) ?? 'outside', currency);
  const side = async (id: bigint | null) => {
    const account = accounts.find((one) => one.id === id);
    return account === undefined ? outside : cashAccount(trx, account);
  };
  return {
    debit: await side(row.to_account_id),
    credit: await side(row.from_account_id),
    feeDebit: await flowAccount(trx, 'fee', currency),
    // Who receives from outside pays the fee of it.
    feeCredit: await side(row.from_account_id ?? row.to_account_id),
  };
}

async function applyOpening(trx: Trx, id: bigint, decidedBy: bigint): Promise<CashEntry> {
  const waiting = await trx
    .selectFrom('cash_entry')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .forUpdate()
    .executeTakeFirst();
  if (waiting === undefined) throw new AppError('ALREADY_DECIDED');
  const [account] = await accountsOf(trx, [waiting.to_account_id]);
  if (account === undefined || waiting.told === null) throw new AppError('NO_DATA');
  await lockBooks(trx, [account.id], true);
  if (await hasOpening(trx, account.id)) throw new AppError('CASH_OPENED');
  if (await hasUnbookedAfter(trx, account.id, waiting.moved_at)) throw new AppError('CASH_PERIOD');
  const moves = waiting.told - (await bookAt(trx, account.id, waiting.moved_at));
  const cash = await cashAccount(trx, account);
  const opening = await flowAccount(trx, 'opening', currencyOf(account));
  const size = moves < 0n ? -moves : moves;
  if (size > 0n)
    await post(trx, {
      key: keyFrom('cash-entry', String(id), 'amount'),
      code: 'cash_opening',
      actor: `operator:${waiting.requested_by}`,
      cause: causeOf(id),
      debit: moves > 0n ? cash : opening,
      credit: moves > 0n ? opening : cash,
      amount: size,
    });
  return trx
    .updateTable('cash_entry')
    .set({
      state: 'APPLIED',
      decided_by: decidedBy,
      decided_at: sql<Date>`site.clock_timestamp()`,
      amount: size,
      ...(moves < 0n && { from_account_id: account.id, to_account_id: null }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether a deposit or payout after this time is in no book: it came before there were books, or within an opening. */
async function hasUnbookedAfter(trx: Trx, accountId: bigint, at: Date): Promise<boolean> {
  const deposit = await trx
    .selectFrom('incoming_transfer')
    .select('id')
    .where('deposit_account_id', '=', accountId)
    .where('transferred_at', '>', at)
    .where('status', '=', 'CREDITED')
    .where('cash_posting_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (deposit !== undefined) return true;
  const payout = await trx
    .selectFrom('withdrawal')
    .select('id')
    .where('cash_account_id', '=', accountId)
    .where(PAYOUT_AT, '>', at)
    .where('state', '=', 'PAID')
    .where('cash_posting_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return payout !== undefined;
}

async function hasOpening(trx: Trx, accountId: bigint): Promise<boolean> {
  return isInOpening(trx, accountId, new Date(0));
}

/**
 * Takes an entry back by reversing its postings; the entry stays. The arrival that it explained waits again.
 * @throws AppError NO_DATA, ALREADY_DECIDED (it is not booked, or was reversed), CASH_PERIOD (an opening balance, which
 * the bank told, contains it)
 */
export async function reverseEntry(
  trx: Trx,
  id: bigint,
  { operatorId, reason }: { operatorId: bigint; reason: string },
): Promise<CashEntry> {
  const row = await trx
    .selectFrom('cash_entry')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row.state !== 'APPLIED' || row.reversed_at !== null) throw new AppError('ALREADY_DECIDED', row.state);
  const ids = [row.from_account_id, row.to_account_id].filter((one) => one !== null);
  await lockBooks(trx, ids, row.kind === 'OPENING');
  for (const account of row.kind === 'OPENING' ? [] : ids)
    if (await isInOpening(trx, account, row.moved_at)) throw new AppError('CASH_PERIOD');
  const postings = await trx
    .selectFrom('ledger.posting_key as k')
    .innerJoin('ledger.posting as p', 'p.id', 'k.posting_id')
    .select(['p.id', 'p.code'])
    .where('k.idem', 'in', [
      keyFrom('cash-entry', String(id), 'amount'),
      keyFrom('cash-entry', String(id), 'fee'),
    ])
    .orderBy('p.id')
    .execute();
  for (const posting of postings)
    await reverse(trx, {
      key: keyFrom('cash-entry', String(id), 'reverse', String(posting.id)),
      postingId: posting.id,
      code: posting.code,
      actor: `operator:${operatorId}`,
      cause: causeOf(id),
    });
  for (const account of row.kind === 'OPENING' ? ids : [])
    await leaveReversedOpening(trx, account, `operator:${operatorId}`);
  if (row.incoming_transfer_id !== null) {
    await trx
      .updateTable('incoming_transfer')
      .set({
        status: 'QUEUED',
        note: 'OWN_ACCOUNT',
        decided_by: null,
        decided_because: null,
        decided_at: null,
      })
      .where('id', '=', row.incoming_transfer_id)
      .execute();
    await bookWaiting(trx, row.incoming_transfer_id);
  }
  return trx
    .updateTable('cash_entry')
    .set({
      reversed_by: operatorId,
      reversed_because: reason,
      reversed_at: sql<Date>`site.clock_timestamp()`,
      incoming_transfer_id: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The cause of an entry's postings, and its subject in the audit log. */
export const causeOf = (id: bigint | string): string => `cashEntry:${id}`;

/** @throws AppError NO_DATA */
async function accountsOf(trx: Trx, ids: readonly (bigint | null)[]): Promise<DepositAccount[]> {
  const asked = ids.filter((id) => id !== null);
  const accounts = await trx
    .selectFrom('deposit_account')
    .selectAll()
    .where('id', 'in', asked)
    .where('bank_type', 'in', ['BANK', 'WALLET'])
    .execute();
  if (accounts.length !== new Set(asked).size) throw new AppError('NO_DATA', 'no such account');
  return accounts;
}
