import type { OutcomeKind } from '@krapao/contract/api/outcome';
import type { Satang } from '@krapao/contract/money';
import type { Db, Trx } from '../database/connect.ts';
import { madeByThisCall } from './madeBefore.ts';
import type { RequestKey } from './requestKey.ts';

/** What `request_outcome` keeps of a call. `amount` in satang. */
export interface Done {
  kind: OutcomeKind;
  ref: string;
  amount: Satang | null;
}

/**
 * Does once what makes no row that could carry the key: a repeat of the call does nothing. What the doing has to know of
 * the outside world is learnt by `ask` before the transaction, and not for a repeat.
 * @throws AppError IDEMPOTENCY_MISMATCH, and what `ask` and `act` refuse
 */
export async function doOnce<Known = void>(
  db: Db,
  { memberId, requestKey }: { memberId: bigint; requestKey: RequestKey | undefined },
  done: Omit<Done, 'amount'>,
  { ask, act }: { ask?: () => Promise<Known>; act: (trx: Trx, known: Known) => Promise<void> },
): Promise<void> {
  const isDone = async (trx: Trx) =>
    requestKey !== undefined &&
    (await madeByThisCall(trx, { column: 'member_id', id: memberId }, requestKey)) !== undefined;
  if (ask && requestKey && (await db.transaction().execute(isDone))) return;
  const known = (await ask?.()) as Known;
  await db.transaction().execute(async (trx) => {
    if (await isDone(trx)) return;
    await act(trx, known);
    await rememberDone(trx, memberId, requestKey, { ...done, amount: null });
  });
}

/** Writes down, in the transaction that does it, that the call with this key is done. */
export async function rememberDone(
  trx: Trx,
  memberId: bigint,
  requestKey: RequestKey | undefined,
  { kind, ref, amount }: Done,
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
