import type { ChatMessage } from '@krapao/contract/api/chat';
import type { ChatContent, ChatSender } from '@krapao/contract/chatContent';
import type { ReadEvent } from '@krapao/contract/events';

/** The two sides of a conversation: the customer, and the operators with the automatic answers of the site. */
export type Side = ReadEvent['by'];

/** Content that a person writes. A file carries the text as its caption. */
export type Written = Extract<ChatContent, { message_type: 'text' | 'postback' | 'quick_replies' }>;

/** CHT-04: the delivery state of our message. */
export type DeliveryStatus = 'uploading_file' | 'sending' | 'failed' | 'succeed';

/** A file that is being sent. */
export interface OutgoingFile {
  blob: File;
  kind: 'image' | 'video';
  /** Object URL of the file in this browser. */
  previewUrl: string;
  /** Uploaded fraction, 0 to 1. */
  progress: number;
  /** The path that the upload answered; null before. */
  path: string | null;
}

/** Our message that the log does not contain yet. */
export interface Outgoing<Content extends Written = Written> {
  /** Stays the same in every retry and in the echo. */
  clientId: string;
  content: Content;
  file: OutgoingFile | null;
  createdAt: string;
  delivery: DeliveryStatus;
  /** Why it failed, in words; null for a lost connection, after which it is resent automatically. */
  problem: string | null;
}

export interface MessageLog<Content extends Written = Written> {
  /** The messages of the server, in order of position, without duplicates. */
  messages: readonly ChatMessage[];
  /** Our messages that are being sent, in sending order. */
  outgoing: readonly Outgoing<Content>[];
  /** True once the first page is loaded. */
  isLoaded: boolean;
  /** The conversation's beginning has been loaded: a page was not full. */
  isWhole: boolean;
}

export const EMPTY_LOG: MessageLog<never> = { messages: [], outgoing: [], isLoaded: false, isWhole: false };

export type LogEvent<Content extends Written = Written> =
  /**
   * A page of history. `restart` clears the log first, after too many messages were missed. `isLast`: nothing is older.
   */
  | { type: 'fetched'; messages: readonly ChatMessage[]; restart?: boolean; isLast?: boolean }
  | { type: 'received'; message: ChatMessage }
  | { type: 'queued'; outgoing: Outgoing<Content> }
  | { type: 'progressed'; clientId: string; part: number }
  | { type: 'uploaded'; clientId: string; path: string }
  | { type: 'delivered'; clientId: string; createdAt: string }
  | { type: 'failed'; clientId: string; problem: string | null }
  | { type: 'retried'; clientId: string }
  | { type: 'removed'; clientId: string }
  /** A side has read the other side's messages up to a position. */
  | { type: 'read'; by: Side; position: number };

/** Applies an event to the log. Events may arrive twice, late or out of order. */
export function reduceLog<Content extends Written>(
  log: MessageLog<Content>,
  event: LogEvent<Content>,
): MessageLog<Content> {
  switch (event.type) {
    case 'fetched':
      return merge(
        event.restart ? { ...log, messages: since(log, event.messages), isWhole: false } : log,
        event.messages,
        true,
        event.isLast,
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
      // The echo may have arrived before the call failed.
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

/** The side to which a sender belongs. */
export function sideOf(sender: ChatSender): Side {
  return sender === 'customer' ? 'customer' : 'operator';
}

/** Number of messages of the other side that `side` has not read. */
export function unreadBy(side: Side, { messages }: Pick<MessageLog, 'messages'>): number {
  return messages.filter(({ sender, isRead }) => sideOf(sender) !== side && !isRead).length;
}

/** The newest position in the log; 0 when it is empty. */
export function newestPosition({ messages }: Pick<MessageLog, 'messages'>): number {
  return messages.at(-1)?.position ?? 0;
}

/** The oldest position in the log; below every other when it is empty. */
export function oldestPosition({ messages }: Pick<MessageLog, 'messages'>): number {
  return messages[0]?.position ?? Number.NEGATIVE_INFINITY;
}

/**
 * True when the positions count back from the newest message, which is at -1: a server that speaks the specification
 * alone gives none. Each new message changes them all.
 */
export function isCountedBack([newest]: readonly ChatMessage[]): boolean {
  return newest !== undefined && newest.position < 0;
}

/** True when the log begins after the conversation's first message (CHT-03). */
export function hasOlder({ messages, isWhole }: Pick<MessageLog, 'messages' | 'isWhole'>): boolean {
  return !isWhole && (messages[0]?.position ?? 1) !== 1;
}

/** True when a message between the first and the last one is missing. */
export function hasGap(log: Pick<MessageLog, 'messages'>): boolean {
  return contiguousPosition(log) < newestPosition(log);
}

/** The newest position up to which no message is missing. */
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
  isLast = false,
): MessageLog<Content> {
  const byPosition = new Map(log.messages.map((message) => [message.position, message]));
  for (const message of added) {
    const known = byPosition.get(message.position);
    // A page that was requested before a message was read may arrive later; the message stays read.
    byPosition.set(message.position, known?.isRead ? { ...message, isRead: true } : message);
  }
  const messages = [...byPosition.values()].sort((one, other) => one.position - other.position);
  const echoed = new Set(added.map(({ clientId }) => clientId));
  return {
    messages,
    outgoing: log.outgoing.filter(
      (one) => !echoed.has(one.clientId) && !added.some((message) => isStored(one, message)),
    ),
    isLoaded,
    isWhole: log.isWhole || isLast,
  };
}

/**
 * True when a message without a clientId is the one that we sent. A server that speaks the specification alone has told
 * when it stored it, or only that it did: then its words show it.
 */
function isStored({ delivery, createdAt, content, file }: Outgoing, message: ChatMessage): boolean {
  if (delivery !== 'succeed') return false;
  if (message.createdAt === createdAt) return true;
  if (!isCountedBack([message]) || message.sender !== 'customer') return false;
  const said = message.message;
  if (file) return said.message_type === 'media' && said.payload.filePath === file.path;
  return said.message_type === content.message_type && textOf(said) === textOf(content);
}

function textOf({ payload }: ChatContent): string | null {
  if ('text' in payload) return payload.text;
  return 'title' in payload ? payload.title : null;
}

/** The messages of the log from the oldest position of `added` on. */
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
