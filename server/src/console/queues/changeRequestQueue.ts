import type { QueueQuery } from '@krapao/contract/api/operator/common';
import type { ChangeKind } from '@krapao/contract/changeRequests';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { requireNotFrozen } from '../../modules/auth/frozen.ts';
import { lockRequest, markApproved } from '../../modules/changeRequests/decideRequest.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { changeFacts, type MemberChange, makeChange, readMemberChange } from '../members/changeMember.ts';
import { MEMBER_COLUMNS, memberFacts } from './memberFacts.ts';
import { readQueue } from './readQueue.ts';

/** Members who ask for another phone number or payout account. */
export async function listChangeRequests(db: Db, operator: Operator, query: QueueQuery) {
  const found = db
    .selectFrom('change_request')
    .innerJoin('member', 'member.id', 'change_request.member_id')
    .selectAll('change_request')
    // `phone_number` is the member's from here on.
    .select(['change_request.phone_number as new_phone_number', ...MEMBER_COLUMNS]);
  const { rows, next } = await readQueue(found, 'changeRequests', operator, query, {
    why: 'change_request.kind',
  });
  const items = rows.map((row) => ({
    id: String(row.id),
    member: memberFacts(row),
    kind: row.kind as ChangeKind,
    phoneNumber: row.new_phone_number,
    hasOldNumber: row.has_old_number,
    bankAccount:
      row.bank_code === null
        ? null
        : {
            bankCode: row.bank_code,
            bankAccountNo: row.bank_account_no ?? '',
            bankAccountName: row.bank_account_name ?? '',
            toldName: row.told_name,
          },
    note: row.note,
    createdAt: row.created_at.toISOString(),
    claim: row.claim,
  }));
  return { items, next };
}

/** A request with the change that it asks for, as the operator saw both. */
interface RequestedChange {
  requestId: string;
  change: MemberChange;
}

/**
 * The change that a waiting request asks for, checked as an operator's own change of a member.
 * @throws AppError ACCOUNT_FROZEN, as lockRequest and readMemberChange
 */
export async function readRequestedChange(
  trx: Trx,
  id: bigint,
  context: Pick<AppContext, 'config' | 'secrets'>,
): Promise<RequestedChange> {
  const row = await lockRequest(trx, id);
  const member = await trx
    .selectFrom('member')
    .where('id', '=', row.member_id)
    .select(['name', 'phone_number', 'bank_code', 'bank_account_no', 'bank_account_name', 'frozen_at'])
    .executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  if (member.frozen_at !== null) throw new AppError('ACCOUNT_FROZEN');
  const typed = {
    name: member.name,
    phoneNumber: row.phone_number ?? member.phone_number,
    bankCode: row.bank_code ?? member.bank_code,
    bankAccountNo: row.bank_account_no ?? member.bank_account_no,
    bankAccountName: row.bank_account_name ?? member.bank_account_name,
    ...(row.currency !== null && { currency: row.currency as 'BAHT' | 'LAK' }),
  };
  const change = await readMemberChange(trx, row.member_id, typed, context);
  return { requestId: String(id), change };
}

/** A member's request, approved by two operators as an operator's own change of a member is. */
export const changeRequestApproval: ApprovalKind<RequestedChange> = {
  name: 'changeRequest.approve',
  permission: () => 'member.change',
  present: (_db, { change }) => changeFacts(change),
  apply: async (trx, applying, { requestId, change }, context) => {
    // Locks the member first, as a request does. The member may have frozen the account or taken the request back.
    await requireNotFrozen(trx, BigInt(change.memberId));
    await makeChange(trx, applying, change, context);
    await markApproved(trx, BigInt(requestId), applying.decision);
    await applying.recorder({
      action: 'changeRequest.approve',
      subject: `changeRequest:${requestId}`,
      memberId: BigInt(change.memberId),
      reason: applying.decision.reason,
    });
  },
};
