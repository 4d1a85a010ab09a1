import { type RawBuilder, sql } from 'kysely';

/**
 * The stream of an open console reports its operator at every heartbeat; the time is stored at most every 30 seconds.
 */
const SEEN_SECONDS = 90;

/** SQL: whether the console of this operator is open now, on any node. */
export const isPresent = (operatorId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from operator_session s
  where s.operator_id = ${operatorId} and s.expires_at > site.now()
    and s.last_seen_at > site.now() - make_interval(secs => ${SEEN_SECONDS}))`;
