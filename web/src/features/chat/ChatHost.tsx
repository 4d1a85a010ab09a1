import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { useChatState } from './chatState.ts';

const ChatPanel = lazy(() => import('./ChatPanel.tsx'));

/** Where the chat opens; it is loaded with the first opening. */
export function ChatHost() {
  const { isOpen } = useChatState();
  if (!isOpen) return null;
  return createPortal(
    <Suspense>
      <ChatPanel />
    </Suspense>,
    document.body,
  );
}
