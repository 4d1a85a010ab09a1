import { readerOf } from '../database/inBatches.ts';
import { batchRows, prepared } from '../database/prepared.ts';

/** The current data of a token. */
export interface SessionRow {
  is_known: boolean;
  /** Null if the member is gone. */
  id: bigint | null;
  status: string | null;
  device_class: string | null;
  is_expired: boolean;
  /** Of an excluded member: for the calls that are open to them. Null: no such session. */
  is_limited: boolean | null;
  is_due: boolean;
}

/**
 * Columns of SessionRow, from SESSION_JOINS. The last use is stored to the minute; the idle time-out must not count
 * this imprecision against the member.
 */
export const SESSION_COLUMNS = `
  s.token_hash is not null as is_known, m.id, m.status, s.device_class, s.is_limited,
  s.expires_at <= site.now() or s.last_seen_at + make_interval(mins => s.idle_minutes + 1) <= site.now() as is_expired,
  s.last_seen_at < site.now() - interval '1 minute' as is_due`;

/** Finds the session and its member by the token_hash of q, with one index look-up each. */
export const SESSION_JOINS = `
  left join lateral (select * from session s where s.token_hash = q.token_hash limit 1) s on true
  left join member m on m.id = s.member_id`;

const SESSIONS = {
  name: 'session',
  text: `
    select ${SESSION_COLUMNS} from ${batchRows({ token_hash: 'bytea' })} ${SESSION_JOINS}
    order by q.nth`,
};

/** The session of a token's hash; calls of the same moment share one query (decision 128). */
export const readSession = readerOf((db, hashes: Buffer[]) => prepared<SessionRow>(db, SESSIONS, [hashes]));
