import type { CaseDecision } from '@krapao/contract/cases';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { decideCase, lockCase, requireDecision } from '../../modules/cases/decideCase.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';

/** A decision about a case as it stood when the operator decided. */
interface AskedDecision {
  caseId: string;
  newsAt: string;
}

/** The payload of a decision that needs two operators. @throws AppError NO_DATA, ALREADY_DECIDED, INVALID_REQUEST */
export async function askedDecision(
  trx: Trx,
  id: bigint,
  decision: CaseDecision,
): Promise<{ payload: AskedDecision; memberId: bigint }> {
  const row = await lockCase(trx, id);
  requireDecision(row, decision);
  return {
    payload: { caseId: String(id), newsAt: row.news_at.toISOString() },
    memberId: row.member_id,
  };
}

const twoOperators = (
  name: 'case.report' | 'case.close',
  decision: CaseDecision,
): ApprovalKind<AskedDecision> => ({
  name,
  permission: () => 'case.decide',
  present: async (db, { caseId }) => {
    const facts = await db
      .selectFrom('case_fact')
      .where('case_id', '=', BigInt(caseId))
      .orderBy('id')
      .select(['rule'])
      .execute();
    return [{ name: 'caseRules', text: facts.map(({ rule }) => rule).join(', ') }];
  },
  apply: async (trx, { recorder, operatorId, decision: made, approval }, { caseId, newsAt }) => {
    const before = await lockCase(trx, BigInt(caseId));
    if (before.news_at.toISOString() !== newsAt)
      throw new AppError('CHANGED_MEANWHILE', 'a rule has found something since');
    const row = await decideCase(trx, {
      ...made,
      caseId: BigInt(caseId),
      decision,
      operatorId,
      secondId: approval?.secondId,
    });
    await recorder({
      action: name,
      subject: `case:${caseId}`,
      memberId: row.member_id,
      after: { kind: row.kind, state: row.state },
      reason: made.reason,
    });
  },
});

/** A report to an authority was made, or is to be made, with the export of the case. */
export const reportCaseApproval = twoOperators('case.report', 'REPORT');
/** The case ends: no concern is left. */
export const closeCaseApproval = twoOperators('case.close', 'CLOSE');
