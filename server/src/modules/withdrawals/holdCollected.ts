import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { lockMemberAccounts } from '../../ledger/account.ts';
import { finishEntry } from '../statement/writeEntry.ts';
import { walletAvailable } from '../transfers/legMoney.ts';
import { holdWithdrawal } from './startWithdrawal.ts';
import { causeOf, WITHDRAWAL_JOB, type WithdrawalRow } from './withdrawalRow.ts';

const LOOK_AGAIN = '2 seconds';

/**
 * Continues a withdrawal that waits for money from games: places the hold when that transfer has settled, or ends the
 * withdrawal if the wallet has too little; the money that came back stays in the wallet.
 */
export async function holdCollected(context: AppContext, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await context.db.transaction().execute(async (trx) => {
    const withdrawal = await trx
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', withdrawalId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (withdrawal.state !== 'COLLECTING') return withdrawal;
    const update = trx.updateTable('withdrawal').where('id', '=', withdrawalId).returningAll();
    const transfer = await trx
      .selectFrom('transfer')
      .select('status')
      .where('id', '=', withdrawal.transfer_id)
      .executeTakeFirst();
    if (transfer?.status === 'PENDING')
      return update
        .set({ due_at: sql<Date>`site.now() + ${LOOK_AGAIN}::interval` })
        .executeTakeFirstOrThrow();
    await lockMemberAccounts(trx, withdrawal.member_id);
    if ((await walletAvailable(trx, withdrawal.member_id)) >= withdrawal.amount)
      return holdWithdrawal(trx, withdrawal, context.settings.get('withdraw'));
    await finishEntry(trx, causeOf(withdrawalId), 'FAILED');
    return update
      .set({ state: 'REJECTED', reason: 'COLLECTING_FAILED', due_at: null, settled_at: clock.date() })
      .executeTakeFirstOrThrow();
  });
  if (row.state === 'HELD') context.wakeJob(WITHDRAWAL_JOB);
  return row;
}
