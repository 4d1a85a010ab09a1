import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Db } from '../../database/connect.ts';
import { isLocked } from './checkPin.ts';

type Security = ResponseOf<Contract['GET /api/account/security']>;

/** The member's PIN and passkeys, without any secret. */
export async function presentSecurity(db: Db, memberId: bigint): Promise<Security> {
  const pin = await db
    .selectFrom('member_pin')
    .select('tries')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'is_synced', 'distrusted_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute();
  return {
    hasPin: pin !== undefined,
    isPinLocked: pin !== undefined && isLocked(pin),
    passkeys: passkeys.map(presentPasskey),
  };
}

/** A passkey as its member sees it. */
export function presentPasskey(row: {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  is_synced: boolean;
  distrusted_at: Date | null;
}): Security['passkeys'][number] {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.is_synced,
    isDistrusted: row.distrusted_at !== null,
  };
}
