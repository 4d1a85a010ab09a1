import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import { NO_BANK } from './incomingTransfer.ts';

/** What an operator names of a transfer. */
export interface NamedTransfer {
  transRef: string;
  /** Three digits, if known. */
  sendingBank?: string | undefined;
}

/**
 * The other account of ours into which a bank told of a transfer with this reference. Whoever decides by it holds the
 * reference's lock (recordTransfer). @returns undefined if no bank did
 */
export async function toldElsewhere(
  db: Db | Trx,
  { transRef, sendingBank }: NamedTransfer,
  depositAccountId: bigint,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ account: bigint }>`
    with told as (
      select deposit_account_id, sending_bank, source from incoming_transfer where trans_ref = ${transRef}
      union all
      select w.deposit_account_id, w.sending_bank, w.source from deposit_account a
        join transfer_twin w on w.deposit_account_id = a.id and w.trans_ref = ${transRef}
    )
    select deposit_account_id as account from told
    where deposit_account_id <> ${depositAccountId} and source <> 'OPERATOR'
      and (${sendingBank ?? null}::text is null or sending_bank in (${sendingBank ?? NO_BANK}, ${NO_BANK}))
    order by deposit_account_id limit 1`.execute(db);
  return rows[0]?.account;
}
