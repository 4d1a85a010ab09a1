import { setTimeout as delay } from 'node:timers/promises';
import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { ErrorCode } from '@krapao/contract/errors';
import { bahtFromSatang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { GameTransfer } from './gameTransfer.ts';
import { runLegs } from './runLegs.ts';

export type MoneyResult = ResponseOf<Contract['POST /api/wallet/transfer']>;

/** A call must answer within 10 s; this leaves time for the network. */
export const ANSWER_WITHIN_MS = 8_000;
const LOOK_AGAIN_MS = 100;

/**
 * Runs a transfer until it has settled or the deadline is reached (milliseconds since the epoch), then returns its
 * state; the job continues an unsettled one.
 */
export async function awaitTransfer(
  context: AppContext,
  transferId: string,
  until: number,
): Promise<GameTransfer> {
  const late = new AbortController();
  const running = run(context, transferId, until).catch((error: unknown) => {
    // The job continues it; the call reports the current state.
    context.log.error({ err: error, transferId }, 'transfer interrupted');
  });
  await Promise.race([
    running,
    delay(Math.max(until - Date.now(), 0), undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return read(context, transferId);
}

async function run(context: AppContext, transferId: string, until: number): Promise<void> {
  for (;;) {
    const worked = await runLegs(context, transferId);
    if (!(await isRunning(context, transferId))) return;
    if (worked > 0) continue;
    if (Date.now() >= until) return;
    await delay(LOOK_AGAIN_MS);
  }
}

/** False if it has settled, and if only an operator can continue it. */
async function isRunning({ db }: AppContext, transferId: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('transfer_leg')
    .select('id')
    .where('transfer_id', '=', transferId)
    .where('due_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

async function read({ db }: AppContext, transferId: string): Promise<GameTransfer> {
  return db.selectFrom('transfer').selectAll().where('id', '=', transferId).executeTakeFirstOrThrow();
}

/** The answer of a transfer's call. @throws AppError MONEY_NOT_ENOUGH, TRANSFER_FAIL if it has failed */
export function presentTransfer({ id, status, amount, moved, failure }: GameTransfer): MoneyResult {
  if (status === 'FAILED') throw new AppError((failure ?? 'TRANSFER_FAIL') as ErrorCode);
  const isDone = status === 'SUCCESS';
  return { status: isDone ? 'SUCCESS' : 'PENDING', id, amount: bahtFromSatang(isDone ? moved : amount) };
}
