import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { TOLD_AFTER_END } from '../notifications/notify.ts';
import { TRIES_PREFIX } from './triesInARow.ts';

const INTERVAL_MS = 10 * 60_000;

/** Removes data that no answer depends on any more: long-expired sessions and codes, old counters, locks and
 * calls of connections.
 */
export function expiryJob({ db }: AppContext): Job[] {
  const expired = [
    // For a week after its end a token answers EXPIRED_AUTH_TOKEN instead of UNAUTHORIZED.
    sql`delete from session
      where least(expires_at, last_seen_at + make_interval(mins => idle_minutes)) < now() - interval '7 days'`,
    sql`delete from push_subscription where ended_at < now() - ${TOLD_AFTER_END}`,
    sql`delete from otp where created_at < now() - interval '7 days'`,
    sql`delete from passkey_challenge where expires_at < now()`,
    sql`delete from step_up_proof where expires_at < now()`,
    // An account that its pack has locked stays so until a code opens it.
    sql`delete from failure_lock l where failed_at < now() - interval '2 days' and not exists (
      select from member m where l.key = ${TRIES_PREFIX} || m.phone_number)`,
    // As long as a browser keeps a device; a device that was used only once was probably discarded.
    sql`delete from member_device
      where last_seen_at < now() - case when last_seen_at = first_seen_at then interval '90 days'
        else interval '400 days' end`,
    // A client that lost an answer asks within a day.
    sql`delete from request_outcome where at < now() - interval '30 days'`,
    // The newest call of a connection stays: it tells since when the connection has worked, or has not.
    sql`delete from connection_call where at < now() - interval '7 days' and id not in (
      select newest.id from
        (select distinct connection_id from connection_call where at < now() - interval '7 days') old,
        lateral (
          (select id from connection_call c where c.connection_id = old.connection_id and trouble is null
            order by at desc limit 1)
          union all
          (select id from connection_call c where c.connection_id = old.connection_id and trouble is not null
            order by at desc limit 1)) newest)`,
    // As long as a dispute about a payment may be opened.
    sql`delete from connection_delivery where last_at < now() - interval '30 days'`,
    sql`delete from notification where created_at < now() - interval '180 days'`,
    sql`delete from notification_delivery where settled_at < now() - interval '30 days'`,
    // Their tokens were good for ten minutes.
    sql`delete from messenger_offer where offered_at < now() - interval '1 day'`,
    sql`delete from messenger_link where ended_at < now() - interval '30 days'`,
    sql`delete from rate_counter where window_start < now() - interval '8 days'`,
  ];
  const run = async () => {
    for (const statement of expired) await statement.execute(db);
    // A run need not remove everything; the rest can wait for the next interval.
    return 0;
  };
  return [{ name: 'expiry', intervalMs: INTERVAL_MS, run }];
}
