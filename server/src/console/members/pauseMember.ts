import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { beginPause } from '../../modules/pauses/beginPause.ts';
import { endWrongEntry } from '../../modules/pauses/endWrongEntry.ts';
import { endOfTerm, type PauseTerm } from '../../modules/pauses/terms.ts';
import { HOLDS } from '../../modules/protection/pauseRow.ts';
import type { SettingValue } from '../../settings/schema.ts';
import type { Recorder } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';

const SHOWN = 50;

interface OperatorsPause {
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

interface WrongEntry {
  memberId: string;
  pauseId: string;
}

/** An entry of the register is the only exclusion that operators end, and two of them do it. */
export const wrongEntryApproval: ApprovalKind<WrongEntry> = {
  name: 'member.wrongEntry',
  permission: () => 'member.suspend',
  present: async (db, { pauseId }) => {
    const entry = await findEntry(db, pauseId);
    return entry === undefined ? [] : [{ name: 'reference', text: entry.reference ?? '' }];
  },
  apply: async (trx, { recorder, decision }, { memberId, pauseId }) => {
    const { reference, until_at } = await endWrongEntry(trx, BigInt(memberId), BigInt(pauseId));
    await recorder({
      action: 'member.wrongEntry',
      subject: `member:${memberId}`,
      memberId: BigInt(memberId),
      before: { reference, until: until_at?.toISOString() ?? null },
      reason: decision.reason,
    });
  },
};

/** Checks before a second operator is asked. @throws AppError NO_DATA if the member has no such open entry */
export async function requireEntry(db: Db, memberId: bigint, pauseId: string): Promise<void> {
  if ((await findEntry(db, pauseId))?.member_id !== memberId) throw new AppError('NO_DATA');
}

function findEntry(db: Db | Trx, pauseId: string) {
  return db
    .selectFrom('pause')
    .select(['member_id', 'reference'])
    .where('id', '=', BigInt(pauseId))
    .where('source', '=', 'register')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** The member's breaks and exclusions, the newest first. */
export async function pausesOf(db: Db, memberId: bigint) {
  const rows = await db
    .selectFrom('pause')
    .leftJoin('operator', 'operator.id', 'pause.begun_by')
    .selectAll('pause')
    .select(['operator.name as operator_name', HOLDS.as('holds')])
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
  }));
}
