import { createHmac } from 'node:crypto';
import { BOT_PAYLOAD, BOT_PERSON, TALK_TO_PERSON } from '@krapao/contract/chatBot';
import type { ChatContent } from '@krapao/contract/chatContent';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Trx } from '../../database/connect.ts';
import type { BotAnswer } from '../../providers/chatBot.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { greet } from './answerAutomatically.ts';
import { appendMessage, type MessageRow } from './appendMessage.ts';
import { beginWait } from './firstAnswer.ts';
import { lockRoomById, type RoomRow } from './room.ts';

/** Beyond the bot's own time: for the way there and back, and for the next look of the job. */
const GRACE_SECONDS = 2;

/** Whose turn it is after a customer's message: a question for the bot, or a person. */
export type Turn = { question: string; text: string } | 'person';

/**
 * Decides who answers a customer's message in a locked room: the bot has the first text of a chat in which nobody waits for a
 * person, and the presses of its own buttons. Anything else is for a person, and takes the conversation from the bot.
 * @param answerSeconds of the bot; undefined: there is none
 */
export async function takeTurn(
  trx: Trx,
  room: RoomRow,
  {
    content,
    isFirst,
    answerSeconds,
  }: { content: ChatContent; isFirst: boolean; answerSeconds: number | undefined },
): Promise<Turn> {
  const pressed = content.message_type === 'postback' ? content.payload : undefined;
  const isBots = pressed !== undefined && room.bot_until !== null && BOT_PAYLOAD.test(pressed.payload);
  const text =
    content.message_type === 'text' && isFirst && room.assigned_to === null && room.asked_at === null
      ? content.payload.text
      : isBots && room.bot_question === null && pressed.payload !== BOT_PERSON
        ? pressed.title
        : undefined;
  if (text === undefined || answerSeconds === undefined) {
    if (room.bot_until !== null) await endBot(trx, room);
    return 'person';
  }
  const changed = await trx
    .updateTable('chat_room')
    .set({
      bot_question: sql<string>`gen_random_uuid()`,
      bot_until: sql<Date>`site.now() + make_interval(secs => ${answerSeconds + GRACE_SECONDS})`,
    })
    .where('id', '=', room.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  Object.assign(room, changed);
  return { question: changed.bot_question ?? '', text };
}

/** A person has the conversation from now on. */
async function endBot(trx: Trx, room: RoomRow): Promise<void> {
  const changed = await trx
    .updateTable('chat_room')
    .set({ bot_question: null, bot_until: null })
    .where('id', '=', room.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  Object.assign(room, changed);
}

/**
 * Takes what a bot answered to a question: its words with a button to a person, or nothing, and then a person is asked as if
 * there were no bot. An answer to a question that is no longer open is dropped. Announce `messages` after the commit.
 */
export async function settleBot(
  trx: Trx,
  {
    roomId,
    question,
    answer,
    settings,
  }: { roomId: bigint; question: string; answer: BotAnswer | undefined; settings: SettingValue<'chat'> },
): Promise<{ room: RoomRow; messages: MessageRow[] } | undefined> {
  const room = await lockRoomById(trx, roomId);
  if (room.bot_question !== question) return undefined;
  const language = room.language as Language;
  if (answer === undefined) {
    await endBot(trx, room);
    await beginWait(trx, room, room.last_message_at ?? clock.date());
    return { room, messages: await greet(trx, room, { language, settings }) };
  }
  const changed = await trx
    .updateTable('chat_room')
    .set({ bot_question: null, bot_until: sql<Date>`'infinity'` })
    .where('id', '=', roomId)
    .returningAll()
    .executeTakeFirstOrThrow();
  Object.assign(room, changed);
  const content: ChatContent = {
    message_type: 'quick_replies',
    payload: {
      text: answer.text,
      quick_replies: [
        ...answer.quickReplies.map((title, nth) => ({ title, payload: `BOT_${nth + 1}` })),
        { title: TALK_TO_PERSON[language], payload: BOT_PERSON },
      ],
      isAutomatic: true,
    },
  };
  return { room, messages: [await appendMessage(trx, room, { author: { sender: 'system' }, content })] };
}

/** What a bot knows a chat by: nobody without our key finds the room, and the next chat of the customer has another name. */
export function pseudonymOf(key: Buffer, { id, session_id }: Pick<RoomRow, 'id' | 'session_id'>): string {
  return createHmac('sha256', key).update(`chat bot ${id} ${session_id}`).digest('base64url').slice(0, 22);
}
