import { randomUUID } from 'node:crypto';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { notify } from '../../modules/notifications/notify.ts';
import { consentsOf } from '../../modules/personalData/consents/consents.ts';
import { presentCopy } from '../../modules/personalData/copy/askForCopy.ts';
import { askForErasure, erasureOf, ownerOfRecord } from '../../modules/personalData/erasure/erasureRow.ts';
import { type Keys, openSealed } from '../../sealed.ts';
import { readSetting } from '../../settings/settings.ts';
import type { Recorder } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';

const SHOWN = 10;

/** Erases a member, for whom an operator asked; a second one approves. */
export const eraseApproval: ApprovalKind<{ memberId: string }> = {
  name: 'member.erase',
  permission: () => 'member.change',
  present: async (db, { memberId }) => {
    const member = await db
      .selectFrom('member')
      .select(['status', 'created_at'])
      .where('id', '=', BigInt(memberId))
      .executeTakeFirst();
    if (member === undefined) return [];
    const { records } = await readSetting(db, 'protection');
    return [
      { name: 'memberStatus', change: { before: member.status, after: 'closed' } },
      { name: 'memberSince', text: member.created_at.toISOString() },
      { name: 'recordYears', text: String(records.years) },
    ];
  },
  apply: async (trx, { recorder, operatorId, decision }, { memberId }) => {
    await askForErasure(trx, { memberId: BigInt(memberId), askedBy: operatorId });
    await notify(trx, { memberId: BigInt(memberId), kind: 'erasureAsked', key: `erasure:${randomUUID()}` });
    await recorder({
      action: 'member.erase',
      subject: `member:${memberId}`,
      memberId: BigInt(memberId),
      reason: decision.reason,
    });
  },
};

/** A member's copies, erasure and consents. @throws AppError NO_USER */
export async function showMemberData(db: Db, memberId: bigint) {
  const member = await db.selectFrom('member').select('id').where('id', '=', memberId).executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  const copies = await db
    .selectFrom('data_copy')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('asked_at', 'desc')
    .limit(SHOWN)
    .execute();
  const erasure = await erasureOf(db, memberId);
  return {
    copies: copies.map(presentCopy),
    erasure: erasure
      ? {
          state: erasure.state,
          askedAt: erasure.asked_at.toISOString(),
          dueAt: erasure.due_at?.toISOString() ?? null,
          finishedAt: erasure.finished_at?.toISOString() ?? null,
          keptUntil: erasure.kept_until?.toISOString() ?? null,
        }
      : null,
    consents: await consentsOf(db, memberId),
  };
}

/** @throws AppError NO_USER for nobody or an erased member */
export async function requireMember(db: Db | Trx, memberId: bigint): Promise<void> {
  const member = await db.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirst();
  if (member === undefined || member.status === 'closed') throw new AppError('NO_USER');
}

/** Opens what the law keeps of an erased member; the log has the reason. @throws AppError NO_DATA */
export async function readRetainedRecord(
  trx: Trx,
  recorder: Recorder,
  keys: Keys,
  { memberId, reason }: { memberId: bigint; reason: string },
) {
  const erasure = await erasureOf(trx, memberId);
  if (!erasure?.sealed || erasure.kept_until === null) throw new AppError('NO_DATA');
  await recorder({ action: 'member.readRetained', subject: `member:${memberId}`, memberId, reason });
  const plain = openSealed(keys, ownerOfRecord(erasure.id), erasure.sealed);
  return {
    keptUntil: erasure.kept_until.toISOString(),
    record: JSON.parse(plain.toString()) as Record<string, unknown>,
  };
}
