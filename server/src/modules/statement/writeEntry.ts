import type { Language } from '@krapao/contract/limits';
import type { Satang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

const BALANCE = walletOf(sql`statement_entry.member_id`);

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

/**
 * Writes the member's statement row for a cause (STM-08), after the posting that it tells of. An existing row of the
 * cause stays unchanged.
 */
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
      ...(entry.status === 'SUCCESS' && { balance_after: walletOf(sql`${entry.memberId}::bigint`) }),
      detail: JSON.stringify({ ...entry.detail, ...(entry.payout && { payout: entry.payout }) }),
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute();
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
  const { numUpdatedRows } = await trx
    .updateTable('statement_entry')
    .set({
      status,
      balance_after: status === 'SUCCESS' ? sql`coalesce(balance_after, ${BALANCE})` : null,
      ...(amount !== undefined && { amount }),
      ...(to !== undefined && { to_label: to }),
    })
    .where('cause', '=', cause)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('INTERNAL_SERVER_ERROR', `no statement row of ${cause}`);
}

/** Notes the wallet's balance on a row in progress whose money has left the wallet just now. */
export async function noteBalance(trx: Trx, cause: string): Promise<void> {
  await trx
    .updateTable('statement_entry')
    .set({ balance_after: BALANCE })
    .where('cause', '=', cause)
    .execute();
}

/** Satang that can be spent: what is held for a payout has left the wallet for its member. */
function walletOf(memberId: RawBuilder<bigint>): RawBuilder<bigint | null> {
  return sql`(select posted - held from ledger.account
    where member_id = ${memberId} and kind = 'wallet' and currency = 'THB')`;
}
