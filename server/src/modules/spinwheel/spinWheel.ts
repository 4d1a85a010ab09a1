import { randomBytes } from 'node:crypto';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../calls/requestKey.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { requirePlay } from '../protection/admit.ts';
import { bindTo, commitmentOf, lockCoins } from './commitment.ts';
import { couponCode } from './couponCode.ts';
import { creditWin } from './creditWin.ts';
import { draw, hashSeed } from './draw.ts';
import { presentSpin, type SpinAnswer, type SpinRow } from './presentSpin.ts';
import type { SliceRow, WheelText } from './wheel.ts';
import { currentWheelId, readWheel } from './wheel.ts';

export interface SpinRequest {
  /** The member's share of the draw; without it the server generates one and returns it. */
  clientSeed: string | undefined;
  language: Language;
  requestKey: RequestKey | undefined;
}

/**
 * Spins once: takes a coin, draws with the seed whose hash the member has seen, pays the prize, and commits to the next
 * spin (SPN-02). The same key returns the same spin.
 * @throws AppError NO_DATA if the wheel is off, MONEY_NOT_ENOUGH without a coin, IDEMPOTENCY_MISMATCH, and what requirePlay
 * refuses
 */
export async function spinWheel(
  trx: Trx,
  memberId: bigint,
  { clientSeed = randomBytes(16).toString('hex'), language, requestKey }: SpinRequest,
  { isActive, couponDays }: SettingValue<'spinwheel'>,
): Promise<SpinAnswer> {
  const known = await madeBefore(trx, 'spin', memberId, requestKey);
  if (known) return presentSpin(trx, known, language);
  const coin = await lockCoins(trx, memberId);
  await requirePlay(trx, memberId);

  if (!isActive) throw new AppError('NO_DATA', 'the prize wheel is off');
  if (coin < 1) throw new AppError('MONEY_NOT_ENOUGH', 'a spin takes one coin');
  const { serverSeed, wheelId, nonce } = await commitmentOf(trx, memberId, 'spinning');
  const { slices } = await readWheel(trx, wheelId);
  const weights = slices.map(({ weight }) => weight);
  const slice = slices[draw({ serverSeed, clientSeed, nonce }, weights)];
  if (slice === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'the draw left the wheel');

  const remaining = coin - 1 + (slice.prize === 'coins' ? Number(slice.amount) : 0);
  await trx.updateTable('member').set({ coin: remaining }).where('id', '=', memberId).execute();
  const next = await bindTo(trx, memberId, (await currentWheelId(trx)) ?? wheelId);
  const spin = await trx
    .insertInto('spin')
    .values({
      member_id: memberId,
      nonce,
      wheel_id: wheelId,
      position: slice.position,
      server_seed: serverSeed,
      client_seed: clientSeed,
      next_hash: hashSeed(next),
      remaining_coin: remaining,
      ...requestKeyColumns(requestKey),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await awardPrize(trx, spin, slice, couponDays);
  return presentSpin(trx, spin, language);
}

/** Spins by their key; a repeated call returns the same prize. */
export const spinOutcome: OutcomeSource = {
  kind: 'spin',
  state: sql`'done'`,
  code: sql`null`,
  amount: sql`null::bigint`,
};
/** Pays the prize of a spin. Coins are already in the spin's own count; the prize "nothing" pays nothing. */
async function awardPrize(
  trx: Trx,
  { id, member_id }: SpinRow,
  slice: SliceRow,
  couponDays: number,
): Promise<void> {
  if (slice.prize === 'money') {
    await creditWin(trx, {
      memberId: member_id,
      house: 'wheel',
      id,
      amount: slice.amount,
      description: slice.name as WheelText,
    });
  }
  if (slice.prize === 'coupon' && slice.coupon_type !== null) {
    await trx
      .insertInto('coupon')
      .values({
        code: couponCode(),
        member_id,
        spin_id: id,
        coupon_type: slice.coupon_type,
        amount: slice.amount,
        expires_at: sql`site.clock_timestamp() + make_interval(days => ${couponDays})`,
      })
      .execute();
  }
}
