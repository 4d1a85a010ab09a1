import type { ChatMessage } from '@krapao/contract/api/chat';
import { CHAT } from '@krapao/contract/limits';
import { type Delivery, type DeliveryCalls, openDelivery } from './delivery.ts';
import {
  contiguousPosition,
  EMPTY_LOG,
  hasGap,
  type LogEvent,
  type MessageLog,
  newestPosition,
  reduceLog,
  type Side,
  unreadBy,
  type Written,
} from './messageLog.ts';

export interface ConversationView<Content extends Written = Written> {
  log: MessageLog<Content>;
  /** Whether the socket hears what is said. */
  isConnected: boolean;
  /** Why loading failed before anything could be shown; null otherwise. */
  failure: unknown;
  isLoadingOlder: boolean;
  /** Messages of the other side that ours has not read. */
  unread: number;
}

/** What a conversation needs of the app that shows it. */
export interface ConversationNeeds<Content extends Written> extends DeliveryCalls<Content> {
  /** Which side we are on. */
  ours: Side;
  /** How many messages of the history are asked for at once. */
  page: number;
  /** So many messages of the history without the newest `skip` ones, newest first. Throws ApiError. */
  history(limit: number, skip: number): Promise<readonly ChatMessage[]>;
  /** Says that our side has read it all. Throws ApiError. */
  markRead(): Promise<unknown>;
}

/** A conversation with its log and what is on its way. A socket tells it what is said (ConversationHearing). */
export interface Conversation<Content extends Written = Written>
  extends Pick<Delivery<Content>, 'send' | 'retry' | 'cancel'>,
    ConversationHearing {
  readonly ours: Side;
  view(): ConversationView<Content>;
  subscribe(listener: () => void): () => void;
  /** Loads the first page, again after a failure. */
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  /** Loads what was missed, and the newest links of media. */
  refresh(): Promise<void>;
  /** Whether the newest messages are seen now (CHT-08). */
  setSeen(isSeen: boolean): void;
  close(): void;
}

interface ConversationHearing {
  hear(message: ChatMessage): void;
  /** A side has read it up to a position. */
  hearRead(by: Side, position: number): void;
  /** The socket hears the conversation from now on, whose newest position is this. */
  joined(position: number): void;
  /** The socket is lost. */
  lost(): void;
}

/** More missed messages than this are not loaded: the log begins anew. */
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
  };
  let isClosed = false;
  let isSeen = false;
  let readTimer: ReturnType<typeof setTimeout> | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;
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
  const delivery = openDelivery({
    ...needs,
    outgoing: () => view.log.outgoing,
    dispatch,
    // Without a socket the echo does not come by itself, nor what the site answers.
    onDelivered: async () => {
      if (!view.isConnected) await catchUp();
    },
  });

  /** One at a time. */
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
      dispatch({ type: 'fetched', messages });
      scheduleRead();
    } catch (failure) {
      set({ failure });
    }
  }

  /** One at a time; what is heard of meanwhile may be newer than the pages under way. */
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
  /** Loads pages from the newest back until they meet what the log has. */
  async function loadMissed(): Promise<void> {
    clearTimeout(catchUpTimer);
    const known = contiguousPosition(view.log);
    let missed: ChatMessage[] = [];
    let isMet = false;
    while (!isMet && missed.length < MISSED_MAX) {
      const page = await history(pageSize, missed.length).catch(() => null);
      if (isClosed) return;
      if (page === null) {
        catchUpTimer = setTimeout(() => void catchUp(), CHAT.socketRecheckMs);
        return;
      }
      missed = [...missed, ...page];
      isMet = page.length < pageSize || (page.at(-1)?.position ?? 0) <= known + 1;
    }
    dispatch({ type: 'fetched', messages: missed, restart: !isMet });
    scheduleRead();
  }
  /** Loads what is missing up to a position; the first page may have been asked for before there was such a one. */
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
      // Nothing changes without an answer: who stands at the top asks again by moving.
      if (messages !== null) dispatch({ type: 'fetched', messages });
      set({ isLoadingOlder: false });
    },
    refresh,
    hear: (message) => {
      dispatch({ type: 'received', message });
      if (hasGap(view.log)) void catchUp();
      scheduleRead();
    },
    hearRead: (by, position) => dispatch({ type: 'read', by, position }),
    joined: (position) => {
      set({ isConnected: true });
      void reach(position);
      delivery.resend();
    },
    lost: () => set({ isConnected: false }),
    send: delivery.send,
    retry: delivery.retry,
    cancel: delivery.cancel,
    setSeen: (seen) => {
      // The second runs on while what is seen moves.
      if (seen === isSeen && readTimer !== undefined) return;
      isSeen = seen;
      scheduleRead();
    },
    close: () => {
      isClosed = true;
      clearTimeout(readTimer);
      clearTimeout(catchUpTimer);
      delivery.close();
      for (const { file } of view.log.outgoing) if (file) URL.revokeObjectURL(file.previewUrl);
    },
  };
}
