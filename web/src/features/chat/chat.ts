import type { ChatMessage } from '@krapao/contract/api/chat';
import { CHAT } from '@krapao/contract/limits';
import { client } from '../../lib/api.ts';
import { identifiedCalls } from './callAsMe.ts';
import { openConnection, type RoomConnection } from './connection.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import {
  contiguousPosition,
  EMPTY_LOG,
  hasGap,
  type LogEvent,
  type MessageLog,
  newestPosition,
  reduceLog,
} from './messageLog.ts';

export interface ChatView {
  log: MessageLog;
  isConnected: boolean;
  /** Loading failed before anything could be shown. */
  failure: unknown;
  isLoadingOlder: boolean;
  /** Messages of the other side that were not seen. */
  unread: number;
}

/** A conversation as long as somebody is who they are: its log, its socket, and what is on its way. */
export interface Chat extends Pick<Delivery, 'send' | 'retry' | 'cancel'> {
  /** What is being written, kept while the panel is closed. */
  draft: string;
  view(): ChatView;
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

/** More missed messages than this are not loaded: the log begins anew. */
const MISSED_MAX = 100;

export function openChat(): Chat {
  const listeners = new Set<() => void>();
  let view: ChatView = {
    log: EMPTY_LOG,
    isConnected: false,
    failure: null,
    isLoadingOlder: false,
    unread: 0,
  };
  let connection: RoomConnection | undefined;
  let isClosed = false;
  let isSeen = false;
  let readTimer: number | undefined;
  let catchUpTimer: number | undefined;
  let catching: Promise<void> | undefined;

  function set(change: Partial<ChatView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }
  function dispatch(event: LogEvent): void {
    set({ log: reduceLog(view.log, event) });
  }
  const { identity, asMe } = identifiedCalls(() => {
    if (connection) connect();
  });
  const delivery = openDelivery({
    asMe,
    outgoing: () => view.log.outgoing,
    dispatch,
    // Without a socket the echo does not come by itself.
    onDelivered: async () => {
      if (!view.isConnected) await catchUp();
    },
  });
  const history = (limit: number, skip: number) =>
    asMe(({ claim }) => client('POST /api/chat/history', { body: { ...claim, limit, skip } }));

  function connect(): void {
    connection?.close();
    const me = identity();
    if (!me || isClosed) return;
    connection = openConnection(me, {
      onMessage: receive,
      onRead: ({ by, position }) => {
        if (by === 'operator') dispatch({ type: 'read', position });
        else set({ unread: 0 });
      },
      onConnected: (isConnected) => set({ isConnected }),
      // A call tells why, and leads to the login page or to a new guest.
      onRefused: () => void catchUp(),
      onJoined: (position) => {
        if (position > contiguousPosition(view.log)) void catchUp();
        delivery.resend();
      },
    });
  }

  function receive(message: ChatMessage): void {
    const isNew = message.position > newestPosition(view.log);
    dispatch({ type: 'received', message });
    if (isNew && message.sender !== 'customer') set({ unread: view.unread + 1 });
    if (hasGap(view.log)) void catchUp();
    scheduleRead();
  }

  /** Loads pages from the newest back until they meet what the log has. One at a time. */
  function catchUp(): Promise<void> {
    catching ??= loadMissed().finally(() => {
      catching = undefined;
    });
    return catching;
  }
  async function loadMissed(): Promise<void> {
    const known = contiguousPosition(view.log);
    const before = newestPosition(view.log);
    let missed: ChatMessage[] = [];
    let isMet = false;
    while (!isMet && missed.length < MISSED_MAX) {
      const page = await history(CHAT.historyPage, missed.length).catch(() => null);
      if (isClosed) return;
      if (page === null) {
        clearTimeout(catchUpTimer);
        catchUpTimer = window.setTimeout(() => void catchUp(), CHAT.socketRecheckMs);
        return;
      }
      missed = [...missed, ...page];
      isMet = page.length < CHAT.historyPage || (page.at(-1)?.position ?? 0) <= known + 1;
    }
    dispatch({ type: 'fetched', messages: missed, restart: !isMet });
    const added = missed.filter(({ position, sender }) => position > before && sender !== 'customer');
    if (added.length > 0) set({ unread: view.unread + added.length });
    scheduleRead();
  }

  function scheduleRead(): void {
    clearTimeout(readTimer);
    if (!isSeen || view.unread === 0) return;
    readTimer = window.setTimeout(() => {
      asMe(({ claim }) => client('PUT /api/chat/read-customer/', { body: claim })).then(
        () => set({ unread: 0 }),
        () => undefined,
      );
    }, CHAT.markReadDelayMs);
  }

  const onVisible = () => {
    if (document.visibilityState === 'visible') void refresh();
  };
  const onOnline = () => {
    void refresh();
    delivery.resend();
  };
  async function refresh(): Promise<void> {
    if (view.log.isLoaded) await catchUp();
  }
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', onOnline);

  return {
    draft: '',
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: async () => {
      set({ failure: null });
      try {
        const page = await history(CHAT.historyPage, 0);
        if (isClosed) return;
        dispatch({ type: 'fetched', messages: page });
        set({ unread: page.filter(({ sender, isRead }) => sender !== 'customer' && !isRead).length });
        if (!connection) connect();
        scheduleRead();
      } catch (failure) {
        set({ failure });
      }
    },
    loadOlder: async () => {
      if (view.isLoadingOlder) return;
      set({ isLoadingOlder: true });
      const page = await history(CHAT.historyPage, view.log.messages.length).catch(() => []);
      dispatch({ type: 'fetched', messages: page });
      set({ isLoadingOlder: false });
    },
    refresh,
    send: delivery.send,
    retry: delivery.retry,
    cancel: delivery.cancel,
    setSeen: (seen) => {
      isSeen = seen;
      scheduleRead();
    },
    close: () => {
      isClosed = true;
      clearTimeout(readTimer);
      clearTimeout(catchUpTimer);
      connection?.close();
      delivery.close();
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onOnline);
    },
  };
}
