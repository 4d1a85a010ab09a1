import type { OutcomeKind } from '@krapao/contract/api/outcome';
import type { Satang } from '@krapao/contract/money';
import { clock } from '../clock.ts';
import type { AppContext } from '../context.ts';
import type { Trx } from '../database/connect.ts';
import { askThenMake, takeTurn } from './keyTurn.ts';
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
 * @throws AppError IDEMPOTENCY_MISMATCH, REQUEST_IN_PROGRESS, and what `ask` and `act` refuse
 */
export async function doOnce<Known = void>(
  context: Pick<AppContext, 'db' | 'config'>,
  { memberId, requestKey }: { memberId: bigint; requestKey: RequestKey | undefined },
  done: Omit<Done, 'amount'>,
  { ask, act }: { ask?: () => Promise<Known>; act: (trx: Trx, known: Known) => Promise<void> },
): Promise<void> {
  const isDone = async (trx: Trx) =>
    requestKey !== undefined &&
    (await madeByThisCall(trx, { column: 'member_id', id: memberId }, requestKey)) !== undefined;
  const { db } = context;
  const make = async (trx: Trx, known: Known) => {
    if (await isDone(trx)) return;
    await act(trx, known);
    await rememberDone(trx, memberId, requestKey, { ...done, amount: null });
  };
  if (!ask) return db.transaction().execute((trx) => make(trx, undefined as Known));
  const start = await db
    .transaction()
    .execute(async (trx) =>
      (await isDone(trx)) ? 'done' : { turn: await takeTurn(trx, context, memberId, requestKey) },
    );
  if (start !== 'done') await askThenMake(db, start.turn, { ask, make });
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
  const row = { state: 'done', kind, ref, amount, fingerprint, code: null, at: clock.date() };
  await trx
    .insertInto('request_outcome')
    .values({ member_id: memberId, key, ...row })
    .onConflict((conflict) => conflict.columns(['member_id', 'key']).doUpdateSet(row))
    .execute();
}
