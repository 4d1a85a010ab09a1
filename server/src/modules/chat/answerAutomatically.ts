import type { ChatContent } from '@krapao/contract/chatContent';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { appendMessage, type MessageRow } from './appendMessage.ts';
import { openingAt } from './openingHours.ts';
import type { RoomRow } from './room.ts';

const RATING = /^RATING_([1-5])$/;

/**
 * Automatic answers after a customer's message: a greeting with quick replies at the start of a session, the answer to
 * a quick reply, thanks for a rating. Everything else waits for an operator.
 */
export async function answerAutomatically(
  trx: Trx,
  room: RoomRow,
  {
    content,
    isNewSession,
    language,
    settings,
    now,
  }: {
    content: ChatContent;
    isNewSession: boolean;
    language: Language;
    settings: SettingValue<'chat'>;
    now: Date;
  },
): Promise<MessageRow[]> {
  const answers: ChatContent[] = [];
  if (content.message_type === 'postback') {
    const reply = settings.quickReplies.find(({ code }) => code === content.payload.payload);
    if (reply && reply.answer[language] !== '') answers.push(text(reply.answer[language]));
    const stars = RATING.exec(content.payload.payload)?.[1];
    if (stars !== undefined) await rate(trx, room.id, Number(stars));
  } else if (isNewSession) return greet(trx, room, { language, settings, now });
  const messages: MessageRow[] = [];
  for (const answer of answers)
    messages.push(await appendMessage(trx, room, { author: { sender: 'system' }, content: answer }));
  return messages;
}

/** Greets the customer of a locked room, if the site does so. @param now decides whether the site is open */
export async function greet(
  trx: Trx,
  room: RoomRow,
  {
    language,
    settings,
    now = clock.date(),
  }: { language: Language; settings: SettingValue<'chat'>; now?: Date },
): Promise<MessageRow[]> {
  const greeting = greetingOf(settings, language, now);
  return greeting === null
    ? []
    : [await appendMessage(trx, room, { author: { sender: 'system' }, content: greeting })];
}

/** The question when an operator closes the conversation; null if the site asks none. */
export function ratingQuestion(settings: SettingValue<'chat'>, language: Language): ChatContent | null {
  const question = settings.ratingQuestion[language];
  if (question === '') return null;
  return {
    message_type: 'quick_replies',
    payload: {
      text: question,
      quick_replies: [5, 4, 3, 2, 1].map((stars) => ({
        title: '★'.repeat(stars),
        payload: `RATING_${stars}`,
      })),
    },
  };
}

function greetingOf(
  { openingHours, closedAnswer, greeting, quickReplies }: SettingValue<'chat'>,
  language: Language,
  now: Date,
): ChatContent | null {
  const { isOpen } = openingAt(openingHours, now);
  const words = (!isOpen && closedAnswer[language]) || greeting[language];
  if (words === '') return null;
  if (quickReplies.length === 0) return text(words);
  return {
    message_type: 'quick_replies',
    payload: {
      text: words,
      quick_replies: quickReplies.map(({ code, title }) => ({ title: title[language], payload: code })),
    },
  };
}

/** Each closing takes one rating, the newest only. */
async function rate(trx: Trx, roomId: bigint, stars: number): Promise<void> {
  await trx
    .updateTable('chat_closing')
    .set({ rating: stars, rated_at: sql`site.now()` })
    .where('rating', 'is', null)
    .where('id', '=', (e) =>
      e
        .selectFrom('chat_closing')
        .select((max) => max.fn.max('id').as('id'))
        .where('room_id', '=', roomId),
    )
    .execute();
}

function text(words: string): ChatContent {
  return { message_type: 'text', payload: { text: words } };
}
