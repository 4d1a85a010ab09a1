import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { ErrorCode } from '@krapao/contract/errors';
import { bahtFromSatang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { ClaimedLeg } from './claimLegs.ts';
import type { GameTransfer } from './gameTransfer.ts';
import type { EndedTransfer } from './plainMoves.ts';
import { runClaimed, runLegs } from './runLegs.ts';

export type MoneyResult = ResponseOf<Contract['POST /api/wallet/transfer']>;

/** A call must answer within 10 s; this leaves time for the network. */
export const ANSWER_WITHIN_MS = 8_000;
const LOOK_AGAIN_MS = 100;

/**
 * Runs a transfer until it has settled or the deadline is reached (milliseconds since the epoch), then returns its
 * state; the job continues an unsettled one. @param claimed the legs that the caller has claimed
 */
export async function awaitTransfer(
  context: AppContext,
  transferId: string,
  until: number,
  claimed: readonly ClaimedLeg[] = [],
): Promise<GameTransfer & Partial<EndedTransfer>> {
  const late = new AbortController();
  const running = run(context, transferId, until, claimed).catch((error: unknown) => {
    // The job continues it; the call reports the current state.
    context.log.error({ err: error, transferId }, 'transfer interrupted');
  });
  const ended = await Promise.race([
    running,
    clock.sleep(Math.max(until - clock.now(), 0), { signal: late.signal }),
  ]);
  late.abort();
  return ended ?? (await read(context, transferId));
}

async function run(
  context: AppContext,
  transferId: string,
  until: number,
  claimed: readonly ClaimedLeg[],
): Promise<GameTransfer & Partial<EndedTransfer>> {
  let ended: EndedTransfer | undefined;
  let worked = await runClaimed(context, claimed, (transfer) => {
    ended = transfer;
  });
  if (ended) return ended;
  for (;;) {
    if (worked === 0) worked = await runLegs(context, transferId);
    const transfer = await read(context, transferId);
    if (!transfer.is_running || clock.now() >= until) return transfer;
    if (worked === 0) await clock.sleep(LOOK_AGAIN_MS);
    worked = 0;
  }
}

/** As it is now. `is_running` is false if it has settled, and if only an operator can continue it. */
async function read({ db }: AppContext, transferId: string): Promise<GameTransfer & { is_running: boolean }> {
  return db
    .selectFrom('transfer')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('transfer_leg')
          .select('id')
          .whereRef('transfer_id', '=', 'transfer.id')
          .where('due_at', 'is not', null),
      )
        .$castTo<boolean>()
        .as('is_running'),
    )
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow();
}

/** The answer of a transfer's call. @throws AppError MONEY_NOT_ENOUGH, TRANSFER_FAIL if it has failed */
export function presentTransfer({ id, status, amount, moved, failure }: GameTransfer): MoneyResult {
  if (status === 'FAILED') throw new AppError((failure ?? 'TRANSFER_FAIL') as ErrorCode);
  const isDone = status === 'SUCCESS';
  return { status: isDone ? 'SUCCESS' : 'PENDING', id, amount: bahtFromSatang(isDone ? moved : amount) };
}
