import { CASE_ANSWER_DAYS, type CaseDecision, type CaseKind, DECISIONS_OF } from '@krapao/contract/cases';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { MemberCase } from '../../database/schemaTypes.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import { notify } from '../notifications/notify.ts';

const WATCH_DAYS = 30;

export interface DecidedCase extends Decision {
  caseId: bigint;
  decision: CaseDecision;
  operatorId: bigint;
  /** Who approved it. */
  secondId?: bigint | undefined;
  watchDays?: number | undefined;
}

type CaseRow = Selectable<MemberCase>;

/** Locks a case that has not ended. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function lockCase(trx: Trx, id: bigint): Promise<CaseRow> {
  const row = await trx
    .selectFrom('member_case')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row.state === 'CLOSED') throw new AppError('ALREADY_DECIDED');
  return row;
}

/** @throws AppError INVALID_REQUEST if the kind of case has no such decision, or payouts are so already */
export function requireDecision(row: CaseRow, decision: CaseDecision): void {
  if (!DECISIONS_OF[row.kind as CaseKind].includes(decision))
    throw new AppError('INVALID_REQUEST', 'decision');
  if ((decision === 'HOLD' && row.holds_payouts) || (decision === 'RELEASE' && !row.holds_payouts))
    throw new AppError('ALREADY_DECIDED');
}

/**
 * Decides a case. The member hears of documents and of an offer of help in neutral words, and of nothing else.
 * @throws AppError NO_DATA, ALREADY_DECIDED, INVALID_REQUEST
 */
export async function decideCase(trx: Trx, decided: DecidedCase): Promise<CaseRow> {
  const { caseId, decision, operatorId, secondId, reason } = decided;
  const row = await lockCase(trx, caseId);
  requireDecision(row, decision);
  const { id } = await trx
    .insertInto('case_decision')
    .values({
      case_id: caseId,
      decision,
      reason,
      operator_id: operatorId,
      second_id: secondId ?? null,
      watched_until: comesBack(decided) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (decision === 'DOCUMENTS' || decision === 'CONTACT')
    await notify(trx, {
      memberId: row.member_id,
      kind: decision === 'DOCUMENTS' ? 'documentsAsked' : 'playCare',
      // A number of the case would tell of it.
      key: `support:${id}`,
    });
  if (decision === 'HOLD') await freePayouts(trx, row.member_id);
  return trx
    .updateTable('member_case')
    .set(columnsOf(decided))
    .where('id', '=', caseId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function columnsOf(decided: DecidedCase) {
  const until = comesBack(decided);
  if (until !== undefined) return { state: 'WATCHED', watched_until: until };
  switch (decided.decision) {
    case 'HOLD':
      return { holds_payouts: true };
    case 'RELEASE':
      return { holds_payouts: false };
    case 'REPORT':
      return { reported_at: sql<Date>`site.now()` };
    default:
      return {
        state: 'CLOSED',
        watched_until: null,
        // What waits is decided as any other payout from here on.
        holds_payouts: false,
        ...decisionColumns(decided),
      };
  }
}

/** When a case comes back by itself; undefined if the decision does not put it away. */
function comesBack({ decision, watchDays = WATCH_DAYS }: DecidedCase) {
  const days =
    decision === 'WATCH'
      ? watchDays
      : decision === 'DOCUMENTS' || decision === 'CONTACT'
        ? CASE_ANSWER_DAYS
        : undefined;
  return days === undefined ? undefined : sql<Date>`site.now() + make_interval(days => ${days})`;
}

/** Takes the member's waiting payouts, and their requests, from who claimed them before the hold. */
async function freePayouts(trx: Trx, memberId: bigint): Promise<void> {
  await sql`
    delete from queue_claim c where
      (c.queue = 'withdrawals' and c.item in (select w.id::text from withdrawal w where w.member_id = ${memberId}))
      or (c.queue = 'approvals' and c.item in (select a.id::text from approval a where a.member_id = ${memberId}))`.execute(
    trx,
  );
}

/** Adds a note. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function addCaseNote(
  trx: Trx,
  { caseId, operatorId, text }: { caseId: bigint; operatorId: bigint; text: string },
): Promise<CaseRow> {
  const row = await lockCase(trx, caseId);
  await trx
    .insertInto('case_decision')
    .values({ case_id: caseId, decision: 'NOTE', reason: text, operator_id: operatorId })
    .execute();
  return row;
}
