import type { ChatMessage } from '@krapao/contract/api/chat';
import { ApiError } from '@krapao/contract/client';
import { CHAT } from '@krapao/contract/limits';
import { randomKey } from '../randomKey.ts';
import type { LogEvent, Outgoing, OutgoingFile, Written } from './messageLog.ts';

/** A file with its caption, as the message that is sent after the upload. */
interface FileContent {
  message_type: 'media';
  payload: { filePath: string; message: string };
}

/** The server calls of one app. */
export interface DeliveryCalls<Content extends Written> {
  /**
   * Sends a message; the server stores one message for each clientId. Answers the stored message, or only its creation
   * time where the server answers no more than that. Throws ApiError.
   */
  post(clientId: string, content: Content | FileContent): Promise<ChatMessage | string>;
  /** Uploads a file and answers its path. `onProgress` receives the uploaded fraction, 0 to 1. Throws ApiError. */
  upload(
    file: OutgoingFile,
    options: { onProgress: (part: number) => void; signal: AbortSignal },
  ): Promise<string>;
  /** The text that explains an error. */
  problemOf(error: unknown): string;
  /** Delay between writing and sending a message, ms. */
  sendDelayMs: number;
}

interface Needs<Content extends Written> extends DeliveryCalls<Content> {
  /** The messages that are being sent. */
  outgoing: () => readonly Outgoing<Content>[];
  dispatch: (event: LogEvent<Content>) => void;
  /** Called when the server has stored a message. */
  onDelivered: () => void;
}

/** Delivers our messages to the server. */
export interface Delivery<Content extends Written> {
  send(content: Content, file?: Pick<OutgoingFile, 'blob' | 'kind'> | null): void;
  retry(clientId: string): void;
  /** The connection is back: retries at once what waits for it. The server stores each clientId once. */
  resend(): void;
  /** Aborts an upload, or deletes a failed message. */
  cancel(clientId: string): void;
  close(): void;
}

/**
 * Uploads files and sends messages one after another, so that they arrive in the order in which they were written. When
 * the answer to one is lost, it and all behind it wait for the connection, or for a pause, and are sent again.
 */
export function openDelivery<Content extends Written>(needs: Needs<Content>): Delivery<Content> {
  const { post, upload, problemOf, sendDelayMs, outgoing, dispatch, onDelivered } = needs;
  const uploads = new Map<string, { abort: AbortController; end: Promise<void> }>();
  let isRunning = false;
  let isClosed = false;
  /** Ends the wait for the connection. */
  let wake = () => {};
  const outgoingOf = (clientId: string) => outgoing().find((one) => one.clientId === clientId);

  /** Starts the uploads at once, and sends what is due. */
  function start(): void {
    for (const { clientId, delivery, file } of outgoing())
      if (delivery === 'uploading_file' && file) startUpload(clientId, file);
    void run();
  }
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = nextOf(outgoing()); next && !isClosed; next = nextOf(outgoing())) {
      if (next.delivery !== 'failed') await deliver(next.clientId);
      else await resume(next);
    }
    isRunning = false;
  }
  /** Waits for the connection or a pause. After a pause, the first lost message alone shows whether it is back. */
  async function resume({ clientId }: Outgoing<Content>): Promise<void> {
    for (const { clientId, delivery } of outgoing())
      if (delivery === 'sending') dispatch({ type: 'failed', clientId, problem: null });
    const isSilent = !(await isWoken());
    if (isClosed) return;
    if (isSilent) await deliver(clientId);
    if (isSilent && nextOf(outgoing())?.clientId === clientId) return;
    for (const lost of outgoing())
      if (isWaiting(lost)) dispatch({ type: 'retried', clientId: lost.clientId });
    start();
  }
  async function isWoken(): Promise<boolean> {
    const result = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), CHAT.socketRecheckMs);
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
    wake = () => {};
    return result;
  }

  function startUpload(clientId: string, file: OutgoingFile): void {
    if (uploads.has(clientId)) return;
    const abort = new AbortController();
    const end = uploadFile(clientId, file, abort.signal).finally(() => uploads.delete(clientId));
    uploads.set(clientId, { abort, end });
  }
  async function uploadFile(clientId: string, file: OutgoingFile, signal: AbortSignal): Promise<void> {
    let percent = 0;
    try {
      const path = await upload(file, {
        signal,
        onProgress: (part) => {
          if (Math.floor(part * 100) === percent) return;
          percent = Math.floor(part * 100);
          dispatch({ type: 'progressed', clientId, part: percent / 100 });
        },
      });
      dispatch({ type: 'uploaded', clientId, path });
    } catch (error) {
      // Too large for this line: it would hold back all behind it, and cost its data again and again.
      if (error instanceof ApiError && error.reason === 'timeout')
        dispatch({ type: 'failed', clientId, problem: problemOf(error) });
      else fail(clientId, error);
    }
  }

  /** A message that waits for the connection keeps its state meanwhile. */
  async function deliver(clientId: string): Promise<void> {
    const first = outgoingOf(clientId);
    if (first?.file && first.file.path === null) startUpload(clientId, first.file);
    // A message that was written after a file waits for the file's upload.
    await uploads.get(clientId)?.end;
    const queued = outgoingOf(clientId);
    if (!queued || !isReady(queued)) return;
    await untilOver(new Date(queued.createdAt).getTime() + sendDelayMs);
    // The message may have been cancelled during the delay.
    const message = outgoingOf(clientId);
    if (!message || !isReady(message)) return;
    try {
      const answer = await post(clientId, contentOf(message));
      dispatch(
        typeof answer === 'string'
          ? { type: 'delivered', clientId, createdAt: answer }
          : { type: 'received', message: answer },
      );
      onDelivered();
    } catch (error) {
      fail(clientId, error);
    }
  }
  function fail(clientId: string, error: unknown): void {
    dispatch({ type: 'failed', clientId, problem: isLost(error) ? null : problemOf(error) });
  }

  const resend = () => wake();
  window.addEventListener('online', resend);

  return {
    send: (content, file) => {
      const clientId = randomKey();
      dispatch({
        type: 'queued',
        outgoing: {
          clientId,
          content,
          file: file
            ? {
                blob: file.blob,
                kind: file.kind,
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
      start();
      wake();
    },
    retry: (clientId) => {
      dispatch({ type: 'retried', clientId });
      start();
      wake();
    },
    resend,
    cancel: (clientId) => {
      uploads.get(clientId)?.abort.abort();
      dispatch({ type: 'removed', clientId });
      wake();
    },
    close: () => {
      isClosed = true;
      window.removeEventListener('online', resend);
      for (const { abort } of uploads.values()) abort.abort();
      wake();
    },
  };
}

/** Its answer was lost, and it waits for the connection. */
function isWaiting({ delivery, problem }: Pick<Outgoing, 'delivery' | 'problem'>): boolean {
  return delivery === 'failed' && problem === null;
}

/** It can be sent: nothing of it has to be uploaded first. */
function isReady({ delivery, problem, file }: Omit<Outgoing, 'content'>): boolean {
  return (delivery === 'sending' || isWaiting({ delivery, problem })) && file?.path !== null;
}

/** The first message that is not sent and was not refused. A lost one holds back all behind it. */
function nextOf<Content extends Written>(
  outgoing: readonly Outgoing<Content>[],
): Outgoing<Content> | undefined {
  return outgoing.find((one) => one.delivery !== 'succeed' && (one.delivery !== 'failed' || isWaiting(one)));
}

/** No answer came, or only that of a proxy: the message may have been stored. */
function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { reason, status, code } = error;
  return reason === 'offline' || reason === 'timeout' || (status >= 500 && code === undefined);
}

function contentOf<Content extends Written>({ content, file }: Outgoing<Content>): Content | FileContent {
  if (file?.path == null) return content;
  const message = content.message_type === 'text' ? content.payload.text : '';
  return { message_type: 'media', payload: { filePath: file.path, message } };
}

function untilOver(time: number): Promise<void> {
  const left = time - Date.now();
  return left <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, left));
}
