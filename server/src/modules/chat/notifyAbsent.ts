import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { notify } from '../notifications/notify.ts';

/** An open chat marks as read within a second; who has not read after this is away. */
const AWAY_SECONDS = 15;
const BATCH = 100;

/**
 * Tells members that an operator has answered them while they were away: one notification until they read the
 * conversation. @returns how many
 */
export async function notifyAbsent({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const { rows } = await sql<{ member_id: bigint; key: string }>`
    select r.member_id, k.key from chat_room r, lateral (select 'chat:' || r.id || ':' || r.customer_read as key) k
    where r.status in ('open', 'closed') and r.last_position > 0 and r.member_id is not null
      and r.last_message_at > site.now() - interval '1 hour'
      and r.last_message_at < site.now() - make_interval(secs => ${AWAY_SECONDS})
      and r.customer_read < r.last_position
      and exists (select from chat_message m
        where m.room_id = r.id and m.position > r.customer_read and m.sender = 'operator')
      and not exists (select from notification n where n.member_id = r.member_id and n.key = k.key)
    limit ${BATCH}`.execute(db);
  for (const { member_id: memberId, key } of rows)
    await db.transaction().execute((trx) => notify(trx, { memberId, kind: 'chatAnswered', key }));
  return rows.length;
}
