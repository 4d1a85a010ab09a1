import type { ChatMessage, CustomerContent } from '@krapao/contract/api/chat';
import { ApiError } from '@krapao/contract/client';
import { CHAT } from '@krapao/contract/limits';
import { client } from '../../lib/api.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { openConnection, type RoomConnection } from './connection.ts';
import { type ChatIdentity, loadIdentity } from './identity.ts';
import {
  contiguousPosition,
  EMPTY_LOG,
  hasGap,
  type LogEvent,
  type MessageLog,
  newestPosition,
  type Outgoing,
  reduceLog,
} from './messageLog.ts';
import { uploadFile } from './uploadFile.ts';

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
export interface Chat {
  /** What is being written, kept while the panel is closed. */
  draft: string;
  view(): ChatView;
  subscribe(listener: () => void): () => void;
  /** Loads the first page, again after a failure. */
  load(): Promise<void>;
  loadOlder(): Promise<void>;
  /** Loads what was missed, and the newest links of media. */
  refresh(): Promise<void>;
  send(content: Outgoing['content'], file?: { blob: File; kind: 'image' | 'video' }): void;
  retry(clientId: string): void;
  /** Stops an upload, or forgets a failed message. */
  cancel(clientId: string): void;
  /** Whether the newest messages are seen now (CHT-08). */
  setSeen(isSeen: boolean): void;
  close(): void;
}

/** More missed messages than this are not loaded: the log begins anew. */
const MISSED_MAX = 100;

export function openChat(): Chat {
  const listeners = new Set<() => void>();
  const files = new Map<string, File>();
  const uploads = new Map<string, AbortController>();
  let view: ChatView = {
    log: EMPTY_LOG,
    isConnected: false,
    failure: null,
    isLoadingOlder: false,
    unread: 0,
  };
  let identity: ChatIdentity | undefined;
  let identifying: Promise<ChatIdentity> | undefined;
  let connection: RoomConnection | undefined;
  let isClosed = false;
  let isSeen = false;
  let readTimer: number | undefined;
  let catchUpTimer: number | undefined;
  let sending: Promise<void> = Promise.resolve();
  let catching: Promise<void> | undefined;

  function set(change: Partial<ChatView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }
  function dispatch(event: LogEvent): void {
    set({ log: reduceLog(view.log, event) });
  }
  const outgoingOf = (clientId: string) => view.log.outgoing.find((one) => one.clientId === clientId);

  /** Calls as who we are; a guest that the server does not know any more becomes a new one. Throws ApiError. */
  async function asMe<T>(call: (guest: ChatIdentity['guest']) => Promise<T>): Promise<T> {
    const me = await identify();
    try {
      return await call(me.guest);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NO_USER')) throw error;
      if (identity === me) identifying = undefined;
      const other = await identify(true);
      if (connection && identity === other) connect();
      return call(other.guest);
    }
  }
  /** Asks once, however many calls wait for it. Throws ApiError. */
  function identify(isRefused = false): Promise<ChatIdentity> {
    identifying ??= loadIdentity(isRefused).then(
      (found) => {
        identity = found;
        return found;
      },
      (error: unknown) => {
        identifying = undefined;
        throw error;
      },
    );
    return identifying;
  }
  const history = (limit: number, skip: number) =>
    asMe((guest) => client('POST /api/chat/history', { body: { ...guest, limit, skip } }));

  function connect(): void {
    connection?.close();
    if (!identity || isClosed) return;
    connection = openConnection(identity, {
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
        resend();
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
      asMe((guest) => client('PUT /api/chat/read-customer/', { body: guest })).then(
        () => set({ unread: 0 }),
        () => undefined,
      );
    }, CHAT.markReadDelayMs);
  }

  /** What failed for want of a connection is tried again; the server takes each clientId once. */
  function resend(): void {
    for (const { clientId, delivery, problem } of view.log.outgoing)
      if (delivery === 'failed' && problem === null) retry(clientId);
  }
  function retry(clientId: string): void {
    dispatch({ type: 'retried', clientId });
    start(clientId);
  }
  function start(clientId: string): void {
    const outgoing = outgoingOf(clientId);
    if (outgoing?.delivery === 'uploading_file') void upload(clientId);
    else if (outgoing?.delivery === 'sending') enqueue(clientId);
  }

  async function upload(clientId: string): Promise<void> {
    const outgoing = outgoingOf(clientId);
    const file = files.get(clientId);
    if (!outgoing?.file || !file) return;
    const { kind } = outgoing.file;
    const abort = new AbortController();
    uploads.set(clientId, abort);
    try {
      const path = await asMe((guest) =>
        uploadFile(file, {
          kind,
          fields: { ...guest },
          signal: abort.signal,
          onProgress: (part) => dispatch({ type: 'progressed', clientId, part }),
        }),
      );
      dispatch({ type: 'uploaded', clientId, path });
      enqueue(clientId);
    } catch (error) {
      fail(clientId, error);
    } finally {
      uploads.delete(clientId);
    }
  }

  /** One message after another, so that they arrive in the order in which they were written. */
  function enqueue(clientId: string): void {
    sending = sending.then(() => deliver(clientId));
  }
  async function deliver(clientId: string): Promise<void> {
    const queued = outgoingOf(clientId);
    if (queued?.delivery !== 'sending') return;
    await untilDelayIsOver(queued.createdAt);
    // It may have been stopped meanwhile.
    const outgoing = outgoingOf(clientId);
    if (outgoing?.delivery !== 'sending') return;
    try {
      const createdAt = await asMe((guest) =>
        client('POST /api/chat/send-message', {
          body: { ...guest, clientId, message: contentOf(outgoing) },
        }),
      );
      dispatch({ type: 'delivered', clientId, createdAt });
      forget(clientId);
      // Without a socket the echo does not come by itself.
      if (!view.isConnected) await catchUp();
    } catch (error) {
      fail(clientId, error);
    }
  }
  function fail(clientId: string, error: unknown): void {
    if (error instanceof ApiError && error.reason === 'aborted') return;
    const isLost = error instanceof ApiError && (error.reason === 'offline' || error.reason === 'timeout');
    dispatch({ type: 'failed', clientId, problem: isLost ? null : errorMessage(error) });
  }
  function forget(clientId: string): void {
    files.delete(clientId);
  }

  const onVisible = () => {
    if (document.visibilityState === 'visible') void refresh();
  };
  const onOnline = () => {
    void refresh();
    resend();
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
    send: (content, file) => {
      const clientId = crypto.randomUUID();
      if (file) files.set(clientId, file.blob);
      dispatch({
        type: 'queued',
        outgoing: {
          clientId,
          content,
          file: file
            ? {
                kind: file.kind,
                name: file.blob.name,
                previewUrl: URL.createObjectURL(file.blob),
                progress: 0,
                path: null,
              }
            : null,
          createdAt: new Date().toISOString(),
          delivery: file ? 'uploading_file' : 'sending',
          problem: null,
        },
      });
      start(clientId);
    },
    retry,
    cancel: (clientId) => {
      uploads.get(clientId)?.abort();
      const preview = outgoingOf(clientId)?.file?.previewUrl;
      dispatch({ type: 'removed', clientId });
      forget(clientId);
      if (preview) URL.revokeObjectURL(preview);
    },
    setSeen: (seen) => {
      isSeen = seen;
      scheduleRead();
    },
    close: () => {
      isClosed = true;
      clearTimeout(readTimer);
      clearTimeout(catchUpTimer);
      connection?.close();
      for (const abort of uploads.values()) abort.abort();
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onOnline);
    },
  };
}

function contentOf({ content, file }: Outgoing): CustomerContent {
  if (file?.path == null) return content;
  const message = content.message_type === 'text' ? content.payload.text : '';
  return { message_type: 'media', payload: { filePath: file.path, message } };
}

/** CHT-04: half a second after it was written. */
function untilDelayIsOver(createdAt: string): Promise<void> {
  const left = new Date(createdAt).getTime() + CHAT.sendDelayMs - Date.now();
  return left <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, left));
}
