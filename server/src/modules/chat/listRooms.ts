import type { ChatRoomSummary } from '@krapao/contract/events';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { type Presentation, presentSummary, summaryQuery } from './roomSummary.ts';

/** `unassigned`, `mine` and `all` are open conversations. */
export const CHAT_QUEUES = ['unassigned', 'mine', 'all', 'closed'] as const;
export type ChatQueue = (typeof CHAT_QUEUES)[number];

export interface RoomsRequest {
  operatorId: string;
  queue: ChatQueue;
  /** A phone number, a name, a member's or guest's id, or a part of one of them. */
  search?: string | undefined;
  limit: number;
  skip: number;
}

export interface RoomsPage {
  /** The newest message first. */
  rooms: ChatRoomSummary[];
  /** How many conversations each queue holds. */
  counts: Record<ChatQueue, number>;
  /** How many open conversations have messages that no operator has read. */
  unread: number;
}

/** A page of the operators' inbox. */
export async function listRooms(
  trx: Db | Trx,
  { operatorId, queue, search, limit, skip }: RoomsRequest,
  presentation: Presentation,
): Promise<RoomsPage> {
  const pattern = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, '\\$&')}%` : undefined;
  const rows = await summaryQuery(trx)
    .where('chat_room.last_position', '>', 0)
    .where('chat_room.status', '=', queue === 'closed' ? 'closed' : 'open')
    .$if(queue === 'unassigned', (query) => query.where('chat_room.assigned_to', 'is', null))
    .$if(queue === 'mine', (query) => query.where('chat_room.assigned_to', '=', operatorId))
    .$if(pattern !== undefined, (query) =>
      query.where((e) =>
        e.or([
          e('member.name', 'ilike', pattern ?? ''),
          // 0812345678 is stored as +66812345678.
          e('member.phone_number', 'ilike', (pattern ?? '').replace(/^%0/, '%')),
          e(sql<string>`chat_room.member_id::text`, 'like', pattern ?? ''),
          e('chat_room.guest_id', 'ilike', pattern ?? ''),
        ]),
      ),
    )
    .orderBy('chat_room.last_message_at', 'desc')
    .orderBy('chat_room.id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
  return {
    rooms: rows.map((row) => presentSummary(row, presentation)),
    ...(await countQueues(trx, operatorId)),
  };
}

async function countQueues(trx: Db | Trx, operatorId: string): Promise<Omit<RoomsPage, 'rooms'>> {
  const { rows } = await sql<Record<ChatQueue | 'unread', bigint>>`
    select count(*) filter (where status = 'open' and assigned_to is null) as unassigned,
      count(*) filter (where status = 'open' and assigned_to = ${operatorId}) as mine,
      count(*) filter (where status = 'open') as "all",
      count(*) filter (where status = 'closed') as closed,
      count(*) filter (where status = 'open' and exists (
        select from chat_message m where m.room_id = r.id and m.position > r.operator_read
          and m.sender = 'customer')) as unread
    from chat_room r where last_position > 0`.execute(trx);
  const [row] = rows;
  const count = (key: ChatQueue | 'unread') => Number(row?.[key] ?? 0);
  return {
    counts: {
      unassigned: count('unassigned'),
      mine: count('mine'),
      all: count('all'),
      closed: count('closed'),
    },
    unread: count('unread'),
  };
}
