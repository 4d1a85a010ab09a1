import { WALLET } from '@krapao/contract/walletCode';
import { AppError } from '../../appError.ts';
import { askThenMake, takeTurn } from '../../calls/keyTurn.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { checkBonusSoon } from '../bonus/endBonus.ts';
import { type AskedBalance, askBalances } from '../games/askBalances.ts';
import { ANSWER_WITHIN_MS, awaitTransfer, type MoneyResult, presentTransfer } from './awaitTransfer.ts';
import { type ClaimedLeg, claimLegs } from './claimLegs.ts';
import { type GameTransfer, transferAmount } from './gameTransfer.ts';
import { walletAvailable } from './legMoney.ts';
import { beginPlainMove } from './plainMoves.ts';
import { type MoveRequest, requireDestination, startCollection, startMove } from './startTransfer.ts';

/**
 * Moves an amount (baht) between the wallet and a game, or from game to game through the wallet (TRF-01). Answers when
 * it has settled, or PENDING if that takes longer than the call may.
 * @throws AppError INVALID_AMOUNT, TRANSFER_MINIMUM, TRANSFER_FAIL, and the refusals of startMove
 */
export async function transferFunds(
  context: AppContext,
  memberId: bigint,
  request: { from: string; to: string; amount: number },
  requestKey?: RequestKey,
): Promise<MoneyResult> {
  const until = clock.now() + ANSWER_WITHIN_MS;
  const move = { ...request, amount: transferAmount(request.amount) };
  const { id, claimed } = await begin(context, memberId, move, requestKey);
  const transfer = await awaitTransfer(context, id, until, claimed);
  if (transfer.has_bonus !== false) await checkBonusSoon(context, memberId);
  return presentTransfer(transfer);
}

/**
 * Collects the money of all games and the wallet in one place (TRF-01). Games that do not answer are skipped.
 * @throws AppError as startCollection does, and TRANSFER_FAIL
 */
export async function transferAll(
  context: AppContext,
  memberId: bigint,
  to: string,
  requestKey?: RequestKey,
): Promise<MoneyResult> {
  const until = clock.now() + ANSWER_WITHIN_MS;
  const { known, turn } = await context.db.transaction().execute(async (trx) => {
    const made = await madeBefore(trx, 'transfer', memberId, requestKey);
    if (made) return { known: made };
    await requireDestination(trx, context.providers, memberId, to);
    return { turn: await takeTurn(trx, context, memberId, requestKey) };
  });
  if (known) return presentTransfer(await awaitTransfer(context, known.id, until));
  const { id, claimed } = await askThenMake(context.db, turn, {
    ask: async () => (await askBalances(context, memberId)).filter(({ provider }) => provider !== to),
    make: async (trx, asked) => {
      const fromWallet = to === WALLET ? 0n : await walletAvailable(trx, memberId);
      const games = takeAll(asked);
      if (games.length === 0 && fromWallet === 0n && asked.some(({ available }) => available === undefined))
        throw new AppError('TRANSFER_FAIL');
      const collection = { to, games, fromWallet };
      return claimedAtOnce(
        context,
        trx,
        await startCollection(trx, context.providers, memberId, collection, requestKey),
      );
    },
  });
  const transfer = await awaitTransfer(context, id, until, claimed);
  await checkBonusSoon(context, memberId);
  return presentTransfer(transfer);
}

/** Starts a move: together with others if it is plain. */
async function begin(
  context: AppContext,
  memberId: bigint,
  move: MoveRequest,
  requestKey: RequestKey | undefined,
): Promise<{ id: string; claimed: ClaimedLeg[] }> {
  const { from, to: game, amount } = move;
  if (from === WALLET && game !== WALLET) {
    const leg = await beginPlainMove(context, { memberId, game, amount, requestKey });
    if (leg) return { id: leg.transfer_id, claimed: [leg] };
  }
  return context.db
    .transaction()
    .execute(async (trx) =>
      claimedAtOnce(context, trx, await startMove(trx, context.providers, memberId, move, requestKey)),
    );
}

/** Claims the legs of a transfer in the transaction that makes them: the commit of the intent is that of SENT too. */
async function claimedAtOnce(
  context: AppContext,
  trx: Trx,
  { id }: GameTransfer,
): Promise<{ id: string; claimed: ClaimedLeg[] }> {
  return { id, claimed: await claimLegs({ ...context, db: trx }, id) };
}

function takeAll(asked: AskedBalance[]) {
  return asked.flatMap(({ provider, available }) =>
    available !== undefined && available > 0n ? [{ provider, amount: available }] : [],
  );
}
