import type { ChatMessage } from '@krapao/contract/api/chat';
import type { Conversation, ConversationView } from '@krapao/ui/chat/conversation.ts';
import { hasOlder } from '@krapao/ui/chat/messageLog.ts';
import { TypingDots } from '@krapao/ui/chat/TypingDots.tsx';
import { useScrollKeeper } from '@krapao/ui/chat/useScrollKeeper.ts';
import { Button, Loader } from '@mantine/core';
import { ArrowDown } from 'lucide-react';
import { Fragment } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { clockText, dateText } from './chat.ts';
import type { OperatorWords } from './conversations.ts';
import { MessageContent } from './MessageContent.tsx';
import { OutgoingBubble } from './OutgoingBubble.tsx';
import { ReadMark } from './RoomList.tsx';

interface Props {
  conversation: Conversation<OperatorWords>;
  view: ConversationView<OperatorWords>;
  /** Looking at a colleague's conversation tells the customer nothing. */
  isReader: boolean;
}

/** What was said. */
export function MessageLog({ conversation, view, isReader }: Props) {
  const t = useT();
  const { log, isLoadingOlder } = view;
  const { messages, outgoing } = log;
  const { scroller, content, onScroll, unseen, toEnd } = useScrollKeeper(conversation, view, isReader);

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
            <div className="chat-older">
              {isLoadingOlder ? (
                <Loader size="sm" aria-label={t('app.loading')} />
              ) : (
                <Button variant="subtle" size="xs" onClick={() => void conversation.loadOlder()}>
                  {t('chat.older')}
                </Button>
              )}
            </div>
          )}
          {messages.length === 0 && <p className="muted">{t('chat.noMessages')}</p>}
          {messages.map((message, index) => (
            <Fragment key={message.position}>
              <Divider message={message} before={messages[index - 1]} />
              <Bubble
                message={message}
                isLastOfRun={!isSameRun(message, messages[index + 1])}
                onRenew={() => conversation.renew(message.position)}
              />
            </Fragment>
          ))}
          {outgoing.map((one) => (
            <OutgoingBubble
              key={one.clientId}
              outgoing={one}
              onRetry={() => conversation.retry(one.clientId)}
              onCancel={() => conversation.cancel(one.clientId)}
            />
          ))}
          {view.isTyping && (
            <p className="chat-typing muted" role="status">
              <TypingDots />
              <span>{` ${t('chat.typing')}`}</span>
            </p>
          )}
        </div>
      </div>
      {unseen > 0 && (
        <Button
          className="chat-pill"
          size="xs"
          leftSection={<ArrowDown size={15} aria-hidden="true" />}
          onClick={toEnd}
        >
          {t('chat.newMessages', { count: unseen })}
        </Button>
      )}
    </div>
  );
}

/** Marks the start of a new conversation or day. */
function Divider({ message, before }: { message: ChatMessage; before: ChatMessage | undefined }) {
  const t = useT();
  const date = dateText(message.createdAt);
  if (before && before.session_id !== message.session_id)
    return <p className="chat-divider num">{t('chat.newSession', { date })}</p>;
  return before === undefined || dateText(before.createdAt) !== date ? (
    <p className="chat-divider num">{date}</p>
  ) : null;
}

/** Messages of one side within a minute share one time. */
function isSameRun(message: ChatMessage, next: ChatMessage | undefined): boolean {
  return (
    next !== undefined &&
    next.sender === message.sender &&
    next.name === message.name &&
    next.isRead === message.isRead &&
    next.session_id === message.session_id &&
    next.createdAt.slice(0, 16) === message.createdAt.slice(0, 16)
  );
}

function Bubble({
  message,
  isLastOfRun,
  onRenew,
}: {
  message: ChatMessage;
  isLastOfRun: boolean;
  onRenew: () => Promise<void>;
}) {
  const t = useT();
  const isOurs = message.sender !== 'customer';
  const author = message.sender === 'system' ? t('chat.site') : message.name;
  return (
    <div className={`chat-message ${isOurs ? 'chat-ours' : ''}`} data-sender={message.sender}>
      <span className="chat-hidden">{isOurs ? author : t('chat.customer')}</span>
      <MessageContent content={message.message} memberId={message.userId} onRenew={onRenew} />
      {isLastOfRun && (
        <p className="chat-meta muted num">
          <span>{`${clockText(message.createdAt)}${isOurs ? ` · ${author ?? ''}` : ''}`}</span>
          {isOurs && <ReadMark isRead={message.isRead} />}
        </p>
      )}
    </div>
  );
}
