import { ApiError, apiErrorOf, callHeaders, callUrl } from '@krapao/contract/client';
import { UPLOAD_TIMEOUT_MS } from '@krapao/contract/limits';
import { apiBase, applySessionPolicy } from '../../lib/api.ts';
import { getToken } from '../../lib/session.ts';

interface UploadOptions {
  kind: 'image' | 'video';
  /** What a guest says of itself. */
  fields: Record<string, string>;
  /** Told the part that has been sent, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads an attachment and answers its path (CHT-06). fetch cannot tell how much it has sent. Throws ApiError. */
export function uploadFile(file: File, { kind, fields, onProgress, signal }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', callUrl(apiBase, `POST /api/chat/upload-${kind}`));
    for (const [name, value] of Object.entries(callHeaders(getToken(), document.documentElement.lang)))
      request.setRequestHeader(name, value);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response.path);
      const error = apiErrorOf(request.status, request.response);
      applySessionPolicy(error);
      reject(error);
    };
    request.onerror = () => reject(new ApiError('offline', 0, 'upload failed'));
    request.ontimeout = () => reject(new ApiError('timeout', 0, 'upload timed out'));
    request.onabort = () => reject(new ApiError('aborted', 0, 'upload stopped'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    request.send(form);
  });
}
