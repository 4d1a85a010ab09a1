import type { ChatMessage } from '@krapao/contract/api/chat';
import { CHAT } from '@krapao/contract/limits';
import { Button, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { clockText, dateText } from './chat.ts';
import { MessageContent } from './MessageContent.tsx';
import { fetchOlder, hasOlder } from './messages.ts';
import type { Outgoing } from './outgoing.ts';
import { ReadMark } from './RoomList.tsx';

const NEAR_TOP_PX = 80;

/** The scroll position of the log at the last render. */
interface Place {
  /** Pixels below the visible part. */
  belowPx: number;
  /** The oldest shown message and its position: content above it moves it, changes below do not. */
  oldest: HTMLElement | null;
  oldestAt: number;
  /** The position of the oldest message. */
  first: number;
  /** Messages that were being sent. */
  sent: number;
}

const isAtEnd = ({ belowPx }: Place) => belowPx <= CHAT.nearBottomPx;

interface Props {
  roomId: string;
  messages: readonly ChatMessage[];
  outgoing: readonly Outgoing[];
  onRetry: (outgoing: Outgoing) => void;
  onForget: (outgoing: Outgoing) => void;
  /** Called with whether the end is visible. */
  onEnd: (isAtEnd: boolean) => void;
  onMediaFailed: () => void;
}

/**
 * The messages. The log stays at its end while the end is visible, and keeps its place while older messages load above.
 */
export function MessageLog(props: Props) {
  const { roomId, messages, outgoing, onRetry, onForget, onEnd, onMediaFailed } = props;
  const t = useT();
  const queries = useQueryClient();
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({
    belowPx: 0,
    oldest: null,
    oldestAt: 0,
    first: messages[0]?.position ?? 0,
    sent: outgoing.length,
  });
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const newest = messages.at(-1)?.position ?? 0;
  const [seenUpTo, setSeenUpTo] = useState(newest);
  const unseen = messages.filter(
    ({ position, sender }) => position > seenUpTo && sender === 'customer',
  ).length;

  const look = useEffectEvent(() => {
    if (!scroller.current) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller.current;
    const { current } = place;
    current.belowPx = scrollHeight - scrollTop - clientHeight;
    current.oldest = content.current?.querySelector<HTMLElement>('.chat-message') ?? null;
    current.oldestAt = current.oldest?.offsetTop ?? 0;
    if (isAtEnd(current)) setSeenUpTo(newest);
    onEnd(isAtEnd(current));
    if (scrollTop < NEAR_TOP_PX && hasOlder(messages) && !isLoadingOlder) loadOlder();
  });
  function loadOlder(): void {
    setIsLoadingOlder(true);
    fetchOlder(queries, roomId)
      .catch(() => undefined)
      .finally(() => setIsLoadingOlder(false));
  }
  function toEnd(): void {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is kept whenever what is shown has changed
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { current } = place;
    const first = messages[0]?.position ?? 0;
    if (first < current.first) element.scrollTop += (current.oldest?.offsetTop ?? 0) - current.oldestAt;
    else if (isAtEnd(current) || outgoing.length > current.sent) toEnd();
    current.first = first;
    current.sent = outgoing.length;
    look();
  }, [messages, outgoing]);

  useEffect(() => {
    // Pictures change their height after the messages are rendered.
    const observer = new ResizeObserver(() => {
      const element = scroller.current;
      if (element && isAtEnd(place.current))
        element.scrollTop = element.scrollHeight - element.clientHeight - place.current.belowPx;
      look();
    });
    if (scroller.current) observer.observe(scroller.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="chat-body">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the keys scroll it */}
      <section
        ref={scroller}
        className="chat-log"
        role="log"
        aria-label={t('chat.log')}
        aria-busy={isLoadingOlder}
        tabIndex={0}
        onScroll={() => look()}
      >
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: the keys scroll it */}
        <div ref={content} className="chat-messages">
          {hasOlder(messages) && (
            <div className="chat-older">
              {isLoadingOlder ? (
                <Loader size="sm" aria-label={t('app.loading')} />
              ) : (
                <Button variant="subtle" size="xs" onClick={loadOlder}>
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
                onMediaFailed={onMediaFailed}
              />
            </Fragment>
          ))}
          {outgoing.map((one) => (
            <OutgoingBubble
              key={one.clientId}
              outgoing={one}
              onRetry={() => onRetry(one)}
              onForget={() => onForget(one)}
            />
          ))}
        </div>
      </section>
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
  onMediaFailed,
}: {
  message: ChatMessage;
  isLastOfRun: boolean;
  onMediaFailed: () => void;
}) {
  const t = useT();
  const isOurs = message.sender !== 'customer';
  const author = message.sender === 'system' ? t('chat.site') : message.name;
  return (
    <div className={`chat-message ${isOurs ? 'chat-ours' : ''}`} data-sender={message.sender}>
      <span className="chat-hidden">{isOurs ? author : t('chat.customer')}</span>
      <MessageContent content={message.message} onMediaFailed={onMediaFailed} />
      {isLastOfRun && (
        <p className="chat-meta muted num">
          {clockText(message.createdAt)}
          {isOurs && ` · ${author ?? ''}`}
          {isOurs && <ReadMark isRead={message.isRead} />}
        </p>
      )}
    </div>
  );
}

function OutgoingBubble({
  outgoing: { text, file, choices, problem },
  onRetry,
  onForget,
}: {
  outgoing: Outgoing;
  onRetry: () => void;
  onForget: () => void;
}) {
  const t = useT();
  return (
    <div className="chat-message chat-ours" data-delivery={problem === undefined ? 'sending' : 'failed'}>
      {file && (
        <div className="chat-bubble chat-media">
          {file.kind === 'image' ? (
            <img src={file.preview} alt={file.blob.name} />
          ) : (
            <video src={file.preview} muted aria-label={file.blob.name} />
          )}
        </div>
      )}
      {text !== '' && <p className="chat-bubble">{text}</p>}
      {choices.length > 0 && <p className="chat-meta muted">{choices.join(' · ')}</p>}
      {problem === undefined ? (
        <p className="chat-meta muted">
          <Loader size={12} aria-hidden="true" /> {t('chat.sending')}
        </p>
      ) : (
        <p className="chat-meta chat-failed" role="alert">
          {problem}
          <Button variant="subtle" size="compact-sm" onClick={onRetry}>
            {t('app.retry')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onForget}>
            {t('chat.discard')}
          </Button>
        </p>
      )}
    </div>
  );
}
