import type { ChatMessage } from '@krapao/contract/api/chat';
import { randomKey } from '@krapao/ui/randomKey.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';
import type { OperatorMessage } from './chat.ts';
import { keys } from './chat.ts';
import { putMessages } from './messages.ts';

/** One of our messages that the conversation does not contain yet. */
export interface Outgoing {
  /** Unchanged through all tries, so that no try duplicates it. */
  clientId: string;
  text: string;
  choices: readonly string[];
  file: { blob: File; kind: 'image' | 'video'; preview: string; path?: string } | undefined;
  /** Why it failed; undefined while it is being sent. */
  problem: string | undefined;
}

type Written = Pick<Outgoing, 'text' | 'choices' | 'file'>;

/** Messages being sent, by conversation; sending continues while another page is open. */
const waiting = new Map<string, readonly Outgoing[]>();
/** By conversation: resolves when all messages written before have been sent or have failed. */
const sending = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
const NONE: readonly Outgoing[] = [];

function change(roomId: string, next: (outgoing: readonly Outgoing[]) => readonly Outgoing[]): void {
  waiting.set(roomId, next(waiting.get(roomId) ?? NONE));
  for (const listener of listeners) listener();
}

/** Messages being sent to a conversation, in the order of writing. */
export function outgoingOf(roomId: string): readonly Outgoing[] {
  return waiting.get(roomId) ?? NONE;
}

/**
 * Those of them that the conversation does not contain yet: the socket may deliver a message before its call's answer.
 */
export function notEchoed(
  outgoing: readonly Outgoing[],
  messages: readonly Pick<ChatMessage, 'clientId'>[],
): readonly Outgoing[] {
  const echoed = new Set(messages.map(({ clientId }) => clientId));
  return outgoing.filter(({ clientId }) => !echoed.has(clientId));
}

/** Sends a message after all earlier ones of the conversation. */
export function send(queries: QueryClient, roomId: string, message: Written): void {
  const one: Outgoing = { ...message, clientId: randomKey(), problem: undefined };
  change(roomId, (before) => [...before, one]);
  enqueue(queries, roomId, one.clientId);
}

/** The messages being sent to a conversation, and functions to send. */
export function useOutgoing(roomId: string) {
  const queries = useQueryClient();
  const outgoing = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => outgoingOf(roomId),
  );
  return {
    outgoing,
    send: (message: Written) => send(queries, roomId, message),
    retry: (one: Outgoing) => {
      const again = { ...one, problem: undefined };
      change(roomId, (before) => before.map((each) => (each.clientId === one.clientId ? again : each)));
      enqueue(queries, roomId, again.clientId);
    },
    forget: ({ clientId, file }: Outgoing) => {
      if (file) URL.revokeObjectURL(file.preview);
      change(roomId, (before) => before.filter((each) => each.clientId !== clientId));
    },
  };
}

/** One after another, so that messages arrive in order. */
function enqueue(queries: QueryClient, id: string, clientId: string): void {
  const before = sending.get(id) ?? Promise.resolve();
  sending.set(
    id,
    before.then(() => deliver(queries, id, clientId)),
  );
}

async function deliver(queries: QueryClient, id: string, clientId: string): Promise<void> {
  const one = waiting.get(id)?.find((each) => each.clientId === clientId);
  // It was discarded meanwhile.
  if (one === undefined || one.problem !== undefined) return;
  const params = { id };
  try {
    const body = { clientId: one.clientId, message: await contentOf(id, one) };
    const message = await client('POST /api/console/chat/rooms/:id/messages', { params, body });
    putMessages(queries, id, [message]);
    change(id, (before) => before.filter(({ clientId }) => clientId !== one.clientId));
    void queries.invalidateQueries({ queryKey: keys.rooms });
    void queries.invalidateQueries({ queryKey: keys.room(id) });
  } catch (error) {
    const problem = errorText(error);
    change(id, (before) =>
      before.map((each) => (each.clientId === one.clientId ? { ...each, problem } : each)),
    );
    void queries.invalidateQueries({ queryKey: keys.room(id) });
  }
}

async function contentOf(id: string, { text, choices, file }: Outgoing): Promise<OperatorMessage> {
  if (file) {
    // An uploaded file is not uploaded again for another try.
    file.path ??= await upload(id, file);
    return { message_type: 'media', payload: { message: text, filePath: file.path } };
  }
  if (choices.length === 0) return { message_type: 'text', payload: { text } };
  const quick_replies = choices.map((title, index) => ({ title, payload: `CHOICE_${index + 1}` }));
  return { message_type: 'quick_replies', payload: { text, quick_replies } };
}

async function upload(id: string, { blob, kind }: NonNullable<Outgoing['file']>): Promise<string> {
  const form = new FormData();
  form.append('file', blob);
  const { path } = await client(`POST /api/console/chat/rooms/:id/upload-${kind}`, {
    params: { id },
    form,
  });
  return path;
}
