import type { Contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import { memberMonths } from '../figures/memberMoney.ts';
import { moneyFigure } from '../figures/moneyFigure.ts';

type MonthSums = NonNullable<ResponseOf<Contract['POST /api/statement']>['months']>[number];

/** What a member deposited, got and withdrew in the whole months of these times, newest first. */
export async function monthSums(db: Db, memberId: bigint, times: readonly Date[]): Promise<MonthSums[]> {
  const months = [...new Set(times.map((time) => bangkokDay(time).slice(0, 7)))].toSorted();
  const [oldest] = months;
  if (oldest === undefined) return [];
  const moved = await memberMonths(db, memberId, oldest);
  return months.toReversed().map((month) => {
    const figure = (name: Parameters<typeof moneyFigure>[0]) =>
      bahtFromSatang(moneyFigure(name, moved.get(month) ?? []));
    return {
      month,
      deposits: figure('deposits'),
      bonuses: figure('cost'),
      withdrawals: figure('withdrawals'),
      adjustments: figure('adjustments'),
    };
  });
}
