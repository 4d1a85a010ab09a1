import type { QueueName } from '@krapao/contract/queues';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Member } from '../../database/schemaTypes.ts';

type MemberRow = Selectable<Member>;

/** The columns of a joined member that memberFacts needs. */
export const MEMBER_COLUMNS = [
  'member.name as member_name',
  'member.phone_number',
  'member.status as member_status',
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

/** The operator who has claimed an item: two columns of a left join with the live claims. */
export interface ClaimColumns {
  claim_operator: bigint | null;
  claim_name: string | null;
}

/** The live claim on a queue item, as two columns; `item` is the item's id. */
export function claimColumns(queue: QueueName, item: string) {
  return [
    sql<bigint | null>`(select c.operator_id from queue_claim c
      where c.queue = ${queue} and c.item = ${sql.ref(item)}::text and c.expires_at > now())`.as(
      'claim_operator',
    ),
    sql<string | null>`(select o.name from queue_claim c join operator o on o.id = c.operator_id
      where c.queue = ${queue} and c.item = ${sql.ref(item)}::text and c.expires_at > now())`.as(
      'claim_name',
    ),
  ] as const;
}

export function presentClaim({ claim_operator, claim_name }: ClaimColumns, operatorId: bigint) {
  return claim_operator === null
    ? null
    : { operatorName: claim_name ?? '', isMine: claim_operator === operatorId };
}
