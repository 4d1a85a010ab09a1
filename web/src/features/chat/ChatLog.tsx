import type { ConversationView } from '@krapao/ui/chat/conversation.ts';
import { hasOlder } from '@krapao/ui/chat/messageLog.ts';
import { TypingDots } from '@krapao/ui/chat/TypingDots.tsx';
import { useScrollKeeper } from '@krapao/ui/chat/useScrollKeeper.ts';
import { dateText } from '@krapao/ui/time.ts';
import { ArrowDown } from 'lucide-react';
import { Fragment } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { AnswerTime } from './AnswerTime.tsx';
import type { Chat } from './chat.ts';
import { MessageBubble } from './MessageBubble.tsx';
import { OutgoingBubble } from './OutgoingBubble.tsx';

/**
 * The messages. The log stays scrolled to its end; otherwise it keeps its position while older messages load above it.
 */
export function ChatLog({ chat, view }: { chat: Chat; view: ConversationView }) {
  const t = useT();
  const { log, isLoadingOlder } = view;
  const { scroller, content, onScroll, unseen, toEnd } = useScrollKeeper(chat, view);
  return (
    <div className="chat-body">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the keys scroll it */}
      <div
        ref={scroller}
        className="chat-log"
        role="log"
        aria-label={t('chat.log')}
        aria-busy={isLoadingOlder}
        tabIndex={0}
        onScroll={onScroll}
      >
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: the keys scroll it */}
        <div ref={content} className="chat-messages">
          {hasOlder(log) && (
            <p className="chat-older" aria-hidden={!isLoadingOlder}>
              {isLoadingOlder && (
                <>
                  <span className="spinner" aria-hidden="true" />
                  <span>{t('chat.loadingOlder')}</span>
                </>
              )}
            </p>
          )}
          {log.messages.map((message, index) => {
            const before = log.messages[index - 1];
            return (
              <Fragment key={message.position}>
                {before && before.session_id !== message.session_id && (
                  <p className="chat-divider">
                    {t('chat.newSession', { date: dateText(message.createdAt) })}
                  </p>
                )}
                <MessageBubble
                  message={message}
                  isLast={index === log.messages.length - 1 && log.outgoing.length === 0}
                  onAnswer={(title, payload) =>
                    chat.send({ message_type: 'postback', payload: { title, payload } })
                  }
                  onRenew={() => chat.renew(message.position)}
                />
              </Fragment>
            );
          })}
          {log.outgoing.map((outgoing) => (
            <OutgoingBubble
              key={outgoing.clientId}
              outgoing={outgoing}
              onRetry={() => chat.retry(outgoing.clientId)}
              onCancel={() => chat.cancel(outgoing.clientId)}
            />
          ))}
          {view.isTyping ? (
            <p className="chat-note">
              <TypingDots />
              <span>{` ${t('chat.typing')}`}</span>
            </p>
          ) : (
            <AnswerTime messages={log.messages} />
          )}
        </div>
      </div>
      {unseen > 0 && (
        <button type="button" className="chat-pill" onClick={toEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          <span>{t('chat.newMessages', { count: unseen })}</span>
        </button>
      )}
    </div>
  );
}
