import { AppError } from '../appError.ts';

/** What marks one action of the member, so that it can be repeated: its key, and what the key stands for. */
export interface RequestKey {
  key: string;
  fingerprint: Buffer;
}

/** The row that the key made before, where it stood for the same request. @throws AppError IDEMPOTENCY_MISMATCH */
export function sameRequest<Row extends { fingerprint: Buffer | null }>(
  row: Row | undefined,
  { fingerprint }: RequestKey,
): Row | undefined {
  if (row !== undefined && !row.fingerprint?.equals(fingerprint)) throw new AppError('IDEMPOTENCY_MISMATCH');
  return row;
}

/** The columns that remember the key. */
export function requestKeyColumns(requestKey: RequestKey | undefined) {
  return {
    idempotency_key: requestKey?.key ?? null,
    fingerprint: requestKey?.fingerprint ?? null,
  };
}
