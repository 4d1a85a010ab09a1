import type { SumFigure } from '@krapao/contract/figures';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { memberMoved } from '../../modules/figures/memberMoney.ts';
import { moneyFigure } from '../../modules/figures/moneyFigure.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { type PageAsked, pageOf } from '../reports/figureRows.ts';
import { rowsOf } from '../reports/figures.ts';
import { EVER } from '../reports/period.ts';

/** What a member has paid in, got and played since the registration; baht. */
export async function memberTotals(db: Db, memberId: bigint) {
  const moved = await memberMoved(db, memberId);
  const { rows } = await sql<{ stake: Satang; win: Satang }>`
    select coalesce(sum(stake), 0)::bigint as stake, coalesce(sum(win), 0)::bigint as win
    from play_day where member_id = ${memberId}`.execute(db);
  const [{ stake, win } = { stake: 0n, win: 0n }] = rows;
  return {
    deposits: bahtFromSatang(moneyFigure('deposits', moved)),
    withdrawals: bahtFromSatang(moneyFigure('withdrawals', moved)),
    cost: bahtFromSatang(moneyFigure('cost', moved)),
    adjustments: bahtFromSatang(moneyFigure('adjustments', moved)),
    stake: bahtFromSatang(stake),
    win: bahtFromSatang(win),
  };
}

/** The rows behind a total of a member, oldest first; baht. One snapshot. @throws AppError NO_USER */
export function memberFigureRows(
  db: Db,
  { memberId, figure, ...page }: PageAsked & { memberId: bigint; figure: SumFigure },
) {
  return inSnapshot(db, async (trx) => {
    const member = await trx.selectFrom('member').select('id').where('id', '=', memberId).executeTakeFirst();
    if (member === undefined) throw new AppError('NO_USER');
    return pageOf(trx, rowsOf(figure, EVER, { memberId }), page);
  });
}
