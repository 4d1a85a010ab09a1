import { BOT_PAYLOAD } from '@krapao/contract/chatBot';
import type { ChatContent } from '@krapao/contract/chatContent';
import { CHAT } from '@krapao/contract/limits';
import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { Database, Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { requireRow } from '../statement/requireRow.ts';
import { ratingQuestion } from './answerAutomatically.ts';
import { appendMessage, type MessageRow } from './appendMessage.ts';
import { beginWait, endWait } from './firstAnswer.ts';
import { markRead } from './markRead.ts';
import { lockRoomById, type RoomRow } from './room.ts';
import { isRatingCode, startSession, takeFile } from './sendMessage.ts';

export type NoteRow = Selectable<Database['chat_note']>;

/** What an operator may send: a text, a file uploaded to the room, or a message of another kind. */
export type OperatorContent =
  | Exclude<ChatContent, { message_type: 'media' | 'postback' }>
  | { message_type: 'media'; payload: { message?: string | undefined; filePath: string } };

/** Once a person has a conversation, or it is over, it is kept for no skill and for no bot. */
const FREE = { skill: null, skill_until: null, bot_question: null, bot_until: null };

/**
 * Sends an operator's message. The conversation is then read and open, and assigned to the operator if it was
 * unassigned. A clientId sends once. Announce `messages` after the commit.
 * @throws AppError NO_DATA without such a room, INVALID_REQUEST for a blank or too long text, an unknown file, or a
 * row that is not the customer's
 */
export async function sendAsOperator(
  trx: Trx,
  request: {
    roomId: bigint;
    operatorId: bigint;
    /** As the customer sees the operator. */
    name: string;
    content: OperatorContent;
    clientId?: string | undefined;
    sessionHours: number;
  },
): Promise<{ room: RoomRow; messages: MessageRow[] }> {
  const { roomId, operatorId, name, content, clientId } = request;
  const room = await lockRoomById(trx, roomId);
  if (room.adopted_by !== null) throw new AppError('NO_DATA', 'the room went into a member’s');
  if (clientId !== undefined && (await isKnown(trx, roomId, clientId))) return { room, messages: [] };
  const stored = await operatorContent(trx, room, content);
  await startSession(trx, room, request.sessionHours);
  await endWait(trx, room, operatorId);
  room.assigned_to ??= operatorId;
  await trx
    .updateTable('chat_room')
    .set({ status: 'open', assigned_to: room.assigned_to, ...FREE })
    .where('id', '=', roomId)
    .execute();
  const author = { sender: 'operator', operatorId, name } as const;
  const message = await appendMessage(trx, room, { author, content: stored, clientId });
  return { room, messages: [message] };
}

/**
 * Assigns a conversation to an operator, or with null returns it to the queue. A question that the bot has not answered waits
 * for a person. @throws AppError NO_DATA
 */
export async function assignRoom(
  trx: Trx,
  { roomId, to }: { roomId: bigint; to: bigint | null },
): Promise<RoomRow> {
  await waitAfterBot(trx, await lockRoomById(trx, roomId));
  return trx
    .updateTable('chat_room')
    .set({ assigned_to: to, ...FREE })
    .where('id', '=', roomId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes an internal note. @throws AppError NO_DATA, INVALID_REQUEST for a blank or too long one */
export async function addNote(
  trx: Trx,
  { roomId, operatorId, text }: { roomId: bigint; operatorId: bigint; text: string },
): Promise<NoteRow> {
  requireWords(text);
  await lockRoomById(trx, roomId);
  return trx
    .insertInto('chat_note')
    .values({ room_id: roomId, operator_id: operatorId, text })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The internal notes of a room, oldest first. */
export function listNotes(trx: Db | Trx, roomId: bigint): Promise<NoteRow[]> {
  return trx.selectFrom('chat_note').selectAll().where('room_id', '=', roomId).orderBy('id').execute();
}

/**
 * Closes a conversation and asks the customer for a rating, if the site does so. Closing a closed one changes nothing.
 * Announce `messages` after the commit.
 * @throws AppError NO_DATA
 */
export async function closeRoom(
  trx: Trx,
  { roomId, operatorId, settings }: { roomId: bigint; operatorId: bigint; settings: SettingValue<'chat'> },
): Promise<{ room: RoomRow; messages: MessageRow[] }> {
  const room = await lockRoomById(trx, roomId);
  if (room.status === 'closed') return { room, messages: [] };
  await trx.insertInto('chat_closing').values({ room_id: roomId, closed_by: operatorId }).execute();
  await waitAfterBot(trx, room);
  await endWait(trx, room, null);
  await trx
    .updateTable('chat_room')
    .set({ status: 'closed', ...FREE })
    .where('id', '=', roomId)
    .execute();
  const question = ratingQuestion(settings, room.language as 'th' | 'la' | 'en');
  const messages = question
    ? [await appendMessage(trx, room, { author: { sender: 'system' }, content: question })]
    : [];
  const read = await markRead(trx, roomId, 'operator');
  return { room: { ...room, ...read, status: 'closed' }, messages };
}

/** Marks a conversation as read by operators; undefined when that changes nothing. */
export function markReadByOperator(trx: Trx, { roomId }: { roomId: bigint }): Promise<RoomRow | undefined> {
  return markRead(trx, roomId, 'operator');
}

/** A person who takes or closes a chat owes the answer that its bot has not given. */
async function waitAfterBot(trx: Trx, room: RoomRow): Promise<void> {
  if (room.bot_question !== null) await beginWait(trx, room, room.last_message_at ?? clock.date());
}

async function operatorContent(
  trx: Trx,
  { id: roomId, member_id }: RoomRow,
  content: OperatorContent,
): Promise<ChatContent> {
  if (content.message_type !== 'media') {
    if ('text' in content.payload) requireWords(content.payload.text);
    if (content.message_type === 'quick_replies') refuseReserved(content.payload.quick_replies);
    if (content.message_type === 'text' && content.payload.rowId !== undefined)
      await requireRow(trx, member_id, content.payload.rowId);
    return content;
  }
  const { filePath, message = '' } = content.payload;
  return { message_type: 'media', payload: await takeFile(trx, roomId, filePath, message, false) };
}

/** Buttons of the site and of the bot: nobody is led to rate by another question. @throws AppError INVALID_REQUEST */
function refuseReserved(buttons: readonly { payload: string }[]): void {
  if (buttons.some(({ payload }) => isRatingCode(payload) || BOT_PAYLOAD.test(payload)))
    throw new AppError('INVALID_REQUEST', 'a button of the site');
}

async function isKnown(trx: Trx, roomId: bigint, clientId: string): Promise<boolean> {
  const known = await trx
    .selectFrom('chat_message')
    .select('id')
    .where('room_id', '=', roomId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return known !== undefined;
}

function requireWords(text: string): void {
  if (text.trim() === '' || text.length > CHAT.textMax) throw new AppError('INVALID_REQUEST');
}
