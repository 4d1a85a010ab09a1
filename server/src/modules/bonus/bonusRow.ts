import type { Satang } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { MemberBonus } from '../../database/schemaTypes.ts';
import type { Terms } from './terms.ts';

export type BonusRow = Selectable<MemberBonus>;

/** The statement's causes of a bonus and of its end. */
export const causeOf = (bonusId: bigint): string => `bonus:${bonusId}`;
export const endCauseOf = (bonusId: bigint): string => `bonus:${bonusId}:end`;
/** The statement's name for the house's side. */
export const BONUS_LABEL = 'BONUS';

/** The statement's description of a bonus (STM-08): a coupon comes from the wheel. */
export const detailOf = (source: string): string => (source === 'coupon' ? 'luckydraw' : source);

export function termsOf(row: BonusRow): Terms {
  return {
    deposit: row.deposit,
    bonus: row.bonus,
    successBps: row.success_bps,
    failBps: row.fail_bps,
    turnoverBps: row.turnover_bps,
    maximumPayout: row.maximum_payout,
  };
}

/** The member's own money at its start: the most that a bonus leaves if it ends early. */
export function ownOf({ deposit, beside }: BonusRow): Satang {
  return deposit + beside;
}

/** The member's active bonus. */
export async function findActive(db: Db | Trx, memberId: bigint): Promise<BonusRow | undefined> {
  return db
    .selectFrom('member_bonus')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst();
}

/**
 * Serialises everything that starts, ends or depends on a bonus of this member. Call it before any lock on the member's
 * money.
 */
export async function lockMember(trx: Trx, memberId: bigint): Promise<void> {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
}
