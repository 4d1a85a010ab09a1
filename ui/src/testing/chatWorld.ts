import type { ChatMessage } from '@krapao/contract/api/chat';
import { ApiError } from '@krapao/contract/client';
import { vi } from 'vitest';
import { openConversation } from '../chat/conversation.ts';
import type { Side, Written } from '../chat/messageLog.ts';

const PAGE = 10;

/** The content of a text message. */
export const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } });
const offline = () => new ApiError('offline', 0, 'offline');

/** A conversation with a fake clock and a fake server, which stores messages and can be disconnected. */
export function chatWorld(ours: Side = 'customer') {
  const held: ChatMessage[] = [];
  const asked: { limit: number; skip: number }[] = [];
  const state = {
    isCut: false,
    marked: 0,
    posts: 0,
    uploads: 0,
    /** What an upload reports of its progress. */
    parts: [] as number[],
    answer: (): Promise<void> => Promise.resolve(),
  };
  const say = (
    sender: ChatMessage['sender'],
    message: ChatMessage['message'],
    clientId: string | null = null,
  ) => {
    const said: ChatMessage = {
      _id: String(held.length + 1),
      clientId,
      position: held.length + 1,
      sender,
      message,
      isRead: false,
      createdAt: '2026-11-21T06:00:00.000Z',
      session_id: 's',
      userId: '1',
      guestId: null,
    };
    held.push(said);
    return said;
  };
  const reach = async () => {
    await state.answer();
    if (state.isCut) throw offline();
  };
  const conversation = openConversation<Written>({
    ours,
    page: PAGE,
    sendDelayMs: 0,
    problemOf: String,
    history: async (limit, skip) => {
      asked.push({ limit, skip });
      const page = held.toReversed().slice(skip, skip + limit);
      await reach();
      return page;
    },
    markRead: async () => {
      state.marked += 1;
      await reach();
    },
    post: async (clientId, content) => {
      state.posts += 1;
      await reach();
      if (content.message_type === 'text' && content.payload.text === 'refused')
        throw new ApiError('refused', 429, 'slower');
      const known = held.find((one) => one.clientId === clientId);
      const message =
        content.message_type === 'media'
          ? { ...content, payload: { ...content.payload, url: '', fileType: 'image' as const } }
          : content;
      return known ?? say(ours, message, clientId);
    },
    upload: async (_file, { signal, onProgress }) => {
      state.uploads += 1;
      for (const part of state.parts) onProgress(part);
      await reach();
      if (signal.aborted) throw new ApiError('aborted', 0, 'aborted');
      return 'chat/a.png';
    },
  });
  const operatorSays = (count: number) => {
    for (let nth = 0; nth < count; nth += 1) say('operator', text(`answer ${held.length + 1}`));
  };
  const positions = () => conversation.view().log.messages.map(({ position }) => position);
  return { held, asked, state, conversation, operatorSays, positions };
}

/** Advances the clock by some time and runs everything that becomes due. */
export const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
