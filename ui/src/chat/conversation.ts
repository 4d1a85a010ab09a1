import type { ChatMessage } from '@krapao/contract/api/chat';
import { CHAT } from '@krapao/contract/limits';
import { type Delivery, type DeliveryCalls, openDelivery } from './delivery.ts';
import {
  contiguousPosition,
  EMPTY_LOG,
  hasGap,
  isCountedBack,
  type LogEvent,
  type MessageLog,
  newestPosition,
  reduceLog,
  type Side,
  sideOf,
  unreadBy,
  type Written,
} from './messageLog.ts';

export interface ConversationView<Content extends Written = Written> {
  log: MessageLog<Content>;
  /** True while the socket receives new messages. */
  isConnected: boolean;
  /** The error of the first load; null when there was none. */
  failure: unknown;
  isLoadingOlder: boolean;
  /** Number of messages of the other side that our side has not read. */
  unread: number;
  /** The other side types now. */
  isTyping: boolean;
}

/** The calls that the app provides to its conversation. */
export interface ConversationNeeds<Content extends Written> extends DeliveryCalls<Content> {
  /** Our side. */
  ours: Side;
  /** Messages per history page. */
  page: number;
  /** Loads `limit` messages, newest first, after skipping the newest `skip`. Throws ApiError. */
  history(limit: number, skip: number): Promise<readonly ChatMessage[]>;
  /** Marks all messages as read by our side. Throws ApiError. */
  markRead(): Promise<unknown>;
}

/**
 * A conversation: its log, and the messages that are being sent. The socket reports its events through
 * ConversationHearing.
 */
export interface Conversation<Content extends Written = Written>
  extends Pick<Delivery<Content>, 'send' | 'retry' | 'cancel'>,
    ConversationHearing {
  readonly ours: Side;
  view(): ConversationView<Content>;
  subscribe(listener: () => void): () => void;
  /** Loads the first page; also the retry after a failure. */
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  /** Loads the missed messages. */
  refresh(): Promise<void>;
  /** Loads the message at a position again, for a media link that has expired. */
  renew(position: number): Promise<void>;
  /** Sets whether the newest messages are visible now (CHT-08). */
  setSeen(isSeen: boolean): void;
  close(): void;
}

interface ConversationHearing {
  hear(message: ChatMessage): void;
  /** One side has read all messages up to a position. */
  hearRead(by: Side, position: number): void;
  /** The socket has joined the room; `position` is the newest position of the conversation. */
  joined(position: number): void;
  /** A side types; the sign ends by itself. */
  hearTyping(by: Side): void;
  /** The socket is disconnected. */
  lost(): void;
}

/** When more messages than this were missed, they are not loaded: the log restarts at the newest page. */
const MISSED_MAX = 100;

export function openConversation<Content extends Written>(
  needs: ConversationNeeds<Content>,
): Conversation<Content> {
  const { ours, page: pageSize, history, markRead } = needs;
  const listeners = new Set<() => void>();
  let view: ConversationView<Content> = {
    log: EMPTY_LOG,
    isConnected: false,
    failure: null,
    isLoadingOlder: false,
    unread: 0,
    isTyping: false,
  };
  let isClosed = false;
  let isSeen = false;
  let readTimer: ReturnType<typeof setTimeout> | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let loading: Promise<void> | undefined;
  let catching: Promise<void> | undefined;
  let isBehind = false;

  function set(change: Partial<ConversationView<Content>>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }
  function dispatch(event: LogEvent<Content>): void {
    const before = view.log.outgoing;
    const log = reduceLog(view.log, event);
    set({ log, unread: unreadBy(ours, log) });
    const left = new Set(log.outgoing.map(({ clientId }) => clientId));
    for (const { clientId, file } of before)
      if (file && !left.has(clientId)) URL.revokeObjectURL(file.previewUrl);
  }
  function endTyping(): void {
    clearTimeout(typingTimer);
    if (view.isTyping) set({ isTyping: false });
  }
  const delivery = openDelivery({
    ...needs,
    outgoing: () => view.log.outgoing,
    dispatch,
    // Without a socket, neither the echo nor the automatic answers of the site arrive by themselves.
    onDelivered: () => {
      if (!view.isConnected) void catchUp();
    },
  });

  /** Only one load runs at a time. */
  function load(): Promise<void> {
    loading ??= loadFirst().finally(() => {
      loading = undefined;
    });
    return loading;
  }
  async function loadFirst(): Promise<void> {
    set({ failure: null });
    try {
      const messages = await history(pageSize, 0);
      if (isClosed) return;
      dispatch({ type: 'fetched', messages, isLast: messages.length < pageSize });
      scheduleRead();
    } catch (failure) {
      set({ failure });
    }
  }

  /** Only one catch-up runs at a time. It repeats when it is requested again while its pages are loading. */
  function catchUp(): Promise<void> {
    isBehind = true;
    catching ??= untilCaughtUp().finally(() => {
      catching = undefined;
    });
    return catching;
  }
  async function untilCaughtUp(): Promise<void> {
    while (isBehind) {
      isBehind = false;
      await loadMissed();
    }
  }
  /**
   * Loads pages from the newest backwards until they overlap the log. Where positions count back from the newest, the
   * log restarts with them: what is in it has other positions by now.
   */
  async function loadMissed(): Promise<void> {
    clearTimeout(catchUpTimer);
    const known = contiguousPosition(view.log);
    let missed: ChatMessage[] = [];
    let isMet = false;
    let isLast = false;
    while (!isMet && missed.length < MISSED_MAX) {
      const page = await history(pageSize, missed.length).catch(() => null);
      if (isClosed) return;
      if (page === null) {
        catchUpTimer = setTimeout(() => void catchUp(), CHAT.socketRecheckMs);
        return;
      }
      missed = [...missed, ...page];
      isLast = page.length < pageSize;
      isMet = isLast || (page.at(-1)?.position ?? 0) <= known + 1;
    }
    dispatch({ type: 'fetched', messages: missed, restart: !isMet || isCountedBack(missed), isLast });
    scheduleRead();
  }
  /**
   * Loads the missing messages up to a position. The first page may have been requested before that message existed.
   */
  async function reach(position: number): Promise<void> {
    if (!view.log.isLoaded) await load();
    if (view.log.isLoaded && position > contiguousPosition(view.log)) await catchUp();
  }
  async function refresh(): Promise<void> {
    if (view.log.isLoaded) await catchUp();
  }

  function scheduleRead(): void {
    clearTimeout(readTimer);
    readTimer = undefined;
    if (!isSeen || view.unread === 0) return;
    readTimer = setTimeout(() => {
      readTimer = undefined;
      const position = newestPosition(view.log);
      markRead().then(
        () => dispatch({ type: 'read', by: ours, position }),
        () => undefined,
      );
    }, CHAT.markReadDelayMs);
  }

  return {
    ours,
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    loadOlder: async () => {
      if (view.isLoadingOlder) return;
      set({ isLoadingOlder: true });
      const oldest = view.log.messages[0]?.position ?? 1;
      const skip = newestPosition(view.log) - oldest + 1;
      const messages = await history(pageSize, skip).catch(() => null);
      // A failed page changes nothing. The next scroll event at the top requests it again.
      if (messages !== null) dispatch({ type: 'fetched', messages, isLast: messages.length < pageSize });
      set({ isLoadingOlder: false });
    },
    refresh,
    renew: async (position) => {
      const skip = newestPosition(view.log) - position;
      const messages = await history(1, skip).catch(() => []);
      dispatch({ type: 'fetched', messages });
    },
    hear: (message) => {
      if (sideOf(message.sender) !== ours) endTyping();
      dispatch({ type: 'received', message });
      if (hasGap(view.log)) void catchUp();
      scheduleRead();
    },
    hearTyping: (by) => {
      if (by === ours || isClosed) return;
      clearTimeout(typingTimer);
      typingTimer = setTimeout(endTyping, CHAT.typingShownMs);
      if (!view.isTyping) set({ isTyping: true });
    },
    hearRead: (by, position) => dispatch({ type: 'read', by, position }),
    joined: (position) => {
      set({ isConnected: true });
      void reach(position);
      delivery.resend();
    },
    lost: () => {
      endTyping();
      set({ isConnected: false });
    },
    send: delivery.send,
    retry: delivery.retry,
    cancel: delivery.cancel,
    setSeen: (seen) => {
      // The timer keeps running while the visible part moves.
      if (seen === isSeen && readTimer !== undefined) return;
      isSeen = seen;
      scheduleRead();
    },
    close: () => {
      isClosed = true;
      clearTimeout(readTimer);
      clearTimeout(catchUpTimer);
      clearTimeout(typingTimer);
      delivery.close();
      for (const { file } of view.log.outgoing) if (file) URL.revokeObjectURL(file.previewUrl);
    },
  };
}
