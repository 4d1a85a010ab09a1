import type { QueueName } from '@krapao/contract/queues';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

/** A console that listens is seen at every beat of its stream, but written down half a minute apart. */
const SEEN_SECONDS = 90;

/** Operators whose console is open now, on whichever node, with the queue of the item that each has taken. */
export async function listPresence(db: Db, me: bigint) {
  const { rows } = await sql<{ id: bigint; name: string; queue: QueueName | null }>`
    select o.id, o.name, (
      select c.queue from queue_claim c where c.operator_id = o.id and c.expires_at > now()
      order by c.expires_at desc limit 1) as queue
    from operator o
    where o.is_active and exists (
      select from operator_session s
      where s.operator_id = o.id and s.expires_at > now()
        and s.last_seen_at > now() - make_interval(secs => ${SEEN_SECONDS}))
    order by o.name, o.id`.execute(db);
  return rows.map(({ id, name, queue }) => ({ id: String(id), name, queue, isMe: id === me }));
}
