import type { ChatMessage } from '@krapao/contract/api/chat';
import { ApiError } from '@krapao/contract/client';
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
  /** Retries the messages that failed without a connection. The server stores each clientId once. */
  resend(): void;
  /** Aborts an upload, or deletes a failed message. */
  cancel(clientId: string): void;
  close(): void;
}

/** Uploads files and sends messages one after another, so that they arrive in the order in which they were written. */
export function openDelivery<Content extends Written>(needs: Needs<Content>): Delivery<Content> {
  const { post, upload, problemOf, sendDelayMs, outgoing, dispatch, onDelivered } = needs;
  const uploads = new Map<string, AbortController>();
  let sending: Promise<void> = Promise.resolve();
  const outgoingOf = (clientId: string) => outgoing().find((one) => one.clientId === clientId);

  function start(clientId: string): void {
    const one = outgoingOf(clientId);
    if (one?.delivery === 'uploading_file') enqueue(clientId, uploadOf(clientId, one.file));
    else if (one?.delivery === 'sending') enqueue(clientId);
  }

  async function uploadOf(clientId: string, file: OutgoingFile | null): Promise<void> {
    if (!file) return;
    const abort = new AbortController();
    uploads.set(clientId, abort);
    try {
      const path = await upload(file, {
        signal: abort.signal,
        onProgress: (part) => dispatch({ type: 'progressed', clientId, part }),
      });
      dispatch({ type: 'uploaded', clientId, path });
    } catch (error) {
      fail(clientId, error);
    } finally {
      uploads.delete(clientId);
    }
  }

  /** A message that was written after a file waits for the file's upload. */
  function enqueue(clientId: string, uploaded: Promise<void> = Promise.resolve()): void {
    sending = sending.then(() => uploaded).then(() => deliver(clientId));
  }
  async function deliver(clientId: string): Promise<void> {
    const queued = outgoingOf(clientId);
    if (queued?.delivery !== 'sending') return;
    await untilOver(new Date(queued.createdAt).getTime() + sendDelayMs);
    // The message may have been cancelled during the delay.
    const message = outgoingOf(clientId);
    if (message?.delivery !== 'sending') return;
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
    const isLost = error instanceof ApiError && (error.reason === 'offline' || error.reason === 'timeout');
    dispatch({ type: 'failed', clientId, problem: isLost ? null : problemOf(error) });
  }

  function retry(clientId: string): void {
    dispatch({ type: 'retried', clientId });
    start(clientId);
  }
  function resend(): void {
    for (const { clientId, delivery, problem } of outgoing())
      if (delivery === 'failed' && problem === null) retry(clientId);
  }
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
      start(clientId);
    },
    retry,
    resend,
    cancel: (clientId) => {
      uploads.get(clientId)?.abort();
      dispatch({ type: 'removed', clientId });
    },
    close: () => {
      window.removeEventListener('online', resend);
      for (const abort of uploads.values()) abort.abort();
    },
  };
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
