import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../../database/connect.ts';
import { takeBack } from '../../cash/arrivals.ts';
import { lockBooks } from '../../cash/cashBook.ts';
import { ownAccounts } from '../depositAccounts.ts';
import { isCertainly } from './houseSender.ts';
import { type IncomingTransfer, senderOf } from './incomingTransfer.ts';

type CashEntry = Selectable<Database['cash_entry']>;

/** A transfer between own accounts, as it left and as it arrived, is one within this time. */
const SAME_WITHIN = sql`interval '36 hours'`;

/**
 * Ends the waiting arrival of a booked transfer between own accounts, if the bank has reported one.
 * @returns the entry, with its arrival
 */
export async function linkArrival(trx: Trx, entry: CashEntry): Promise<CashEntry> {
  const from = (await ownAccounts(trx)).find(({ id }) => id === entry.from_account_id);
  if (from === undefined) return entry;
  const arrivals = await trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('status', '=', 'QUEUED')
    .where('note', '=', 'OWN_ACCOUNT')
    .where('deposit_account_id', '=', entry.to_account_id)
    .where('amount', '=', entry.amount)
    .where('currency', '=', entry.currency)
    .where(
      sql<boolean>`transferred_at between ${entry.moved_at}::timestamptz - ${SAME_WITHIN} and ${entry.moved_at}::timestamptz + ${SAME_WITHIN}`,
    )
    .orderBy(sql`abs(extract(epoch from transferred_at - ${entry.moved_at}::timestamptz))`)
    .forUpdate()
    .skipLocked()
    .execute();
  const arrival = arrivals.find((one) => isCertainly(senderOf(one), from));
  return arrival === undefined ? entry : endArrival(trx, entry, arrival.id);
}

/**
 * Ends an arrival from an account of ours that an operator has already entered. The caller holds its lock.
 * @returns whether there is such an entry
 */
export async function explainArrival(trx: Trx, arrival: IncomingTransfer): Promise<boolean> {
  if (arrival.deposit_account_id === null) return false;
  await lockBooks(trx, [arrival.deposit_account_id]);
  const senders = (await ownAccounts(trx)).filter((account) => isCertainly(senderOf(arrival), account));
  if (senders.length === 0) return false;
  const entry = await trx
    .selectFrom('cash_entry')
    .selectAll()
    .where('kind', '=', 'TRANSFER')
    .where('state', '=', 'APPLIED')
    .where('reversed_at', 'is', null)
    .where('incoming_transfer_id', 'is', null)
    .where(
      'from_account_id',
      'in',
      senders.map(({ id }) => id),
    )
    .where('to_account_id', '=', arrival.deposit_account_id)
    .where('amount', '=', arrival.amount)
    .where('currency', '=', arrival.currency)
    .where(
      sql<boolean>`moved_at between ${arrival.transferred_at}::timestamptz - ${SAME_WITHIN} and ${arrival.transferred_at}::timestamptz + ${SAME_WITHIN}`,
    )
    .orderBy(sql`abs(extract(epoch from moved_at - ${arrival.transferred_at}::timestamptz))`)
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (entry === undefined) return false;
  await endArrival(trx, entry, arrival.id);
  return true;
}

/** The entry has booked the arrival: in the book it would stand twice. */
async function endArrival(trx: Trx, entry: CashEntry, arrivalId: bigint): Promise<CashEntry> {
  await takeBack(trx, arrivalId, `operator:${entry.requested_by}`);
  await trx
    .updateTable('incoming_transfer')
    .set({
      status: 'DISMISSED',
      note: 'OWN_ACCOUNT',
      decided_by: entry.requested_by,
      decided_because: entry.reason,
      decided_at: sql<Date>`site.clock_timestamp()`,
    })
    .where('id', '=', arrivalId)
    .execute();
  return trx
    .updateTable('cash_entry')
    .set({ incoming_transfer_id: arrivalId })
    .where('id', '=', entry.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
