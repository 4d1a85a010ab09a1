import type { ChatRoomSummary } from '@krapao/contract/events';
import type { Skill } from '@krapao/contract/skills';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { roomName } from './customer.ts';
import { presentMessage } from './presentMessage.ts';
import { customerOf } from './room.ts';

/** The room prefix and the key for signed links in a summary. */
export interface Presentation {
  prefix: string;
  linkKey: Buffer;
}

/** Rooms with all data for the inbox: the member, the last message from a person, the unread count, the rating. */
export function summaryQuery(db: Db | Trx) {
  return db
    .selectFrom('chat_room')
    .leftJoin('member', 'member.id', 'chat_room.member_id')
    .leftJoin('chat_message as newest', (join) =>
      join
        .onRef('newest.room_id', '=', 'chat_room.id')
        // An automatic answer does not hide the customer's question.
        .on(
          'newest.position',
          '=',
          sql<number>`(select max(m.position) from chat_message m
            where m.room_id = chat_room.id and m.sender <> 'system')`,
        ),
    )
    .selectAll('chat_room')
    .select([
      'member.name as member_name',
      sql<string | null>`to_jsonb(newest)`.as('newest'),
      sql<bigint>`(select count(*) from chat_message m where m.room_id = chat_room.id
        and m.position > chat_room.operator_read and m.sender = 'customer')`.as('unread'),
      sql<
        number | null
      >`(select rating from chat_closing c where c.room_id = chat_room.id order by id desc limit 1)`.as(
        'rating',
      ),
    ]);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaryQuery>['executeTakeFirstOrThrow']>>;

/** A row of summaryQuery in the inbox's form. */
export function presentSummary(row: SummaryRow, { prefix, linkKey }: Presentation): ChatRoomSummary {
  // The row came as JSON: its time is a string, and its numbers are numbers.
  const newest = row.newest as unknown as Parameters<typeof presentMessage>[1] | null;
  return {
    id: String(row.id),
    room: roomName(prefix, customerOf(row)),
    memberId: row.member_id === null ? null : String(row.member_id),
    guestId: row.member_id === null ? row.guest_id : null,
    name: row.member_name ?? '',
    status: row.status as 'open' | 'closed',
    assignedTo: row.assigned_to === null ? null : String(row.assigned_to),
    language: row.language as 'th' | 'la' | 'en',
    unread: Number(row.unread),
    lastMessage: newest
      ? presentMessage(row, { ...newest, created_at: new Date(newest.created_at) }, linkKey)
      : null,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    rating: row.rating,
    skill: row.skill as Skill | null,
    isWithBot: row.bot_until !== null,
    askedAt: row.status === 'open' ? (row.asked_at?.toISOString() ?? null) : null,
  };
}

/** One room for the inbox; undefined if it does not exist. */
export async function summarizeRoom(
  db: Db | Trx,
  roomId: bigint,
  presentation: Presentation,
): Promise<ChatRoomSummary | undefined> {
  const row = await summaryQuery(db).where('chat_room.id', '=', roomId).executeTakeFirst();
  return row && presentSummary(row, presentation);
}
