import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import { findActive, ownOf, termsOf } from './bonusRow.ts';
import type { Localized } from './localized.ts';
import { balanceSince, readTotal, stakedSince } from './memberTotal.ts';
import { baseOf, earlyEndCostOf, floorOf, targetOf, turnoverOf } from './terms.ts';

type Progress = ResponseOf<Contract['GET /api/bonus/check/active']>;

/**
 * The active bonus, its progress, and the current cost of cancelling (BON-01). The cost is stored: cancelling takes
 * exactly this cost, or is refused if it has changed.
 */
export async function showProgress(db: Db, memberId: bigint, language: Language): Promise<Progress> {
  const bonus = await findActive(db, memberId);
  if (bonus === undefined) return { status: false, type: null, progress: null };
  const terms = termsOf(bonus);
  const now = await balanceSince(db, bonus, await readTotal(db, memberId));
  const cancelCost = earlyEndCostOf(ownOf(bonus), now);
  if (bonus.quoted_cost !== cancelCost)
    await db
      .updateTable('member_bonus')
      .set({ quoted_cost: cancelCost })
      .where('id', '=', bonus.id)
      .where('state', '=', 'ACTIVE')
      .execute();
  return {
    status: true,
    type: (bonus.name as unknown as Localized)[language],
    progress: {
      base: bahtFromSatang(baseOf(terms)),
      target: bahtFromSatang(targetOf(terms)),
      floor: bahtFromSatang(floorOf(terms)),
      now: bahtFromSatang(now),
      cancelCost: bahtFromSatang(cancelCost),
      ...(terms.turnoverBps > 0 && {
        turnover: {
          needed: bahtFromSatang(turnoverOf(terms)),
          staked: bahtFromSatang(await stakedSince(db, bonus)),
        },
      }),
    },
  };
}
