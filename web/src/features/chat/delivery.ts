import type { CustomerContent } from '@krapao/contract/api/chat';
import { ApiError } from '@krapao/contract/client';
import { CHAT } from '@krapao/contract/limits';
import { randomKey } from '@krapao/ui/randomKey.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { client } from '../../lib/api.ts';
import type { IdentifiedCalls } from './callAsMe.ts';
import type { LogEvent, Outgoing } from './messageLog.ts';
import { uploadFile } from './uploadFile.ts';

interface Needs {
  asMe: IdentifiedCalls['asMe'];
  /** What is on its way now. */
  outgoing: () => readonly Outgoing[];
  dispatch: (event: LogEvent) => void;
  /** The server has taken a message. */
  onDelivered: () => Promise<void>;
}

/** What we write on its way to the server. */
export interface Delivery {
  send(content: Outgoing['content'], file?: { blob: File; kind: 'image' | 'video' }): void;
  retry(clientId: string): void;
  /** What failed for want of a connection is tried again; the server takes each clientId once. */
  resend(): void;
  /** Stops an upload, or forgets a failed message. */
  cancel(clientId: string): void;
  close(): void;
}

/** Uploads files and sends messages one after another, so that they arrive in the order in which they were written. */
export function openDelivery({ asMe, outgoing, dispatch, onDelivered }: Needs): Delivery {
  const files = new Map<string, File>();
  const uploads = new Map<string, AbortController>();
  let sending: Promise<void> = Promise.resolve();
  const outgoingOf = (clientId: string) => outgoing().find((one) => one.clientId === clientId);

  function start(clientId: string): void {
    const delivery = outgoingOf(clientId)?.delivery;
    if (delivery === 'uploading_file') enqueue(clientId, upload(clientId));
    else if (delivery === 'sending') enqueue(clientId);
  }

  async function upload(clientId: string): Promise<void> {
    const kind = outgoingOf(clientId)?.file?.kind;
    const file = files.get(clientId);
    if (!kind || !file) return;
    const abort = new AbortController();
    uploads.set(clientId, abort);
    try {
      const path = await asMe(({ guest }) =>
        uploadFile(file, {
          kind,
          fields: { ...guest },
          signal: abort.signal,
          onProgress: (part) => dispatch({ type: 'progressed', clientId, part }),
        }),
      );
      dispatch({ type: 'uploaded', clientId, path });
    } catch (error) {
      fail(clientId, error);
    } finally {
      uploads.delete(clientId);
    }
  }

  /** What was written after a file waits for it. */
  function enqueue(clientId: string, uploaded: Promise<void> = Promise.resolve()): void {
    sending = sending.then(() => uploaded).then(() => deliver(clientId));
  }
  async function deliver(clientId: string): Promise<void> {
    const queued = outgoingOf(clientId);
    if (queued?.delivery !== 'sending') return;
    await untilDelayIsOver(queued.createdAt);
    // It may have been stopped meanwhile.
    const message = outgoingOf(clientId);
    if (message?.delivery !== 'sending') return;
    try {
      const createdAt = await asMe(({ claim }) =>
        client('POST /api/chat/send-message', {
          body: { ...claim, clientId, message: contentOf(message) },
        }),
      );
      dispatch({ type: 'delivered', clientId, createdAt });
      files.delete(clientId);
      await onDelivered();
    } catch (error) {
      fail(clientId, error);
    }
  }
  function fail(clientId: string, error: unknown): void {
    if (error instanceof ApiError && error.reason === 'aborted') return;
    const isLost = error instanceof ApiError && (error.reason === 'offline' || error.reason === 'timeout');
    dispatch({ type: 'failed', clientId, problem: isLost ? null : errorMessage(error) });
  }

  function retry(clientId: string): void {
    dispatch({ type: 'retried', clientId });
    start(clientId);
  }

  return {
    send: (content, file) => {
      const clientId = randomKey();
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
    resend: () => {
      for (const { clientId, delivery, problem } of outgoing())
        if (delivery === 'failed' && problem === null) retry(clientId);
    },
    cancel: (clientId) => {
      uploads.get(clientId)?.abort();
      const preview = outgoingOf(clientId)?.file?.previewUrl;
      dispatch({ type: 'removed', clientId });
      files.delete(clientId);
      if (preview) URL.revokeObjectURL(preview);
    },
    close: () => {
      for (const abort of uploads.values()) abort.abort();
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
