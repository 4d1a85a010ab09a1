import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import type { Session } from '../../calls/authenticate.ts';
import { deviceOf } from '../../calls/device.ts';
import type { Trx } from '../../database/connect.ts';

const SHOWN = 50;

/** The member's sessions: this one first, then by last use. Expired sessions are left out. */
export async function listSessions(
  trx: Trx,
  { memberId, tokenHash }: Session,
): Promise<ResponseOf<Contract['GET /api/account/sessions']>> {
  const isCurrent = sql<boolean>`token_hash = ${tokenHash}`;
  const rows = await trx
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at', isCurrent.as('is_current')])
    .where('member_id', '=', memberId)
    .where(
      sql<boolean>`expires_at > site.now() and last_seen_at + make_interval(mins => idle_minutes + 1) > site.now()`,
    )
    .orderBy(isCurrent, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      device: deviceOf(row.user_agent),
      address: row.address,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      isCurrent: row.is_current,
    })),
  };
}
