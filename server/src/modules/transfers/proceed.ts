import type { Satang } from '@krapao/contract/money';
import { WALLET } from '@krapao/contract/walletCode';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Trx } from '../../database/connect.ts';
import { closedPlay } from '../protection/admit.ts';
import { endPlayWithoutMoney } from '../protection/playTime.ts';
import { finishEntry, noEntry, writeEntry } from '../statement/writeEntry.ts';
import { causeOf, type GameTransfer, type LegRow, onwardCauseOf } from './gameTransfer.ts';
import { startLeg, walletAvailable } from './legMoney.ts';

// A collection that took longer ends at the wallet: the member may have other plans by then.
const ONWARD_WITHIN_MS = 60_000;

/**
 * Continues or ends a transfer after the results of all its legs. Call it with the transfer's row and the member's money
 * locked, in the transaction that settled a leg. Game to game passes through the wallet within one transaction, so
 * nobody can spend the money in between.
 */
export async function proceed(trx: Trx, transfer: GameTransfer, legs: readonly LegRow[]): Promise<void> {
  if (legs.some((leg) => leg.state !== 'CONFIRMED' && leg.state !== 'REJECTED')) return;
  const onward = legs.find((leg) => leg.direction === 'in');
  const outward = legs.filter((leg) => leg.direction === 'out');
  const arrived = outward.reduce((sum, leg) => (leg.state === 'CONFIRMED' ? sum + leg.amount : sum), 0n);

  if (onward) return finishOnward(trx, transfer, onward, arrived);
  if (transfer.to_code === WALLET || (arrived === 0n && outward.length > 0))
    return finishAtWallet(trx, transfer, outward, arrived);
  const amount = transfer.kind === 'move' ? arrived : await onwardAmount(trx, transfer, outward, arrived);
  // The wallet's part was counted when the collection began: a limit that was lowered since may refuse it.
  if (amount === 0n || (await closedPlay(trx, transfer.member_id, amount > arrived ? 0n : null)))
    return finishAtWallet(trx, transfer, outward, arrived);
  await startLeg(trx, transfer, 'in', transfer.to_code, amount);
}

/** What a collection was started with: what came into the wallet since then stays there. */
async function onwardAmount(
  trx: Trx,
  transfer: GameTransfer,
  outward: readonly LegRow[],
  arrived: Satang,
): Promise<Satang> {
  if (clock.now() - transfer.created_at.getTime() > ONWARD_WITHIN_MS) return 0n;
  const asked =
    outward.reduce((fromWallet, leg) => fromWallet - (leg.asked_amount ?? leg.amount), transfer.amount) +
    arrived;
  const available = await walletAvailable(trx, transfer.member_id);
  if (asked < available) return asked;
  return available;
}

async function finishOnward(
  trx: Trx,
  transfer: GameTransfer,
  onward: LegRow,
  arrived: Satang,
): Promise<void> {
  if (onward.state === 'CONFIRMED') return succeed(trx, transfer, onward.amount);
  await fail(trx, transfer, 'TRANSFER_FAIL');
  if (arrived === 0n) return finishEntry(trx, causeOf(transfer.id), 'FAILED');
  // The first part, to the wallet, succeeded and the second failed: the statement shows both.
  await finishEntry(trx, causeOf(transfer.id), 'SUCCESS', { amount: arrived, to: WALLET });
  await writeEntry(trx, {
    memberId: transfer.member_id,
    cause: onwardCauseOf(transfer.id),
    type: 'transfer',
    status: 'FAILED',
    from: WALLET,
    to: transfer.to_code,
    amount: onward.amount,
  });
}

async function finishAtWallet(
  trx: Trx,
  transfer: GameTransfer,
  outward: LegRow[],
  arrived: Satang,
): Promise<void> {
  if (arrived === 0n) {
    const isEmpty = outward.every((leg) => leg.reason === 'INSUFFICIENT_BALANCE');
    await fail(trx, transfer, isEmpty ? 'MONEY_NOT_ENOUGH' : 'TRANSFER_FAIL');
    return finishEntry(trx, causeOf(transfer.id), 'FAILED');
  }
  await endPlayWithoutMoney(trx, transfer.member_id);
  if (transfer.to_code === WALLET) return succeed(trx, transfer, arrived);
  await fail(trx, transfer, 'TRANSFER_FAIL');
  await finishEntry(trx, causeOf(transfer.id), 'SUCCESS', { amount: arrived, to: WALLET });
}

async function succeed(trx: Trx, transfer: GameTransfer, moved: Satang): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select succeed_transfer(${transfer.id}, ${moved}) as found`.execute(trx);
  if (!rows[0]?.found) throw noEntry(causeOf(transfer.id));
}

async function fail(
  trx: Trx,
  transfer: GameTransfer,
  failure: 'MONEY_NOT_ENOUGH' | 'TRANSFER_FAIL',
): Promise<void> {
  await trx
    .updateTable('transfer')
    .set({ status: 'FAILED', failure, settled_at: sql<Date>`site.now()` })
    .where('id', '=', transfer.id)
    .execute();
}
