import type { Satang } from '@krapao/contract/money';
import type { Pack } from '@krapao/contract/protection/pack';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { BonusDefinition } from '../../database/schemaTypes.ts';
import type { Localized } from './localized.ts';
import { shareDown, type Terms } from './terms.ts';

export type DefinitionRow = Selectable<BonusDefinition>;
export type BonusType = 'limit' | 'day' | 'week';

/** The bonus or promotion with this code, if it is on offer and the jurisdiction pack permits it. */
export async function findDefinition(
  db: Db | Trx,
  offer: 'list' | 'promotion',
  code: string,
  pack: Pack,
): Promise<DefinitionRow | undefined> {
  const definition = await db
    .selectFrom('bonus_definition')
    .selectAll()
    .where('code', '=', code)
    .where('offer', '=', offer)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return definition && isGiven(definition, pack) ? definition : undefined;
}

/** False for a bonus for new members where the jurisdiction pack has none (rule 27). */
export function isGiven({ condition }: Pick<DefinitionRow, 'condition'>, { noWelcomeBonus }: Pack): boolean {
  return condition !== 'new_member' || !noWelcomeBonus.isOn;
}

/** Takes one from the quota of a bonus for all members. @throws AppError BONUS_FULL */
export async function takeFromQuota(trx: Trx, { code }: DefinitionRow): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('bonus_definition')
    .set({ claimed: sql<number>`claimed + 1` })
    .where('code', '=', code)
    .where((where) => where.or([where('quota', 'is', null), where('claimed', '<', where.ref('quota'))]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('BONUS_FULL');
}

/** The terms of this bonus for a deposit (satang; zero if it needs none). */
export function termsFor(definition: DefinitionRow, deposit: Satang): Terms {
  const { reward_bps, reward_amount, reward_maximum: maximum } = definition;
  const reward = reward_bps === null ? (reward_amount ?? 0n) : shareDown(deposit, reward_bps);
  return {
    deposit,
    bonus: maximum !== null && reward > maximum ? maximum : reward,
    successBps: definition.success_bps,
    failBps: definition.fail_bps,
    turnoverBps: definition.turnover_bps,
    maximumPayout: definition.maximum_payout,
  };
}

export const nameOf = ({ name }: DefinitionRow): Localized => name as unknown as Localized;
