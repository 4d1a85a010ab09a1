import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useChatState } from './chatState.ts';

const ChatPanel = lazyPart(() => import('./ChatPanel.tsx'));

/** Renders the chat panel, which is loaded when it is first opened. */
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
