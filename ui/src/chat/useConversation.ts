import { CHAT } from '@krapao/contract/limits';
import { useEffect, useSyncExternalStore } from 'react';
import type { Conversation, ConversationView } from './conversation.ts';
import type { Written } from './messageLog.ts';

type Shown<Content extends Written> = Pick<Conversation<Content>, 'view' | 'subscribe' | 'load' | 'refresh'>;

/**
 * A conversation for a component. While the component is mounted the conversation stays up to date, also without a
 * socket.
 */
export function useConversation<Content extends Written>(
  conversation: Shown<Content>,
): ConversationView<Content> {
  const view = useSyncExternalStore(conversation.subscribe, conversation.view);
  const { isConnected } = view;
  useEffect(() => {
    if (conversation.view().log.isLoaded) void conversation.refresh();
    else void conversation.load();
    const onVisible = () => {
      if (document.visibilityState === 'visible') void conversation.refresh();
    };
    const onOnline = () => void conversation.refresh();
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onOnline);
    };
  }, [conversation]);
  useEffect(() => {
    if (isConnected) return;
    const timer = setInterval(() => void conversation.refresh(), CHAT.socketRecheckMs);
    return () => clearInterval(timer);
  }, [conversation, isConnected]);
  return view;
}
