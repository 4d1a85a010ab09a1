import type { Contract } from '@krapao/contract/api/index';
import { ApiError, apiErrorOf, callHeaders, callUrl } from '@krapao/contract/client';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { SLIP_BYTES_MAX, UPLOAD_TIMEOUT_MS } from '@krapao/contract/limits';
import { apiBase, applySessionPolicy } from '../../lib/api.ts';
import { getToken } from '../../lib/session.ts';

export type Slip = ResponseOf<Contract['POST /api/wallet/slip']>;

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** The file types of the chooser. */
export const SLIP_ACCEPT = TYPES.join(',');

/** What is wrong with a file before it is sent; the server checks its bytes again. */
export function slipFileProblem({ type, size }: Pick<File, 'type' | 'size'>): 'type' | 'size' | null {
  if (!TYPES.includes(type) || size === 0) return 'type';
  return size > SLIP_BYTES_MAX ? 'size' : null;
}

interface UploadOptions {
  /** Told the part that has been sent, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** The same for every repeat of one upload. */
  idempotencyKey: string;
}

/** Uploads a slip (DEP-05). fetch cannot tell how much it has sent, so this is XMLHttpRequest. Throws ApiError. */
export function uploadSlip(file: File, { onProgress, signal, idempotencyKey }: UploadOptions): Promise<Slip> {
  const key = 'POST /api/wallet/slip';
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (error: ApiError) => {
      applySessionPolicy(error);
      reject(error);
    };
    request.open('POST', callUrl(apiBase, key));
    for (const [name, value] of Object.entries(callHeaders(getToken(), document.documentElement.lang)))
      request.setRequestHeader(name, value);
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300;
      // Without a body that can be read it was not the server that answered.
      if (isDone && request.response === null) fail(new ApiError('offline', 0, 'no answer of the server'));
      else if (isDone) resolve(request.response as Slip);
      else fail(apiErrorOf(request.status, request.response));
    };
    request.onerror = () => fail(new ApiError('offline', 0, 'upload failed'));
    request.ontimeout = () => fail(new ApiError('timeout', 0, 'upload timed out'));
    request.onabort = () => reject(new ApiError('aborted', 0, 'upload stopped'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
