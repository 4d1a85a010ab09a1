import type { ChatMessage } from '@krapao/contract/api/chat';
import type { QueryClient } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { keys } from './chat.ts';

const PAGE = 30;
/** With more missed pages than this, the conversation restarts with its newest page. */
const MISSED_PAGES = 5;

/** Merges both lists by position, each message once; read messages stay read. */
export function mergeMessages(
  known: readonly ChatMessage[],
  added: readonly ChatMessage[],
): readonly ChatMessage[] {
  const byPosition = new Map(known.map((message) => [message.position, message]));
  for (const message of added) {
    const before = byPosition.get(message.position);
    byPosition.set(message.position, before?.isRead ? { ...message, isRead: true } : message);
  }
  return [...byPosition.values()].sort((one, other) => one.position - other.position);
}

/** Marks what operators and the site wrote as read up to a position. */
export function readUpTo(messages: readonly ChatMessage[], position: number): readonly ChatMessage[] {
  return messages.map((message) =>
    message.sender !== 'customer' && !message.isRead && message.position <= position
      ? { ...message, isRead: true }
      : message,
  );
}

/** True when the list begins after the conversation's first message. */
export function hasOlder(messages: readonly ChatMessage[]): boolean {
  return (messages[0]?.position ?? 1) > 1;
}

/** The newest messages, and all between them and the known ones: positions have no gaps. */
export async function fetchNewest(queries: QueryClient, id: string): Promise<readonly ChatMessage[]> {
  const known = () => queries.getQueryData<readonly ChatMessage[]>(keys.messages(id)) ?? [];
  const newestKnown = known().at(-1)?.position ?? 0;
  let fetched: readonly ChatMessage[] = [];
  for (let page = 0; page < MISSED_PAGES; page += 1) {
    const body = { limit: PAGE, skip: page * PAGE };
    const messages = await client('POST /api/console/chat/rooms/:id/history', { params: { id }, body });
    fetched = mergeMessages(fetched, messages);
    const oldest = fetched[0]?.position ?? 1;
    if (newestKnown === 0 || oldest <= newestKnown + 1 || messages.length < PAGE) {
      // Messages from the socket may have filled the gap meanwhile.
      return mergeMessages(known(), fetched);
    }
  }
  const oldest = fetched[0]?.position ?? 1;
  return mergeMessages(
    known().filter(({ position }) => position >= oldest),
    fetched,
  );
}

/** Loads the page before the known messages. */
export async function fetchOlder(queries: QueryClient, id: string): Promise<void> {
  const known = queries.getQueryData<readonly ChatMessage[]>(keys.messages(id)) ?? [];
  const newest = known.at(-1)?.position ?? 0;
  const oldest = known[0]?.position ?? 1;
  const body = { limit: PAGE, skip: newest - oldest + 1 };
  const older = await client('POST /api/console/chat/rooms/:id/history', { params: { id }, body });
  putMessages(queries, id, older);
}

/** Adds new messages to a shown conversation; one that was never opened stays unloaded. */
export function putMessages(queries: QueryClient, id: string, added: readonly ChatMessage[]): void {
  queries.setQueryData<readonly ChatMessage[]>(
    keys.messages(id),
    (known) => known && mergeMessages(known, added),
  );
}
