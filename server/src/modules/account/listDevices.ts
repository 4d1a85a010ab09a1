import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import type { Session } from '../../calls/authenticate.ts';
import { deviceOf } from '../../calls/device.ts';
import type { Trx } from '../../database/connect.ts';

const SHOWN = 50;

/** The devices that the member trusts: this one first, then by last log-in. */
export async function listDevices(
  trx: Trx,
  { memberId, tokenHash }: Session,
): Promise<ResponseOf<Contract['GET /api/account/devices']>> {
  const { rows } = await sql<{
    id: string;
    user_agent: string;
    first_seen_at: Date;
    last_seen_at: Date;
    is_current: boolean;
  }>`
    select d.device_id as id,
      (array_agg(d.user_agent order by d.last_seen_at desc))[1] as user_agent,
      min(d.first_seen_at) as first_seen_at,
      greatest(max(d.last_seen_at), max(open.last_seen_at)) as last_seen_at,
      coalesce(bool_or(open.token_hash = ${tokenHash}), false) as is_current
    from member_device d
    left join session open on open.member_id = d.member_id and open.device_id = d.device_id
    where d.member_id = ${memberId} and d.forgotten_at is null
    group by d.device_id
    order by is_current desc, last_seen_at desc, id
    limit ${SHOWN}`.execute(trx);
  return {
    devices: rows.map((row) => ({
      id: row.id,
      device: deviceOf(row.user_agent),
      firstSeenAt: row.first_seen_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      isCurrent: row.is_current,
    })),
  };
}
