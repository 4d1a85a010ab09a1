import { CHAT } from '@krapao/contract/limits';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Conversation, ConversationView } from './conversation.ts';
import { hasOlder, newestPosition, oldestPosition, sideOf, type Written } from './messageLog.ts';

/** Distance from the top at which older messages are loaded. */
const NEAR_TOP_PX = 80;

/** The scroll position of the log at the last render. */
interface Place {
  /** Pixels below the visible part. */
  belowPx: number;
  /** The oldest shown message and its offset. Content above moves the message; content below does not. */
  oldest: HTMLElement | null;
  oldestAt: number;
  /** The position of the oldest message. */
  first: number;
  /** Number of messages that were being sent. */
  sent: number;
}

const isAtEnd = ({ belowPx }: Place) => belowPx <= CHAT.nearBottomPx;

interface ScrollKeeper {
  /** The scrolling element; it calls `onScroll`. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The content of the scroller; each message in it has the class `chat-message`. */
  content: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** Number of new messages of the other side below the visible part. */
  unseen: number;
  toEnd: () => void;
}

/**
 * Keeps a log scrolled to its end while it is there. Otherwise keeps its position while older messages load above it;
 * loads those when the log is scrolled near its top.
 * @param isReader whether visible messages count as read by our side
 */
export function useScrollKeeper<Content extends Written>(
  conversation: Pick<Conversation<Content>, 'ours' | 'loadOlder' | 'setSeen'>,
  { log, isLoadingOlder }: Pick<ConversationView<Content>, 'log' | 'isLoadingOlder'>,
  isReader = true,
): ScrollKeeper {
  const { messages, outgoing } = log;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({
    belowPx: 0,
    oldest: null,
    oldestAt: 0,
    first: oldestPosition(log),
    sent: outgoing.length,
  });
  const newest = newestPosition(log);
  const [seenUpTo, setSeenUpTo] = useState(newest);
  const unseen = messages.filter(
    ({ position, sender }) => position > seenUpTo && sideOf(sender) !== conversation.ours,
  ).length;

  const look = useEffectEvent(() => {
    if (!scroller.current) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller.current;
    const { current } = place;
    current.belowPx = scrollHeight - scrollTop - clientHeight;
    current.oldest = content.current?.querySelector<HTMLElement>('.chat-message') ?? null;
    current.oldestAt = current.oldest?.offsetTop ?? 0;
    const isSeen = isAtEnd(current) && document.visibilityState === 'visible';
    if (isSeen) setSeenUpTo(newest);
    conversation.setSeen(isSeen && isReader);
    if (scrollTop < NEAR_TOP_PX && hasOlder(log) && !isLoadingOlder) void conversation.loadOlder();
  });
  function toEnd(): void {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is kept whenever what is shown has changed
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { current } = place;
    const first = oldestPosition(log);
    if (first < current.first) element.scrollTop += (current.oldest?.offsetTop ?? 0) - current.oldestAt;
    else if (isAtEnd(current) || outgoing.length > current.sent) toEnd();
    current.first = first;
    current.sent = outgoing.length;
    look();
  }, [log, isReader]);

  useEffect(() => {
    // Pictures and the on-screen keyboard change heights after the messages have rendered.
    const observer = new ResizeObserver(() => {
      const element = scroller.current;
      if (element && isAtEnd(place.current))
        element.scrollTop = element.scrollHeight - element.clientHeight - place.current.belowPx;
      look();
    });
    if (scroller.current) observer.observe(scroller.current);
    if (content.current) observer.observe(content.current);
    const onVisible = () => look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', onVisible);
      conversation.setSeen(false);
    };
  }, [conversation]);

  return { scroller, content, onScroll: () => look(), unseen, toEnd };
}
