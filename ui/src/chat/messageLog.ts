import type { ChatMessage } from '@krapao/contract/api/chat';
import type { ChatContent, ChatSender } from '@krapao/contract/chatContent';
import type { ReadEvent } from '@krapao/contract/events';

/** The two sides of a conversation: who asks; and operators, with what the site answers by itself. */
export type Side = ReadEvent['by'];

/** What a person writes; the text may be the caption of a file. */
export type Written = Extract<ChatContent, { message_type: 'text' | 'postback' | 'quick_replies' }>;

/** CHT-04: how far a message of ours has come. */
export type DeliveryStatus = 'uploading_file' | 'sending' | 'failed' | 'succeed';

/** A file on its way. */
export interface OutgoingFile {
  blob: File;
  kind: 'image' | 'video';
  /** Address of the file in this browser. */
  previewUrl: string;
  /** The part that is uploaded, 0 to 1. */
  progress: number;
  /** What the upload answered; null before. */
  path: string | null;
}

/** A message of ours that the log does not hold yet. */
export interface Outgoing<Content extends Written = Written> {
  /** The same through every retry and in the echo. */
  clientId: string;
  content: Content;
  file: OutgoingFile | null;
  createdAt: string;
  delivery: DeliveryStatus;
  /** Why it failed, in words; null for a lost connection, after which it is sent again by itself. */
  problem: string | null;
}

export interface MessageLog<Content extends Written = Written> {
  /** What the server has, by position, each once. */
  messages: readonly ChatMessage[];
  /** What is on its way, in the order of sending. */
  outgoing: readonly Outgoing<Content>[];
  /** The first page has come. */
  isLoaded: boolean;
}

export const EMPTY_LOG: MessageLog<never> = { messages: [], outgoing: [], isLoaded: false };

export type LogEvent<Content extends Written = Written> =
  /** A page of history; `restart` forgets what was there, after more was missed than is worth loading. */
  | { type: 'fetched'; messages: readonly ChatMessage[]; restart?: boolean }
  | { type: 'received'; message: ChatMessage }
  | { type: 'queued'; outgoing: Outgoing<Content> }
  | { type: 'progressed'; clientId: string; part: number }
  | { type: 'uploaded'; clientId: string; path: string }
  | { type: 'delivered'; clientId: string; createdAt: string }
  | { type: 'failed'; clientId: string; problem: string | null }
  | { type: 'retried'; clientId: string }
  | { type: 'removed'; clientId: string }
  /** A side has read what the other one wrote, up to a position. */
  | { type: 'read'; by: Side; position: number };

/** What the log is after an event. Anything may come twice, late, or in another order. */
export function reduceLog<Content extends Written>(
  log: MessageLog<Content>,
  event: LogEvent<Content>,
): MessageLog<Content> {
  switch (event.type) {
    case 'fetched':
      return merge(
        event.restart ? { ...log, messages: since(log, event.messages) } : log,
        event.messages,
        true,
      );
    case 'received':
      return merge(log, [event.message], log.isLoaded);
    case 'queued':
      return { ...log, outgoing: [...log.outgoing, event.outgoing] };
    case 'progressed':
      return change(log, event.clientId, ({ file }) => ({ file: file && { ...file, progress: event.part } }));
    case 'uploaded':
      return change(log, event.clientId, ({ file }) => ({
        delivery: 'sending',
        file: file && { ...file, progress: 1, path: event.path },
      }));
    case 'delivered':
      return change(log, event.clientId, () => ({
        delivery: 'succeed',
        createdAt: event.createdAt,
        problem: null,
      }));
    case 'failed':
      // The echo may have come before the answer was lost.
      return change(log, event.clientId, () => ({ delivery: 'failed', problem: event.problem }));
    case 'retried':
      return change(log, event.clientId, ({ file }) => ({
        delivery: file && file.path === null ? 'uploading_file' : 'sending',
        problem: null,
      }));
    case 'removed':
      return { ...log, outgoing: log.outgoing.filter(({ clientId }) => clientId !== event.clientId) };
    case 'read':
      return {
        ...log,
        messages: log.messages.map((message) =>
          sideOf(message.sender) !== event.by && !message.isRead && message.position <= event.position
            ? { ...message, isRead: true }
            : message,
        ),
      };
  }
}

/** The side that a sender writes for. */
export function sideOf(sender: ChatSender): Side {
  return sender === 'customer' ? 'customer' : 'operator';
}

/** How many messages of the other side this one has not read. */
export function unreadBy(side: Side, { messages }: Pick<MessageLog, 'messages'>): number {
  return messages.filter(({ sender, isRead }) => sideOf(sender) !== side && !isRead).length;
}

/** The newest position that the log holds, 0 for none. */
export function newestPosition({ messages }: Pick<MessageLog, 'messages'>): number {
  return messages.at(-1)?.position ?? 0;
}

/** True when the log begins after the conversation's first message (CHT-03). */
export function hasOlder({ messages }: Pick<MessageLog, 'messages'>): boolean {
  return (messages[0]?.position ?? 1) > 1;
}

/** True when a message between the first and the last one is missing. */
export function hasGap(log: Pick<MessageLog, 'messages'>): boolean {
  return contiguousPosition(log) < newestPosition(log);
}

/** The newest position below which nothing is missing. */
export function contiguousPosition({ messages }: Pick<MessageLog, 'messages'>): number {
  let position = (messages[0]?.position ?? 1) - 1;
  for (const message of messages) {
    if (message.position !== position + 1) break;
    position = message.position;
  }
  return position;
}

function merge<Content extends Written>(
  log: MessageLog<Content>,
  added: readonly ChatMessage[],
  isLoaded: boolean,
): MessageLog<Content> {
  const byPosition = new Map(log.messages.map((message) => [message.position, message]));
  for (const message of added) {
    const known = byPosition.get(message.position);
    // A page that was asked for before a message was read may come after it.
    byPosition.set(message.position, known?.isRead ? { ...message, isRead: true } : message);
  }
  const messages = [...byPosition.values()].sort((one, other) => one.position - other.position);
  const echoed = new Set(added.map(({ clientId }) => clientId));
  return {
    messages,
    outgoing: log.outgoing.filter(({ clientId }) => !echoed.has(clientId)),
    isLoaded,
  };
}

/** What the log holds from the oldest of some messages on. */
function since(
  { messages }: Pick<MessageLog, 'messages'>,
  added: readonly ChatMessage[],
): readonly ChatMessage[] {
  const oldest = Math.min(...added.map(({ position }) => position));
  return messages.filter(({ position }) => position >= oldest);
}

function change<Content extends Written>(
  log: MessageLog<Content>,
  clientId: string,
  next: (outgoing: Outgoing<Content>) => Partial<Outgoing<Content>>,
): MessageLog<Content> {
  return {
    ...log,
    outgoing: log.outgoing.map((outgoing) =>
      outgoing.clientId === clientId ? { ...outgoing, ...next(outgoing) } : outgoing,
    ),
  };
}
