import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { ApiKey } from '../../calls/authenticateKey.ts';
import type { Db } from '../../database/connect.ts';
import { HOLDS } from '../protection/pauseRow.ts';

interface MemberRow {
  id: bigint;
  status: 'active' | 'suspended' | 'closed';
  is_frozen: boolean;
  is_paused: boolean;
  allows_marketing: boolean;
  invited_by: bigint | null;
  source_code: string | null;
  created_at: Date;
  name: string;
  phone_number: string;
}

/** Members in the order of their ids. Name and number only for a key with `members.contact`. */
export async function listMembers(
  db: Db,
  key: ApiKey,
  { after = '0', limit = 100 }: { after?: string; limit?: number },
) {
  const rows = await readMembers(db, sql<boolean>`m.id > ${BigInt(after)}`, limit);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { items: rows.map((row) => present(key, row)), next: last ? String(last.id) : null };
}

/** @throws AppError NO_DATA */
export async function showMember(db: Db, key: ApiKey, id: string) {
  const [row] = await readMembers(db, sql<boolean>`m.id = ${BigInt(id)}`, 1);
  if (row === undefined) throw new AppError('NO_DATA');
  return present(key, row);
}

/** @throws AppError NO_DATA */
export async function showWallet(db: Db, id: string) {
  const { rows } = await sql<{ posted: bigint; held: bigint; moving: bigint }>`
    select coalesce(w.posted, 0) as posted, coalesce(w.held, 0) as held, coalesce(t.posted, 0) as moving
    from member m
    left join ledger.account w on w.member_id = m.id and w.kind = 'wallet' and w.currency = 'THB'
    left join ledger.account t on t.member_id = m.id and t.kind = 'in_transfer' and t.currency = 'THB'
    where m.id = ${BigInt(id)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('NO_DATA');
  return {
    memberId: id,
    amount: bahtFromSatang(row.posted - row.held),
    held: bahtFromSatang(row.held),
    inTransfer: bahtFromSatang(row.moving),
  };
}

async function readMembers(db: Db, which: ReturnType<typeof sql<boolean>>, limit: number) {
  const { rows } = await sql<MemberRow>`
    select m.id, m.status, m.frozen_at is not null as is_frozen, m.invited_by, m.source_code, m.created_at,
      m.name, m.phone_number,
      exists (select from pause where member_id = m.id and ${HOLDS}) as is_paused,
      coalesce((select is_given from consent where member_id = m.id and kind = 'marketing'
        order by id desc limit 1), false) as allows_marketing
    from member m where ${which} order by m.id limit ${limit}`.execute(db);
  return rows;
}

const present = ({ scopes }: ApiKey, row: MemberRow) => ({
  id: String(row.id),
  state: row.status,
  isFrozen: row.is_frozen,
  isPaused: row.is_paused,
  allowsMarketing: row.allows_marketing,
  invitedBy: row.invited_by === null ? null : String(row.invited_by),
  sourceCode: row.source_code,
  registeredAt: row.created_at.toISOString(),
  ...(scopes.includes('members.contact') && {
    contact: { name: row.name, phoneNumber: row.phone_number },
  }),
});
