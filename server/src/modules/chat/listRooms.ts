import type { ChatRoomSummary } from '@krapao/contract/events';
import { isAllowed, MEMBER_PRIVATE, type Role } from '@krapao/contract/permissions';
import { oneSpelling } from '@krapao/contract/spelling';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { storedNumbersOf } from '../auth/readPhoneNumber.ts';
import { type Presentation, presentSummary, summaryQuery } from './roomSummary.ts';
import { isForOthers } from './skills.ts';

/**
 * `waiting`, `mine` and `all` are open; a waiting one is unassigned, or has messages that no operator has read, and neither
 * the bot nor others by their skill have it.
 */
export const CHAT_QUEUES = ['waiting', 'mine', 'all', 'closed'] as const;
export type ChatQueue = (typeof CHAT_QUEUES)[number];

export interface RoomsRequest {
  operatorId: bigint;
  role: Role;
  queue: ChatQueue;
  /** A phone number, a name, a member's or guest's id, or part of one; of a number that the role sees masked, the whole. */
  search?: string | undefined;
  limit: number;
  skip: number;
}

export interface RoomsPage {
  /** By newest message; in `waiting` the longest wait first, and so in `mine` before the rest. */
  rooms: ChatRoomSummary[];
  /** The number of conversations in each queue. */
  counts: Record<ChatQueue, number>;
}

/** A page of the operators' inbox. */
export async function listRooms(
  trx: Db | Trx,
  { operatorId, role, queue, search, limit, skip }: RoomsRequest,
  presentation: Presentation,
): Promise<RoomsPage> {
  const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const wanted = search?.trim() ?? '';
  const pattern = containing(wanted);
  const rows = await summaryQuery(trx)
    .where('chat_room.last_position', '>', 0)
    .where('chat_room.status', '=', queue === 'closed' ? 'closed' : 'open')
    .$if(queue === 'waiting', (query) => query.where(waits('chat_room', operatorId)))
    .$if(queue === 'mine', (query) => query.where('chat_room.assigned_to', '=', operatorId))
    .$if(wanted !== '', (query) =>
      query.where((e) =>
        e.or([
          sql<boolean>`split_part(member.search_name, e'\n', 1) like lower(${containing(oneSpelling(wanted))})`,
          isAllowed(role, MEMBER_PRIVATE)
            ? // 0812345678 is stored as +66812345678.
              e('member.phone_number', 'ilike', pattern.replace(/^%0/, '%'))
            : sql<boolean>`member.phone_number = any(${storedNumbersOf(wanted)}::text[])`,
          e(sql<string>`chat_room.member_id::text`, 'like', pattern),
          e('chat_room.guest_id', 'ilike', pattern),
        ]),
      ),
    )
    // The longest wait first; elsewhere, and behind them, the newest message.
    .$if(queue === 'waiting', (query) => query.orderBy(waitsSince('chat_room')).orderBy('chat_room.id'))
    .$if(queue === 'mine', (query) => query.orderBy(sql`chat_room.asked_at asc nulls last`))
    .$if(queue !== 'waiting', (query) =>
      query.orderBy('chat_room.last_message_at', 'desc').orderBy('chat_room.id', 'desc'),
    )
    .limit(limit)
    .offset(skip)
    .execute();
  return {
    rooms: rows.map((row) => presentSummary(row, presentation)),
    counts: await countRooms(trx, operatorId),
  };
}

/** Whether an open conversation, a row of the named table, waits for this operator. */
export function waits(room: string, operatorId: bigint) {
  const of = (column: string) => sql.ref(`${room}.${column}`);
  return sql<boolean>`((${of('assigned_to')} is null or exists (
    select from chat_message m where m.room_id = ${of('id')} and m.position > ${of('operator_read')}
      and m.sender = 'customer'))
    and (${of('bot_until')} is null or ${of('bot_until')} <= site.now()) and not ${isForOthers(room, operatorId)})`;
}

/**
 * Since when the customer of a conversation waits: for the first answer; otherwise since the first message that no
 * operator has read, otherwise since the last.
 */
function waitsSince(room: string) {
  const of = (column: string) => sql.ref(`${room}.${column}`);
  return sql<Date>`coalesce(${of('asked_at')}, (
    select min(m.created_at) from chat_message m
    where m.room_id = ${of('id')} and m.position > ${of('operator_read')} and m.sender = 'customer'),
    ${of('last_message_at')})`;
}

async function countRooms(trx: Db | Trx, operatorId: bigint): Promise<RoomsPage['counts']> {
  const { rows } = await sql<Record<ChatQueue, bigint>>`
    select
      count(*) filter (where status = 'open' and ${waits('r', operatorId)}) as waiting,
      count(*) filter (where status = 'open' and assigned_to = ${operatorId}) as mine,
      count(*) filter (where status = 'open') as "all",
      count(*) filter (where status = 'closed') as closed
    from chat_room r where last_position > 0`.execute(trx);
  const [row] = rows;
  const count = (queue: ChatQueue) => Number(row?.[queue] ?? 0);
  return { waiting: count('waiting'), mine: count('mine'), all: count('all'), closed: count('closed') };
}
