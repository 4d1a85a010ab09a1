import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { BankReport } from '../../../providers/bankReport.ts';
import { type IncomingTransfer, type SeenTransfer, tellerOf } from './incomingTransfer.ts';

/** Stores that the report which has just joined a transfer vouches for nothing. */
export async function storeDoubt(trx: Trx, { id }: IncomingTransfer, seen: SeenTransfer): Promise<void> {
  if (seen.isDoubtful !== true) return;
  const teller = tellerOf(seen);
  await trx
    .updateTable('incoming_transfer')
    .set({
      doubted_tellers: sql`array_append(array_remove(doubted_tellers, ${teller}), ${teller})`,
      repeats: sql`coalesce(repeats, ${seen.repeats ?? null}::bigint)`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether a transfer may be one that was told of before: nobody vouches for it, or nobody who told of both
 * (docs/decisions/191-who-vouches-for-money.md).
 */
export async function isDoubted(trx: Trx, { id }: Pick<IncomingTransfer, 'id'>): Promise<boolean> {
  const { rows } = await sql`
    select from incoming_transfer t where t.id = ${id} and t.doubted_tellers <> '{}' and not exists (
      select from unnest(${tellersOf('t')}) teller where not (teller = any(t.doubted_tellers))
        and (t.repeats is null or exists (
          select from incoming_transfer earlier
          where earlier.id = t.repeats and teller = any(${tellersOf('earlier')}))))`.execute(trx);
  return rows.length > 0;
}

/** Whether a bank's word contradicts itself: what came is in the account when it has come. */
export const contradictsBalance = ({ amount, balanceAfter }: Pick<BankReport, 'amount' | 'balanceAfter'>) =>
  balanceAfter !== null && balanceAfter < amount;

/** Why a transfer waits that nobody vouches for; null for one that somebody vouches for. */
export async function doubtOf(
  trx: Trx,
  transfer: Pick<IncomingTransfer, 'id'>,
): Promise<'MAYBE_OLD' | 'BALANCE_DIFFERS' | null> {
  if (!(await isDoubted(trx, transfer))) return null;
  const { rows } = await sql`
    select from feed_report where incoming_transfer_id = ${transfer.id} and balance_after < amount`.execute(
    trx,
  );
  return rows.length > 0 ? 'BALANCE_DIFFERS' : 'MAYBE_OLD';
}

/** All who told of a transfer, under any reference. */
const tellersOf = (alias: string) => sql`(${sql.ref(`${alias}.told_by`)} || array(
  select w.source from transfer_twin w where w.incoming_transfer_id = ${sql.ref(`${alias}.id`)}))`;
