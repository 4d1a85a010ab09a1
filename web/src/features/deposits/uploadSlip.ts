import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { SLIP_BYTES_MAX } from '@krapao/contract/limits';
import { uploadFetch } from '@krapao/ui/uploadFetch.ts';
import { client } from '../../lib/api.ts';

export type Slip = ResponseOf<Contract['POST /api/wallet/slip']>;

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** The file types of the chooser. */
export const SLIP_ACCEPT = TYPES.join(',');

/** Checks a file before the upload; the server checks its bytes again. */
export function slipFileProblem({ type, size }: Pick<File, 'type' | 'size'>): 'type' | 'size' | null {
  if (!TYPES.includes(type) || size === 0) return 'type';
  return size > SLIP_BYTES_MAX ? 'size' : null;
}

interface UploadOptions {
  /** Receives the uploaded fraction, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** Stays the same in every retry of one upload. */
  idempotencyKey: string;
}

/** Uploads a slip (DEP-05). Throws ApiError. */
export function uploadSlip(file: File, { onProgress, signal, idempotencyKey }: UploadOptions): Promise<Slip> {
  const form = new FormData();
  form.append('file', file);
  return client('POST /api/wallet/slip', { form, signal, idempotencyKey, fetch: uploadFetch(onProgress) });
}
