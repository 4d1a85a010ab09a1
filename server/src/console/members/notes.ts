import type { Trx } from '../../database/connect.ts';
import type { Recorder } from '../act.ts';
import { lockMember } from './restrictMember.ts';

/** Adds an internal note. @throws AppError NO_USER */
export async function addNote(
  trx: Trx,
  recorder: Recorder,
  { memberId, operatorId, text }: { memberId: bigint; operatorId: bigint; text: string },
): Promise<void> {
  await lockMember(trx, memberId);
  await trx
    .insertInto('member_note')
    .values({ member_id: memberId, operator_id: operatorId, text })
    .execute();
  await recorder({ action: 'member.note', subject: `member:${memberId}`, memberId, after: { text } });
}

/** Replaces the tags. @throws AppError NO_USER */
export async function setTags(
  trx: Trx,
  recorder: Recorder,
  { memberId, tags }: { memberId: bigint; tags: readonly string[] },
): Promise<void> {
  await lockMember(trx, memberId);
  const after = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))].sort();
  const before = await trx
    .deleteFrom('member_tag')
    .where('member_id', '=', memberId)
    .returning('tag')
    .execute();
  if (after.length > 0) {
    await trx
      .insertInto('member_tag')
      .values(after.map((tag) => ({ member_id: memberId, tag })))
      .execute();
  }
  await recorder({
    action: 'member.tag',
    subject: `member:${memberId}`,
    memberId,
    before: { tags: before.map(({ tag }) => tag).sort() },
    after: { tags: after },
  });
}
