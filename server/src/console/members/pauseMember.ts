import type { Db, Trx } from '../../database/connect.ts';
import { beginPause } from '../../modules/pauses/beginPause.ts';
import { MAY_BE_WRONG } from '../../modules/pauses/endWrongEntry.ts';
import { endOfTerm, type PauseTerm } from '../../modules/pauses/terms.ts';
import { HOLDS } from '../../modules/protection/pauseRow.ts';
import type { SettingValue } from '../../settings/schema.ts';
import type { Recorder } from '../act.ts';

const SHOWN = 50;

export interface OperatorsPause {
  memberId: bigint;
  kind: 'break' | 'exclusion';
  term: PauseTerm;
  operatorId: bigint;
  reason: string;
}

/**
 * Begins a break or an exclusion that a member asked for, or that an operator decides. It can be prolonged, not
 * shortened. @throws AppError NO_USER, PAUSE_UNKNOWN (no term of the pack), PAUSE_LONGER
 */
export async function pauseMember(
  trx: Trx,
  recorder: Recorder,
  pack: SettingValue<'protection'>,
  { memberId, kind, term, operatorId, reason }: OperatorsPause,
): Promise<void> {
  const { until_at } = await beginPause(trx, {
    memberId,
    kind,
    source: 'operator',
    until: endOfTerm(pack, kind, term),
    operator: { id: operatorId, reason },
  });
  await recorder({
    action: kind === 'break' ? 'member.break' : 'member.exclude',
    subject: `member:${memberId}`,
    memberId,
    after: { until: until_at?.toISOString() ?? null },
    reason,
  });
}

/** The member's breaks and exclusions, the newest first. */
export async function pausesOf(db: Db, memberId: bigint) {
  const rows = await db
    .selectFrom('pause')
    .leftJoin('operator', 'operator.id', 'pause.begun_by')
    .selectAll('pause')
    .select(['operator.name as operator_name', HOLDS.as('holds'), MAY_BE_WRONG.as('may_be_wrong')])
    .where('member_id', '=', memberId)
    .orderBy('pause.id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.kind as 'break' | 'exclusion',
    source: row.source as 'member' | 'operator' | 'register',
    reference: row.reference,
    operatorName: row.operator_name,
    reason: row.reason,
    from: row.began_at.toISOString(),
    until: row.until_at?.toISOString() ?? null,
    returnAskedAt: row.return_asked_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    endCause: row.end_cause as 'OVER' | 'RETURNED' | 'WRONG_ENTRY' | null,
    holds: row.holds,
    mayBeWrong: row.may_be_wrong,
  }));
}
