import type { Db } from '../../database/connect.ts';
import type { AskedPerson } from '../../providers/exclusionRegister.ts';

/** What a register may be told of a member; undefined for one whose data were erased. */
export async function personOf(db: Db, memberId: bigint): Promise<AskedPerson | undefined> {
  const member = await db
    .selectFrom('member')
    .select(['phone_number', 'bank_account_name'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (member === undefined || !member.phone_number.startsWith('+')) return undefined;
  return { phoneNumber: member.phone_number, name: member.bank_account_name };
}
