import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

/** What the member's client sent to mark one action of the member, and what it stands for. */
export interface RequestKey {
  key: string | undefined;
  fingerprint: Buffer;
}

/** Lets calls with the same Idempotency-Key wait for one another until the transaction ends. */
export async function lockRequestKey(trx: Trx, memberId: bigint, { key }: RequestKey): Promise<void> {
  if (key === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.deposit:${memberId}:${key}`}, 0))`.execute(
    trx,
  );
}

/** @throws AppError IDEMPOTENCY_MISMATCH when the key stood for another body */
export function requireSameRequest(stored: Buffer | null, { fingerprint }: RequestKey): void {
  if (stored === null || !stored.equals(fingerprint)) throw new AppError('IDEMPOTENCY_MISMATCH');
}

/** The columns that remember the key on the row that the call made. */
export function requestKeyColumns({ key, fingerprint }: RequestKey): {
  idempotency_key: string | null;
  fingerprint: Buffer | null;
} {
  return key === undefined
    ? { idempotency_key: null, fingerprint: null }
    : { idempotency_key: key, fingerprint };
}
