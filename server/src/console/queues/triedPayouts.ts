import { bahtFromSatang } from '@krapao/contract/money';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { TRIED_STATES, takeOverPayout } from '../../modules/withdrawals/takeOverPayout.ts';
import { act } from '../act.ts';
import type { Asker } from '../approvals/ask.ts';

const MOST = 100;

/** The payouts that the machine still tries at the bank, the oldest first. */
export async function listTriedPayouts(db: Db) {
  const rows = await db
    .selectFrom('withdrawal as w')
    .innerJoin('member as m', 'm.id', 'w.member_id')
    .select(['w.id', 'w.state', 'w.reason', 'w.amount', 'w.pay_currency', 'w.pay_amount', 'w.created_at'])
    .select(['w.bank_code', 'w.bank_account_no', 'm.name'])
    .where('w.state', 'in', [...TRIED_STATES])
    .orderBy('w.created_at')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    memberName: row.name,
    state: row.state,
    why: row.reason,
    amount: bahtFromSatang(row.amount),
    pay: { currency: row.pay_currency as 'THB' | 'LAK', amount: bahtFromSatang(row.pay_amount) },
    bankCode: row.bank_code,
    bankAccountNo: row.bank_account_no,
    createdAt: row.created_at.toISOString(),
  }));
}

/** Leaves a payout that the machine still tries to the queue. @throws AppError as takeOverPayout */
export async function takeOver(
  context: AppContext,
  asker: Asker,
  id: string,
  { seen, reason }: { seen: { state: string; why: string | null }; reason: string },
): Promise<void> {
  await act(context, asker, async (trx, recorder) => {
    const before = await takeOverPayout(trx, { withdrawalId: id, seen });
    await recorder({
      action: 'withdrawal.takeOver',
      subject: `withdrawal:${id}`,
      memberId: before.member_id,
      before: { state: before.state, told: before.reason, sends: before.sends },
      reason,
    });
  });
}
