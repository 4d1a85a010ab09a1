import { CHAT } from '@krapao/contract/limits';
import { dateText } from '@krapao/ui/time.ts';
import { ArrowDown } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import type { Chat, ChatView } from './chat.ts';
import { MessageBubble } from './MessageBubble.tsx';
import { hasOlder, newestPosition } from './messageLog.ts';
import { OutgoingBubble } from './OutgoingBubble.tsx';

/** How near to the top older messages are asked for. */
const NEAR_TOP_PX = 80;

/** Where the log stands, as it was looked at last. */
interface Place {
  /** Pixels below what is seen. */
  belowPx: number;
  /** The oldest message that is shown, and where: what comes above it moves it, what changes below it does not. */
  oldest: HTMLElement | null;
  oldestAt: number;
  /** The position of the oldest message. */
  first: number;
  /** Messages that were on their way. */
  sent: number;
}

const isAtEnd = ({ belowPx }: Place) => belowPx <= CHAT.nearBottomPx;

/** The messages. It stays at its end while it is there, and in its place while older ones load above it. */
export function ChatLog({ chat, view }: { chat: Chat; view: ChatView }) {
  const t = useT();
  const { log, isLoadingOlder } = view;
  const element = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({
    belowPx: 0,
    oldest: null,
    oldestAt: 0,
    first: log.messages[0]?.position ?? 0,
    sent: 0,
  });
  const [seenUpTo, setSeenUpTo] = useState(newestPosition(log));
  const newest = newestPosition(log);
  const unseen = log.messages.filter(
    ({ position, sender }) => position > seenUpTo && sender !== 'customer',
  ).length;

  const look = useEffectEvent(() => {
    const scroller = element.current;
    if (!scroller) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    place.current.belowPx = scrollHeight - scrollTop - clientHeight;
    place.current.oldest = content.current?.querySelector<HTMLElement>('.chat-message') ?? null;
    place.current.oldestAt = place.current.oldest?.offsetTop ?? 0;
    const isSeen = isAtEnd(place.current) && document.visibilityState === 'visible';
    if (isSeen) setSeenUpTo(newest);
    chat.setSeen(isSeen);
    if (scrollTop < NEAR_TOP_PX && hasOlder(log) && !isLoadingOlder) void chat.loadOlder();
  });

  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const { current } = place;
    const first = log.messages[0]?.position ?? 0;
    const isOwn = log.outgoing.length > current.sent;
    if (first < current.first) scroller.scrollTop += (current.oldest?.offsetTop ?? 0) - current.oldestAt;
    else if (isAtEnd(current) || isOwn) scroller.scrollTop = scroller.scrollHeight;
    current.first = first;
    current.sent = log.outgoing.length;
    look();
  }, [log]);

  useEffect(() => {
    // Pictures and the keyboard change heights after the messages are there.
    const observer = new ResizeObserver(() => {
      const scroller = element.current;
      if (scroller && isAtEnd(place.current))
        scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight - place.current.belowPx;
      look();
    });
    if (element.current) observer.observe(element.current);
    if (content.current) observer.observe(content.current);
    const onVisible = () => look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', onVisible);
      chat.setSeen(false);
    };
  }, [chat]);

  function toEnd(): void {
    if (element.current) element.current.scrollTop = element.current.scrollHeight;
  }

  return (
    <div className="chat-body">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the keys scroll it */}
      <div
        ref={element}
        className="chat-log"
        role="log"
        aria-label={t('chat.log')}
        aria-busy={isLoadingOlder}
        tabIndex={0}
        onScroll={() => look()}
      >
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: the keys scroll it */}
        <div ref={content} className="chat-messages">
          {hasOlder(log) && (
            <p className="chat-older" aria-hidden={!isLoadingOlder}>
              {isLoadingOlder && (
                <>
                  <span className="spinner" aria-hidden="true" />
                  {t('chat.loadingOlder')}
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
                  onMediaFailed={() => void chat.refresh()}
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
        </div>
      </div>
      {unseen > 0 && (
        <button type="button" className="chat-pill" onClick={toEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          {t('chat.newMessages', { count: unseen })}
        </button>
      )}
    </div>
  );
}
