import type { Selectable } from 'kysely';
import type { Member } from '../../database/schemaTypes.ts';

type MemberRow = Selectable<Member>;

/** The columns of a joined member that memberFacts needs. */
export const MEMBER_COLUMNS = [
  'member.name as member_name',
  'member.phone_number',
  'member.status as member_status',
  'member.frozen_at as member_frozen_at',
  'member.bank_code as member_bank_code',
  'member.bank_account_no as member_bank_account_no',
  'member.bank_account_name as member_bank_account_name',
  'member.created_at as member_created_at',
] as const;

export interface JoinedMember {
  member_id: bigint;
  member_name: string;
  phone_number: string;
  member_status: MemberRow['status'];
  member_frozen_at: Date | null;
  member_bank_code: string;
  member_bank_account_no: string;
  member_bank_account_name: string;
  member_created_at: Date;
}

/** The member affected by a decision about money. */
export function memberFacts(row: JoinedMember) {
  return {
    id: String(row.member_id),
    name: row.member_name,
    phoneNumber: row.phone_number,
    status: row.member_status,
    isFrozen: row.member_frozen_at !== null,
    bankCode: row.member_bank_code,
    bankAccountNo: row.member_bank_account_no,
    bankAccountName: row.member_bank_account_name,
    createdAt: row.member_created_at.toISOString(),
  };
}

/** The member of a queue item. */
export function memberName(row: { member_id: bigint; name: string; phone_number: string }) {
  return { id: String(row.member_id), name: row.name, phoneNumber: row.phone_number };
}
