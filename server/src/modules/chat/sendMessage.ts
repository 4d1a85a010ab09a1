import { isDeepStrictEqual } from 'node:util';
import type { CustomerContent } from '@krapao/contract/api/chat';
import type { ChatContent } from '@krapao/contract/chatContent';
import { CHAT, type Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { requireRow } from '../statement/requireRow.ts';
import { answerAutomatically, greet } from './answerAutomatically.ts';
import { appendMessage, type MessageRow } from './appendMessage.ts';
import { type Turn, takeTurn } from './botTurn.ts';
import type { Customer } from './customer.ts';
import { beginWait } from './firstAnswer.ts';
import { lockRoom, type RoomRow } from './room.ts';

export interface SendRequest {
  customer: Customer;
  content: CustomerContent;
  clientId: string | undefined;
  language: Language;
  settings: SettingValue<'chat'>;
  /** Within how many seconds the bot answers; undefined: there is none. */
  botSeconds?: number | undefined;
}

export interface Sent {
  room: RoomRow;
  /** When the customer's message was created. */
  createdAt: Date;
  /** The messages that this call added to the room, the customer's first; empty for a repeat. */
  messages: MessageRow[];
  /** Whom the message is for. */
  turn: Turn;
}

/**
 * Accepts a customer's message (CHT-04), with an automatic answer where the site has one. A clientId sends once. After
 * the settings' hours of inactivity a new session starts (CHT-07). A closed conversation reopens and waits for an
 * operator.
 * @throws AppError INVALID_REQUEST for a blank or too long text, or a file or a row that is not the customer's,
 * IDEMPOTENCY_MISMATCH for another message under the same clientId, NO_USER
 */
export async function sendMessage(
  trx: Trx,
  { customer, content, clientId, language, settings, botSeconds }: SendRequest,
): Promise<Sent> {
  requireText(content);
  const room = await lockRoom(trx, customer, language);
  const known = clientId === undefined ? undefined : await messageOf(trx, room.id, clientId);
  const stored = await storedContent(trx, room, content, known !== undefined);
  if (known) {
    if (known.message_type !== stored.message_type || !isDeepStrictEqual(known.payload, stored.payload))
      throw new AppError('IDEMPOTENCY_MISMATCH');
    return { room, createdAt: known.created_at, messages: [], turn: 'person' };
  }
  const isNewSession = await startSession(trx, room, settings.sessionHours);
  const isReopened = room.status === 'closed' && !isRating(stored);
  if (isReopened) {
    room.status = 'open';
    room.assigned_to = null;
    room.is_answered = false;
  }
  await trx
    .updateTable('chat_room')
    .set({
      status: room.status,
      assigned_to: room.assigned_to,
      language,
      is_answered: room.is_answered && !isNewSession,
    })
    .where('id', '=', room.id)
    .execute();
  const sent = await appendMessage(trx, room, { author: { sender: 'customer' }, content: stored, clientId });
  if (isRating(stored))
    return { room, createdAt: sent.created_at, messages: [sent, ...(await answers(false))], turn: 'person' };
  const hadBot = room.bot_until !== null;
  const turn = await takeTurn(trx, room, {
    content: stored,
    isFirst: isNewSession || isReopened,
    answerSeconds: botSeconds,
  });
  if (turn !== 'person') return { room, createdAt: sent.created_at, messages: [sent], turn };
  await beginWait(trx, room, sent.created_at);
  // Whom the bot gives up is greeted as everybody is without a bot.
  const more = hadBot
    ? await greet(trx, room, { language, settings, now: sent.created_at })
    : await answers(isNewSession);
  return { room, createdAt: sent.created_at, messages: [sent, ...more], turn };

  function answers(isGreeted: boolean): Promise<MessageRow[]> {
    return answerAutomatically(trx, room, {
      content: stored,
      isNewSession: isGreeted,
      language,
      settings,
      now: sent.created_at,
    });
  }
}

/** CHT-05: not blank, at most 2000 characters. @throws AppError INVALID_REQUEST */
function requireText(content: CustomerContent): void {
  const words = content.message_type === 'text' ? content.payload.text : undefined;
  if (words?.trim() === '') throw new AppError('INVALID_REQUEST', 'a blank message');
  if (words !== undefined && words.length > CHAT.textMax)
    throw new AppError('INVALID_REQUEST', `more than ${CHAT.textMax} characters`);
}

/** The message that a client has already sent under its id. */
export function messageOf(trx: Trx, roomId: bigint, clientId: string): Promise<MessageRow | undefined> {
  return trx
    .selectFrom('chat_message')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Only known fields are stored: for a file, path, kind and size from our own record. */
async function storedContent(
  trx: Trx,
  { id: roomId, member_id }: Pick<RoomRow, 'id' | 'member_id'>,
  content: CustomerContent,
  isRepeat: boolean,
): Promise<ChatContent> {
  if (content.message_type === 'text') {
    const { text, rowId } = content.payload;
    if (rowId !== undefined) await requireRow(trx, member_id, rowId);
    return { message_type: 'text', payload: { text, ...(rowId !== undefined && { rowId }) } };
  }
  if (content.message_type === 'postback') {
    const { title, payload } = content.payload;
    return { message_type: 'postback', payload: { title, payload } };
  }
  return {
    message_type: 'media',
    payload: await takeFile(trx, roomId, content.payload.filePath, content.payload.message ?? '', isRepeat),
  };
}

/**
 * The payload of a file uploaded to this room, which counts as sent from now on.
 * @throws AppError INVALID_REQUEST if the room has no such file, or it was sent before
 */
export async function takeFile(
  trx: Trx,
  roomId: bigint,
  filePath: string,
  message: string,
  isRepeat: boolean,
) {
  const file = await trx
    .updateTable('chat_file')
    .set({ sent_at: sql`coalesce(sent_at, site.now())` })
    .where('path', '=', filePath)
    .where('room_id', '=', roomId)
    .$if(!isRepeat, (query) => query.where('sent_at', 'is', null))
    .returningAll()
    .executeTakeFirst();
  if (file === undefined) throw new AppError('INVALID_REQUEST', 'no such file');
  return {
    message,
    url: '',
    fileType: file.kind as 'image' | 'video',
    filePath,
    ...(file.width !== null && file.height !== null ? { width: file.width, height: file.height } : {}),
  };
}

/** Starts a new session in a room that was inactive for that long. */
export async function startSession(trx: Trx, room: RoomRow, hours: number): Promise<boolean> {
  if (room.last_message_at === null) return true;
  const { rows } = await sql<{ id: string; over: boolean }>`
    select gen_random_uuid() as id,
      ${room.last_message_at}::timestamptz < site.now() - make_interval(hours => ${hours}) as over`.execute(
    trx,
  );
  const [row] = rows;
  if (!row?.over) return false;
  room.session_id = row.id;
  return true;
}

/** Whether the code of a button belongs to the question of the closing. */
export const isRatingCode = (code: string): boolean => code.startsWith('RATING_');

function isRating(content: ChatContent): boolean {
  return content.message_type === 'postback' && isRatingCode(content.payload.payload);
}
