import './chat.css';
import '@krapao/ui/chat/typingDots.css';
import type { Elements } from '@krapao/ui/elements.ts';
import { followKeyboard } from '@krapao/ui/followKeyboard.ts';
import { Mark } from '@krapao/ui/Mark.tsx';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { registerDialog } from '../../components/dialogStack.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { ToastPlace } from '../../components/ToastPlace.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { ChatLog } from './ChatLog.tsx';
import { ChatSkeleton } from './ChatSkeleton.tsx';
import { Composer } from './Composer.tsx';
import { closeChat, useChatState } from './chatState.ts';
import { chatConfigQuery } from './chatSwitchQuery.ts';
import { OpeningState } from './OpeningState.tsx';
import { useChat } from './useChat.ts';

const TITLE = 'chat-title';

/** The conversation: full screen on phones; from 768 px a window in the corner that leaves the page usable. */
export default function ChatPanel() {
  const isWide = useMediaQuery('(min-width: 768px)');
  const Frame = isWide ? CornerWindow : WholeScreen;
  return (
    <Frame>
      <Conversation isWide={isWide} />
    </Frame>
  );
}

function Conversation({ isWide }: { isWide: boolean }) {
  const t = useT();
  const { chat, view } = useChat();
  const { asked } = useChatState();
  const { data: config } = useQuery(chatConfigQuery);
  const isEmpty = view.log.messages.length === 0 && view.log.outgoing.length === 0;
  const isCut = useDelayed(view.log.isLoaded && !view.isConnected, 1_500);
  return (
    <>
      <div className="chat-header">
        {!isWide && (
          <IconButton label={t('back')} onClick={closeChat}>
            <ChevronLeft size={24} aria-hidden="true" />
          </IconButton>
        )}
        <span className="chat-mark">
          <Mark size={24} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={TITLE} tabIndex={-1} className="clip text-body font-semi">
            {t('chat.title')}
          </h2>
          <p role="status" className="flex items-center gap-1.5 text-caption text-ink-2">
            {isCut ? t('chat.connecting') : config && <OpeningState {...config} />}
          </p>
        </div>
        <IconButton label={t('dialog.close')} onClick={closeChat}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      {view.log.isLoaded ? (
        isEmpty ? (
          <div className="chat-empty">
            <EmptyState title={t('chat.empty')} text={t('chat.emptyText')} />
          </div>
        ) : (
          <ChatLog chat={chat} view={view} />
        )
      ) : view.failure ? (
        <div className="chat-empty p-5">
          <LoadFailed message={t('chat.failed')} onRetry={() => void chat.load()} />
        </div>
      ) : (
        <ChatSkeleton />
      )}
      <Composer key={asked} chat={chat} focus={isWide} />
    </>
  );
}

function WholeScreen({ children }: { children: Elements }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>(`#${TITLE}`)?.focus();
    const unregister = registerDialog({
      element: dialog,
      close: () => {
        closeChat();
        return true;
      },
    });
    const unfollow = followKeyboard(dialog);
    return () => {
      unfollow();
      unregister();
      dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className="chat chat-screen"
      aria-labelledby={TITLE}
      onCancel={(event) => {
        // A file chooser inside the dialog sends a cancel event too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        closeChat();
      }}
    >
      {children}
      <ToastPlace />
    </dialog>
  );
}

function CornerWindow({ children }: { children: Elements }) {
  const opener = useRef<Element | null>(null);
  // Before the field takes the focus.
  useLayoutEffect(() => {
    opener.current = document.activeElement?.closest('.chat') ? null : document.activeElement;
    return () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, []);
  return (
    <section
      role="dialog"
      aria-labelledby={TITLE}
      className="chat chat-window"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        closeChat();
      }}
    >
      {children}
    </section>
  );
}
