import type { Satang } from '@krapao/contract/money';
import { WALLET } from '@krapao/contract/walletCode';
import { AppError } from '../../appError.ts';
import { askThenMake, takeTurn } from '../../calls/keyTurn.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import { type Prover, requireProof, useProof } from '../../calls/stepUp.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { refuseLockedByBonus } from '../bonus/refuseLocked.ts';
import { type AskedBalance, askBalances } from '../games/askBalances.ts';
import { ANSWER_WITHIN_MS, awaitTransfer } from '../transfers/awaitTransfer.ts';
import { walletAvailable } from '../transfers/legMoney.ts';
import { startCollection } from '../transfers/startTransfer.ts';
import { holdCollected } from './holdCollected.ts';
import { holdWithdrawal, startWithdrawal, withdrawalAmount } from './startWithdrawal.ts';
import { askWithdrawalProof } from './withdrawalProof.ts';
import { type MoneyResult, presentWithdrawal, WITHDRAWAL_JOB, type WithdrawalRow } from './withdrawalRow.ts';

/**
 * Withdraws an amount (baht) from the wallet only (WDR-01): the hold is placed at once, and the job or an operator
 * pays, so the answer is PENDING.
 * @throws AppError INVALID_AMOUNT, WITHDRAW_MINIMUM, WITHDRAW_MAXIMUM, STEP_UP_REQUIRED, NO_BANK, BONUS_CONDITION, MONEY_NOT_ENOUGH,
 * IDEMPOTENCY_MISMATCH
 */
export async function withdraw(
  context: AppContext,
  prover: Prover,
  baht: number,
  requestKey?: RequestKey,
): Promise<MoneyResult> {
  const rules = context.settings.get('withdraw');
  const amount = withdrawalAmount(baht, rules);
  return presentWithdrawal(await holdFromWallet(context, prover, amount, requestKey));
}

/**
 * Moves game balances back to the wallet as far as needed, then withdraws (WDR-01).
 * @throws AppError as withdraw does, and TRANSFER_FAIL, REQUEST_IN_PROGRESS
 */
export async function withdrawAll(
  context: AppContext,
  prover: Prover,
  baht: number,
  requestKey?: RequestKey,
): Promise<MoneyResult> {
  const { memberId } = prover;
  const until = clock.now() + ANSWER_WITHIN_MS;
  const amount = withdrawalAmount(baht, context.settings.get('withdraw'));
  const { known, available, turn } = await context.db.transaction().execute(async (trx) => {
    const made = await madeBefore(trx, 'withdrawal', memberId, requestKey);
    const held = await walletAvailable(trx, memberId);
    const mustAsk = made === undefined && held < amount;
    // Before anybody is asked for a stranger; the proof itself is used with the withdrawal.
    if (mustAsk) await askWithdrawalProof(trx, context, prover, amount, requireProof);
    return {
      known: made,
      available: held,
      turn: mustAsk ? await takeTurn(trx, context, memberId, requestKey) : undefined,
    };
  });
  if (known) return presentWithdrawal(known);
  if (available >= amount)
    return presentWithdrawal(await holdFromWallet(context, prover, amount, requestKey));
  const collecting = await askThenMake(context.db, turn, {
    ask: async () => chooseGames(await askBalances(context, memberId), amount - available),
    make: async (trx, games) => {
      await askWithdrawalProof(trx, context, prover, amount, useProof);
      await refuseLockedByBonus(trx, memberId);
      const transfer = await startCollection(
        trx,
        context.providers,
        memberId,
        { to: WALLET, games, fromWallet: 0n },
        undefined,
      );
      const request = { amount, transferId: transfer.id, attForBaht: context.settings.get('kip').attForBaht };
      return startWithdrawal(trx, memberId, request, requestKey);
    },
  });
  if (collecting.transfer_id === null) return presentWithdrawal(collecting);
  await awaitTransfer(context, collecting.transfer_id, until);
  return presentWithdrawal(await holdCollected(context, collecting.id));
}

async function holdFromWallet(
  context: AppContext,
  prover: Prover,
  amount: Satang,
  requestKey: RequestKey | undefined,
): Promise<WithdrawalRow> {
  const { memberId } = prover;
  const row = await context.db.transaction().execute(async (trx) => {
    const made = await madeBefore(trx, 'withdrawal', memberId, requestKey);
    if (made) return made;
    await askWithdrawalProof(trx, context, prover, amount, useProof);
    const { attForBaht } = context.settings.get('kip');
    const request = { amount, transferId: undefined, attForBaht };
    const withdrawal = await startWithdrawal(trx, memberId, request, requestKey);
    await refuseLockedByBonus(trx, memberId);
    return holdWithdrawal(trx, withdrawal, context.settings.get('withdraw'));
  });
  context.wakeJob(WITHDRAWAL_JOB);
  return row;
}

/**
 * The fewest games that together hold `needed` satang, the largest balance first. @throws AppError MONEY_NOT_ENOUGH,
 * TRANSFER_FAIL
 */
function chooseGames(asked: AskedBalance[], needed: Satang) {
  const told = asked.flatMap(({ provider, available }) => (available ? [{ provider, available }] : []));
  told.sort((a, b) => (a.available < b.available ? 1 : -1));
  const games: { provider: string; amount: Satang }[] = [];
  let missing = needed;
  for (const { provider, available } of told) {
    if (missing === 0n) break;
    const isMore = available > missing;
    games.push({ provider, amount: isMore ? missing : available });
    missing = isMore ? 0n : missing - available;
  }
  if (missing === 0n) return games;
  // If a provider does not answer, it is unknown whether the money would suffice.
  const isKnown = asked.every(({ available }) => available !== undefined);
  throw new AppError(isKnown ? 'MONEY_NOT_ENOUGH' : 'TRANSFER_FAIL');
}
