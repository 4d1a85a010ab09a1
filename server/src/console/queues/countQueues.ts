import { isAllowed } from '@krapao/contract/permissions';
import { type Counted, QUEUE_NAMES, QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import { sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { waits } from '../../modules/chat/listRooms.ts';
import { isForOthers } from '../../modules/chat/skills.ts';
import { QUEUES } from '../../queues.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { waitingRows } from './waitingRows.ts';

interface Counts {
  /** Items that wait in each queue that the operator may decide. */
  counts: Partial<Record<Counted, number>>;
  /** Those of them that have waited longer than promised; of chats all without a first answer in time that no colleague answers. */
  overdue: Partial<Record<Counted, number>>;
  /** Since when the oldest of a queue waits; of chats the longest without an answer. ISO times. */
  oldest: Partial<Record<Counted, string>>;
  /** The promises in minutes. */
  promises: Partial<Record<Counted, number>>;
}

/** What waits for an operator, and what of it is late. */
export async function countQueues(
  db: Db,
  { id, role }: Pick<Operator, 'id' | 'role'>,
  promised: SettingValue<'promises'>,
): Promise<Counts> {
  const minutes = (queue: Counted) => promisedMinutes(promised, queue);
  const names: Counted[] = QUEUE_NAMES.filter((name) => isAllowed(role, QUEUE_PERMISSIONS[name]));
  const sources = QUEUE_NAMES.filter((name) => names.includes(name)).map(
    (name) => sql`
      select ${sql.lit(name)} as queue, count(*)::int as count, count(*) filter (where ${isLate('since', minutes(name))})::int as overdue,
        min(since) as oldest
      from (${waitingRows(role, name, QUEUES[name].since)}) w(since)`,
  );
  if (isAllowed(role, 'chat.answer')) {
    names.push('chats');
    sources.push(sql`
      select 'chats' as queue, count(*) filter (where ${waits('r', id)})::int as count,
        count(*) filter (where ${isLate('asked_at', minutes('chats'))} and ${isForMe('r', id)})::int as overdue,
        min(asked_at) filter (where ${waits('r', id)}) as oldest
      from chat_room r where status = 'open' and last_position > 0`);
  }
  if (sources.length === 0) return { counts: {}, overdue: {}, oldest: {}, promises: {} };
  const { rows } = await sql<{
    queue: Counted;
    count: number;
    overdue: number;
    oldest: Date | null;
  }>`${sql.join(sources, sql` union all `)}`.execute(db);
  return {
    counts: Object.fromEntries(rows.map(({ queue, count }) => [queue, count])),
    overdue: Object.fromEntries(rows.map(({ queue, overdue }) => [queue, overdue])),
    oldest: Object.fromEntries(
      rows.flatMap(({ queue, oldest }) => (oldest === null ? [] : [[queue, oldest.toISOString()]])),
    ),
    promises: Object.fromEntries(
      names.flatMap((name) => {
        const promise = minutes(name);
        return promise === null ? [] : [[name, promise]];
      }),
    ),
  };
}

/** SQL condition for a conversation that no colleague answers, nor will by their skill. */
const isForMe = (room: string, id: bigint) =>
  sql<boolean>`coalesce(${sql.ref(`${room}.assigned_to`)} = ${id}, true) and not ${isForOthers(room, id)}`;

/** Within how many minutes the end of an item is promised; null without a promise. */
export function promisedMinutes(promised: SettingValue<'promises'>, queue: Counted): number | null {
  return (promised as Partial<typeof promised>)[queue as never] ?? null;
}

/** SQL condition for what has waited longer than promised. @param since the column that says since when */
export function isLate(since: string, minutes: number | null) {
  return minutes === null
    ? sql<boolean>`false`
    : sql<boolean>`${sql.ref(since)} < site.now() - make_interval(mins => ${minutes})`;
}
