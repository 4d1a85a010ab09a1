import type { ConversationView } from '@krapao/ui/chat/conversation.ts';
import { useConversation } from '@krapao/ui/chat/useConversation.ts';
import { subscribeSession } from '../../lib/session.ts';
import { type Chat, openChat } from './chat.ts';
import { chatState, setChat } from './chatState.ts';

let shared: Chat | undefined;

/**
 * The conversation of the current member or guest. It is kept while the panel is closed, until the session starts or
 * ends.
 */
export function sharedChat(): Chat {
  if (shared) return shared;
  const chat = openChat();
  shared = chat;
  let unread = 0;
  chat.subscribe(() => {
    if (chat.view().unread === unread) return;
    unread = chat.view().unread;
    setChat({ unread });
  });
  const unsubscribe = subscribeSession(() => {
    unsubscribe();
    chat.close();
    shared = undefined;
    setChat({ isOpen: false, unread: 0 });
  });
  void chat.load();
  return chat;
}

/** Opens the chat with a row of the statement attached and a text to begin with; a text that was begun is kept. */
export function askAbout(rowId: string, words: string): void {
  const chat = sharedChat();
  chat.rowId = rowId;
  if (chat.draft.trim() === '') chat.draft = words;
  setChat({ isOpen: true, asked: chatState().asked + 1 });
}

/** The conversation for a component. */
export function useChat(): { chat: Chat; view: ConversationView } {
  const chat = sharedChat();
  return { chat, view: useConversation(chat) };
}
