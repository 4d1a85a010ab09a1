import type { ChatMessage } from '@krapao/contract/api/chat';
import type { ChatContent } from '@krapao/contract/chatContent';

/** CHT-04: how far a message of ours has come. */
export type Delivery = 'uploading_file' | 'sending' | 'failed' | 'succeed';

/** A file on its way. */
export interface OutgoingFile {
  kind: 'image' | 'video';
  name: string;
  /** Address of the file in this browser. */
  previewUrl: string;
  /** The part that is uploaded, 0 to 1. */
  progress: number;
  /** What the upload answered; null before. */
  path: string | null;
}

/** A message of ours that the log does not hold yet. */
export interface Outgoing {
  /** The same through every retry and in the echo. */
  clientId: string;
  /** The text, the pressed answer, or the caption of the file. */
  content: Extract<ChatContent, { message_type: 'text' | 'postback' }>;
  file: OutgoingFile | null;
  createdAt: string;
  delivery: Delivery;
  /** Why it failed, in words; null for a lost connection, after which it is sent again by itself. */
  problem: string | null;
}

export interface MessageLog {
  /** What the server has, by position, each once. */
  messages: readonly ChatMessage[];
  /** What is on its way, in the order of sending. */
  outgoing: readonly Outgoing[];
  /** The first page has come. */
  isLoaded: boolean;
}

export const EMPTY_LOG: MessageLog = { messages: [], outgoing: [], isLoaded: false };

export type LogEvent =
  /** A page of history; `restart` forgets what was there, after more was missed than is worth loading. */
  | { type: 'fetched'; messages: readonly ChatMessage[]; restart?: boolean }
  | { type: 'received'; message: ChatMessage }
  | { type: 'queued'; outgoing: Outgoing }
  | { type: 'progressed'; clientId: string; part: number }
  | { type: 'uploaded'; clientId: string; path: string }
  | { type: 'delivered'; clientId: string; createdAt: string }
  | { type: 'failed'; clientId: string; problem: string | null }
  | { type: 'retried'; clientId: string }
  | { type: 'removed'; clientId: string }
  /** The other side has read up to a position. */
  | { type: 'read'; position: number };

/** What the log is after an event. Anything may come twice, late, or in another order. */
export function reduceLog(log: MessageLog, event: LogEvent): MessageLog {
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
          message.sender === 'customer' && !message.isRead && message.position <= event.position
            ? { ...message, isRead: true }
            : message,
        ),
      };
  }
}

/** The newest position that the log holds, 0 for none. */
export function newestPosition({ messages }: MessageLog): number {
  return messages.at(-1)?.position ?? 0;
}

/** True when the log begins after the conversation's first message (CHT-03). */
export function hasOlder({ messages }: MessageLog): boolean {
  return (messages[0]?.position ?? 1) > 1;
}

/** True when a message between the first and the last one is missing. */
export function hasGap({ messages }: MessageLog): boolean {
  const [first] = messages;
  return (
    first !== undefined && newestPosition({ messages } as MessageLog) - first.position >= messages.length
  );
}

/** The newest position below which nothing is missing. */
export function contiguousPosition({ messages }: MessageLog): number {
  let position = (messages[0]?.position ?? 1) - 1;
  for (const message of messages) {
    if (message.position !== position + 1) break;
    position = message.position;
  }
  return position;
}

function merge(log: MessageLog, added: readonly ChatMessage[], isLoaded: boolean): MessageLog {
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
function since({ messages }: MessageLog, added: readonly ChatMessage[]): readonly ChatMessage[] {
  const oldest = Math.min(...added.map(({ position }) => position));
  return messages.filter(({ position }) => position >= oldest);
}

function change(
  log: MessageLog,
  clientId: string,
  next: (outgoing: Outgoing) => Partial<Outgoing>,
): MessageLog {
  return {
    ...log,
    outgoing: log.outgoing.map((outgoing) =>
      outgoing.clientId === clientId ? { ...outgoing, ...next(outgoing) } : outgoing,
    ),
  };
}
