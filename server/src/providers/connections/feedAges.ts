import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

/** A bank feed that is switched on. */
export interface FeedAge {
  id: string;
  name: string;
  /** When it was last heard; when it was changed, such as switched on, if that is later. */
  since: Date;
  /** How long ago that is, by the database's clock. */
  seconds: number;
}

/** How long each bank feed that is switched on has been silent. */
export async function feedAges(db: Db): Promise<FeedAge[]> {
  const { rows } = await sql<FeedAge>`
    select id, name, since, extract(epoch from clock_timestamp() - since)::float8 as seconds
    from (select c.id::text as id, c.name, greatest(c.changed_at,
        (select max(heard_at) from feed_heard h where h.connection_id = c.id)) as since
      from connection c where c.capability = 'bankFeed' and c.is_active) as feed
    order by name, id`.execute(db);
  return rows;
}
