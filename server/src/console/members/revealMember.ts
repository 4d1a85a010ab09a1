import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { Recorder } from '../act.ts';

/**
 * Tells an operator a member's telephone and account in full, with a line of the audit log that has the reason.
 * @throws AppError NO_USER
 */
export async function revealMember(
  trx: Trx,
  recorder: Recorder,
  { memberId, reason }: { memberId: bigint; reason: string },
) {
  const member = await trx
    .selectFrom('member')
    .where('id', '=', memberId)
    .select(['phone_number', 'bank_account_no'])
    .executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  await recorder({ action: 'member.reveal', subject: `member:${memberId}`, memberId, reason });
  return { phoneNumber: member.phone_number, bankAccountNo: member.bank_account_no };
}
