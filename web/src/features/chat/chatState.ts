import { useSyncExternalStore } from 'react';

/** The chat state that the shells can read without loading the chat. */
export interface ChatState {
  isOpen: boolean;
  /** Number of unread messages of the other side. */
  unread: number;
  /** Counts the rows that were brought to the chat: each begins the composer anew. */
  asked: number;
}

const listeners = new Set<() => void>();
let state: ChatState = { isOpen: false, unread: 0, asked: 0 };

export const openChat = () => setChat({ isOpen: true });
export const closeChat = () => setChat({ isOpen: false });

export function setChat(change: Partial<ChatState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export const chatState = (): ChatState => state;

export function useChatState(): ChatState {
  return useSyncExternalStore(subscribe, chatState);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
