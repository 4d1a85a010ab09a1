import type { OutcomeKind } from '@krapao/contract/api/outcome';
import type { Satang } from '@krapao/contract/money';
import type { Trx } from '../database/connect.ts';
import { lockRequestKey, type RequestKey, sameRequest } from './requestKey.ts';

/**
 * True where the member's call with this key was done before; calls with one key wait for one another. For calls that
 * make no row which could carry the key. @throws AppError IDEMPOTENCY_MISMATCH
 */
export async function doneBefore(
  trx: Trx,
  memberId: bigint,
  requestKey: RequestKey | undefined,
): Promise<boolean> {
  if (requestKey === undefined) return false;
  await lockRequestKey(trx, memberId, requestKey);
  const known = await trx
    .selectFrom('request_outcome')
    .select('fingerprint')
    .where('member_id', '=', memberId)
    .where('key', '=', requestKey.key)
    .where('state', '=', 'done')
    .executeTakeFirst();
  return sameRequest(known, requestKey) !== undefined;
}

/** Writes down, in the transaction that does it, that the call with this key is done. `amount` in satang. */
export async function rememberDone(
  trx: Trx,
  memberId: bigint,
  requestKey: RequestKey | undefined,
  { kind, ref, amount }: { kind: OutcomeKind; ref: string; amount: Satang | null },
): Promise<void> {
  if (requestKey === undefined) return;
  const { key, fingerprint } = requestKey;
  const row = { state: 'done', kind, ref, amount, fingerprint, code: null, at: new Date() };
  await trx
    .insertInto('request_outcome')
    .values({ member_id: memberId, key, ...row })
    .onConflict((conflict) => conflict.columns(['member_id', 'key']).doUpdateSet(row))
    .execute();
}
