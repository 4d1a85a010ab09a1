import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { bonusCondition } from './bonusCondition.ts';
import { type BonusType, type DefinitionRow, nameOf, takeFromQuota, termsFor } from './bonusDefinition.ts';
import { findActive } from './bonusRow.ts';
import { isClear } from './claimRules.ts';
import type { Deposit } from './deposits.ts';
import { grantBonus } from './grantBonus.ts';
import type { MemberTotal } from './memberTotal.ts';

type Rules = SettingValue<'bonus'>;

/** @throws AppError BONUS_ALREADY_ACTIVE (this bonus is running), BONUS_REMAINING (another one is) */
export async function refuseSecondBonus(trx: Trx, memberId: bigint, code: string): Promise<void> {
  const active = await findActive(trx, memberId);
  if (active) throw new AppError(active.code === code ? 'BONUS_ALREADY_ACTIVE' : 'BONUS_REMAINING');
}

/**
 * A bonus starts only with nothing in transit and almost no money besides the deposit; otherwise older money could meet
 * the target.
 * @throws AppError BONUS_CONDITION
 */
export function requireClearBalance(total: MemberTotal, deposit: Satang, rules: Rules): void {
  if (total.isMoving) throw bonusCondition('MOVING');
  if (total.isStale) throw bonusCondition('GAME_SILENT');
  if (isClear(total, deposit, rules)) return;
  const most = BigInt(rules.remainingMaximumSatang);
  const { games } = total;
  if (games > most) throw bonusCondition('GAME_BALANCE', { games, most });
  throw bonusCondition('OTHER_BALANCE', { other: total.posted + games - deposit, most });
}

/** Gives the bonus of a definition; the caller has checked its condition. @throws AppError BONUS_FULL, BONUS_CONDITION */
export async function startBonus(
  trx: Trx,
  memberId: bigint,
  total: MemberTotal,
  definition: DefinitionRow,
  { deposit, stakedBefore }: { deposit: Deposit | undefined; stakedBefore: Satang },
): Promise<bigint> {
  const terms = termsFor(definition, deposit?.amount ?? 0n);
  // The share rounds down to zero satang.
  if (terms.bonus === 0n) throw bonusCondition('NOTHING_TO_GIVE');
  await takeFromQuota(trx, definition);
  return grantBonus(trx, memberId, total, {
    source: definition.offer === 'promotion' ? 'promotion' : 'bonus',
    code: definition.code,
    name: nameOf(definition),
    type: definition.type as BonusType,
    terms,
    depositPosting: deposit?.posting ?? null,
    stakedBefore,
  });
}
