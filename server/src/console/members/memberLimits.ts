import type { LimitKind, LimitPeriod } from '@krapao/contract/api/protection/limits';
import type { Pack } from '@krapao/contract/protection/pack';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { showLimits, shownMost } from '../../modules/protection/limits/showLimits.ts';

const WISHES = 100;

/** A member's limits as the member sees them, with the newest wishes. @throws AppError NO_USER */
export async function memberLimits(db: Db, memberId: bigint, pack: Pack) {
  const member = await db.selectFrom('member').select('id').where('id', '=', memberId).executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  const rows = await db
    .selectFrom('member_limit')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(WISHES)
    .execute();
  return {
    ...(await showLimits(db, memberId, pack)),
    history: rows.map(({ id, kind, period, most, asked_at, from_at, ended_at }) => ({
      id: String(id),
      kind: kind as LimitKind,
      period: period as LimitPeriod,
      most: most === null ? null : shownMost(kind as LimitKind, most),
      askedAt: asked_at.toISOString(),
      from: from_at?.toISOString() ?? null,
      until: ended_at?.toISOString() ?? null,
    })),
  };
}
