import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Connections, LiveConnection } from './connections.ts';

/** A bank feed that is switched on. */
export interface FeedAge {
  id: string;
  name: string;
  /** When it was last heard; when it was changed, such as switched on, if that is later. */
  since: Date;
  /** How long ago that is, by the database's clock. */
  seconds: number;
  /** The silence that its operator allows. */
  silentMinutes: number;
}

/** What holds for a feed that this node cannot open. */
const SILENT_MINUTES = 60;

/** How long each bank feed that is switched on has been silent. */
export async function feedAges(db: Db, connections: Pick<Connections, 'find'>): Promise<FeedAge[]> {
  const { rows } = await sql<Omit<FeedAge, 'silentMinutes'>>`
    select id, name, since, extract(epoch from site.clock_timestamp() - since)::float8 as seconds
    from (select c.id::text as id, c.name, greatest(c.changed_at,
        (select max(heard_at) from feed_heard h where h.connection_id = c.id)) as since
      from connection c where c.capability = 'bankFeed' and c.is_active) as feed
    order by name, id`.execute(db);
  return rows.map((row) => ({ ...row, silentMinutes: silentMinutesOf(connections, row.id) }));
}

/** The minutes of silence after which operators are told. */
export function silentMinutesOf(connections: Pick<Connections, 'find'>, id: string): number {
  const connection = connections.find(id) as LiveConnection<'bankFeed'> | undefined;
  return connection?.port.silentMinutes ?? SILENT_MINUTES;
}
