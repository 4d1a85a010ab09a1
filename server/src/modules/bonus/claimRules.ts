import type { Satang } from '@krapao/contract/money';
import type { SettingValue } from '../../settings/schema.ts';
import type { DefinitionRow } from './bonusDefinition.ts';
import type { MemberTotal } from './memberTotal.ts';

// Who may claim an offer, as functions of facts alone: calls decide by them, and so does the simulation of a draft.

/** Whether an offer was received as often as it may be; `others`: a new-member offer that another account received. */
export function isUsedUp(
  { max_received, condition }: Pick<DefinitionRow, 'max_received' | 'condition'>,
  { received, others }: { received: number; others: boolean },
): boolean {
  return received >= max_received || (condition === 'new_member' && others);
}

/** Whether all that the quota allows was given. */
export function isGivenOut({ quota }: Pick<DefinitionRow, 'quota'>, claimed: number): boolean {
  return quota !== null && claimed >= quota;
}

/** Whether this many credited deposits are those of a new member, the one of the offer counted. */
export const isFirstDeposit = (deposits: number): boolean => deposits === 1;

/** Whether the member holds almost nothing besides the deposit. */
export function isClear(
  { posted, games }: Pick<MemberTotal, 'posted' | 'games'>,
  deposit: Satang,
  { remainingMaximumSatang }: Pick<SettingValue<'bonus'>, 'remainingMaximumSatang'>,
): boolean {
  return posted + games - deposit <= BigInt(remainingMaximumSatang);
}
