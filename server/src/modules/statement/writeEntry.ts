import type { Language } from '@krapao/contract/limits';
import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

export type EntryStatus = 'PENDING' | 'SUCCESS' | 'FAILED';

export interface NewEntry {
  memberId: bigint;
  /** The cause of the movement, unique: `qr:<id>`, `transfer:<id>`, `withdrawal:<id>`. */
  cause: string;
  type: 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer';
  status: EntryStatus;
  /** WALLET, BANK, a game provider's code or a bank's code. */
  from: string;
  to: string;
  /** Satang, zero or above. */
  amount: Satang;
  /** What STM-08 shows beside the type, for example `{ bonus: { description } }`; a text, or one in each language. */
  detail?: Record<string, { description: string | Readonly<Record<Language, string>> }>;
  /** Whole kip paid for the amount, and the rate. */
  payout?: { kip: number; kipForBaht: number } | undefined;
}

/** Writes the member's statement row for a cause (STM-08). An existing row of the cause stays unchanged. */
export async function writeEntry(trx: Trx, entry: NewEntry): Promise<void> {
  await trx
    .insertInto('statement_entry')
    .values({
      member_id: entry.memberId,
      cause: entry.cause,
      statement_type: entry.type,
      status: entry.status,
      from_label: entry.from,
      to_label: entry.to,
      amount: entry.amount,
      detail: JSON.stringify({ ...entry.detail, ...(entry.payout && { payout: entry.payout }) }),
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute();
}

/** Sets the status of this cause's row, and what is known only at the end: amount, destination. The row must exist. */
export async function finishEntry(
  trx: Trx,
  cause: string,
  status: EntryStatus,
  { amount, to }: { amount?: Satang; to?: string } = {},
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('statement_entry')
    .set({ status, ...(amount !== undefined && { amount }), ...(to !== undefined && { to_label: to }) })
    .where('cause', '=', cause)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('INTERNAL_SERVER_ERROR', `no statement row of ${cause}`);
}
