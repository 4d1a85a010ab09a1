import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { BotAnswer } from '../../providers/chatBot.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import { announceMessages } from './announce.ts';
import { pseudonymOf, settleBot, type Turn } from './botTurn.ts';
import type { RoomRow } from './room.ts';

/** Questions of one node that are under way; above it a person is asked. */
const AT_ONCE = 32;
let underWay = 0;

type Needs = Pick<AppContext, 'connections' | 'db' | 'realtime' | 'secrets' | 'settings'>;

/** The bot that is connected now; undefined if there is none, or if it has too much to do. */
export function botNow({ connections }: Pick<Needs, 'connections'>): LiveConnection<'chatBot'> | undefined {
  if (underWay >= AT_ONCE) return undefined;
  for (const connection of connections.deciding('chatBot')) return connection;
  return undefined;
}

/**
 * Asks the bot and gives its answer to the customer, or the conversation to a person. Never throws: what breaks here, and
 * what is under way when a node dies, is ended by releaseBots.
 */
export async function askBot(
  context: Needs,
  bot: LiveConnection<'chatBot'>,
  room: RoomRow,
  turn: Exclude<Turn, 'person'>,
): Promise<void> {
  underWay += 1;
  try {
    const answer = await context.connections.ask(
      bot,
      'answer',
      (port) =>
        port.answer({
          id: turn.question,
          conversation: pseudonymOf(context.secrets.signedLink, room),
          language: room.language as Language,
          text: turn.text,
        }),
      (result) => ({ trouble: result.status === 'unknown' ? result.reason : null }),
    );
    await settle(context, room.id, turn.question, answer.status === 'answered' ? answer : undefined);
  } catch {
    // The time of the question ends.
  } finally {
    underWay -= 1;
  }
}

/** Gives to a person what the bot has not answered in its time. @returns how many */
export async function releaseBots(context: Needs): Promise<number> {
  const late = await context.db
    .selectFrom('chat_room')
    .select(['id', 'bot_question'])
    .where('bot_question', 'is not', null)
    .where('bot_until', '<=', sql<Date>`site.now()`)
    .execute();
  for (const { id, bot_question } of late) await settle(context, id, bot_question ?? '', undefined);
  return late.length;
}

async function settle(
  context: Needs,
  roomId: bigint,
  question: string,
  answer: BotAnswer | undefined,
): Promise<void> {
  const settings = context.settings.get('chat');
  const settled = await context.db
    .transaction()
    .execute((trx) => settleBot(trx, { roomId, question, answer, settings }));
  if (settled) await announceMessages(context, settled.room, settled.messages);
}
