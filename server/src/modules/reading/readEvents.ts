import type { Contract } from '@krapao/contract/api/index';
import type { QueryOf } from '@krapao/contract/endpoint';
import type { Db } from '../../database/connect.ts';
import { presentEvent } from '../events/eventRow.ts';
import { SITE } from '../events/streams.ts';

const LIMIT = 100;

/** Published events of members after an id. One that is published later has a higher id, so a reader misses none. */
export async function readEvents(
  db: Db,
  { after = '0', type, limit = LIMIT }: QueryOf<Contract['GET /api/events']>,
) {
  // First: an event that is published between the two is not below the newest of which the answer tells.
  const { position: newest } = await db.selectFrom('event_head').select('position').executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('event')
    .select(['position', 'type', 'at', 'data'])
    .where('position', '>', BigInt(after))
    .where('position', '<=', newest)
    .where('member_id', '<>', SITE)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .orderBy('position')
    .limit(limit)
    .execute();
  return {
    events: rows.flatMap((row) =>
      row.position === null ? [] : [presentEvent({ ...row, position: row.position })],
    ),
    newest: String(newest),
  };
}
