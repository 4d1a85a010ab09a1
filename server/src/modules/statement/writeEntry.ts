import type { Language } from '@krapao/contract/limits';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

export type EntryStatus = 'PENDING' | 'SUCCESS' | 'FAILED';

export interface NewEntry {
  memberId: bigint;
  /** The cause of the movement, unique: `qr:<id>`, `transfer:<id>`, `withdrawal:<id>`. */
  cause: string;
  type: 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer';
  status: EntryStatus;
  /** A place of STATEMENT_PLACES, or the code of a game, a bank or a gateway. */
  from: string;
  to: string;
  /** Satang, zero or above. */
  amount: Satang;
  /** What STM-08 shows beside the type, for example `{ bonus: { description } }`; a text, or one in each language. */
  detail?: Record<string, { description: string | Readonly<Record<Language, string>> }>;
  /** Whole kip paid for the amount, and the rate. */
  payout?: { kip: number; kipForBaht: number } | undefined;
}

/**
 * Writes the member's statement row for a cause (STM-08), after the posting that it tells of. An existing row of the
 * cause stays unchanged.
 */
export async function writeEntry(trx: Trx, entry: NewEntry): Promise<void> {
  const detail = JSON.stringify({ ...entry.detail, ...(entry.payout && { payout: entry.payout }) });
  await sql`
    select write_entry(${entry.memberId}, ${entry.cause}, ${entry.type}, ${entry.status}, ${entry.from}, ${entry.to},
      ${entry.amount}, ${detail})`.execute(trx);
}

/**
 * Sets the status of this cause's row, and what is known only at the end: amount, destination, the wallet's balance. The
 * row must exist.
 */
export async function finishEntry(
  trx: Trx,
  cause: string,
  status: EntryStatus,
  { amount, to }: { amount?: Satang; to?: string } = {},
): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select finish_entry(${cause}, ${status}, ${amount ?? null}, ${to ?? null}) as found`.execute(trx);
  if (!rows[0]?.found) throw noEntry(cause);
}

/** A movement whose row of the statement is missing: a defect. */
export const noEntry = (cause: string) =>
  new AppError('INTERNAL_SERVER_ERROR', `no statement row of ${cause}`);

/** Notes the wallet's balance on a row in progress whose money has left the wallet just now. */
export async function noteBalance(trx: Trx, cause: string): Promise<void> {
  await trx
    .updateTable('statement_entry')
    .set({ balance_after: sql<bigint>`wallet_after(statement_entry.member_id)` })
    .where('cause', '=', cause)
    .execute();
}
