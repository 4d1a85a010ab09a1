import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Trx } from '../database/connect.ts';
import { fingerprint } from './fingerprint.ts';

/** What marks one action of the member, so that it can be repeated: its key, and what the key stands for. */
export interface RequestKey {
  key: string;
  fingerprint: Buffer;
}

/** The mark of a call whose Idempotency-Key is `key`, standing for these parts; undefined where it has none. */
export function requestKeyOf(
  key: string | undefined,
  ...parts: [string, ...unknown[]]
): RequestKey | undefined {
  return key === undefined ? undefined : { key, fingerprint: fingerprint(...parts) };
}

/**
 * Lets the member's calls with this key wait for one another until the transaction ends, where a second one has to see
 * what the first one made before it makes anything itself.
 */
export async function lockRequestKey(
  trx: Trx,
  memberId: bigint,
  requestKey: RequestKey | undefined,
): Promise<void> {
  if (requestKey === undefined) return;
  const name = `krapao.request:${memberId}:${requestKey.key}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** The row that the key made before, where it stood for the same request. @throws AppError IDEMPOTENCY_MISMATCH */
export function sameRequest<Row extends { fingerprint: Buffer | null }>(
  row: Row | undefined,
  { fingerprint: expected }: RequestKey,
): Row | undefined {
  if (row !== undefined && !row.fingerprint?.equals(expected)) throw new AppError('IDEMPOTENCY_MISMATCH');
  return row;
}

/** The columns that remember the key. */
export function requestKeyColumns(requestKey: RequestKey | undefined) {
  return {
    idempotency_key: requestKey?.key ?? null,
    fingerprint: requestKey?.fingerprint ?? null,
  };
}
