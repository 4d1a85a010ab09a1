import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useChatState } from './chatState.ts';

const ChatPanel = lazyPart(() => import('./ChatPanel.tsx'));

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
