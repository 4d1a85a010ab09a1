import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../../appError.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import { errorDetail } from '../../../errorDetail.ts';
import { readSetting } from '../../../settings/settings.ts';
import type { AskedDeposit } from '../admit.ts';
import { depositsWaiting } from '../limits/depositUse.ts';
import { isBarred } from './bars.ts';
import { levelOf } from './level.ts';
import { allowedAt, leftOf, usedSums } from './levelSums.ts';

/** Refusals of this capability. */
type Refusal = AppError & { readonly code: 'LEVEL_REQUIRED' | 'IDENTITY_CHECKED' };

/**
 * Whether the member's level leaves room for a deposit (protection.md 36, 39, 45): the sum of a month, and the balance.
 * QRs and orders that wait take room, except from money that has arrived.
 * @returns LEVEL_REQUIRED with what is left, IDENTITY_CHECKED while a finding bars deposits, or null
 */
export async function depositClosedByIdentity(
  db: Db | Trx,
  memberId: bigint,
  { amount, arrived }: AskedDeposit,
): Promise<Refusal | null> {
  if (await isBarred(db, memberId, 'deposits')) return refusal('IDENTITY_CHECKED');
  const left = await leftNow(db, memberId);
  if (left === null) return null;
  const waiting = arrived || amount === null ? 0n : await depositsWaiting(db, memberId);
  const rooms = [left.depositMonth, left.balance]
    .filter((room) => room !== null)
    .map((room) => (room > waiting ? room - waiting : 0n));
  return withinLevel(rooms, amount);
}

/** IDENTITY_CHECKED while a finding bars play (protection.md 39), or null. */
export const playClosedByIdentity = async (db: Db | Trx, memberId: bigint): Promise<Refusal | null> =>
  (await isBarred(db, memberId, 'play')) ? refusal('IDENTITY_CHECKED') : null;

/**
 * Refuses a payout above what the member's level allows in a month; the refusal names what is possible (protection.md 36,
 * 45). The caller holds the member's row.
 * @throws AppError LEVEL_REQUIRED with what is left, IDENTITY_CHECKED while a finding bars payouts
 */
export async function requirePayout(trx: Trx, memberId: bigint, amount: Satang): Promise<void> {
  if (await isBarred(trx, memberId, 'payouts')) throw refusal('IDENTITY_CHECKED');
  const left = await leftNow(trx, memberId);
  const closed = left === null || left.payoutMonth === null ? null : withinLevel([left.payoutMonth], amount);
  if (closed) throw closed;
}

async function leftNow(db: Db | Trx, memberId: bigint) {
  const pack = await readSetting(db, 'protection');
  if (!pack.levels.isOn) return null;
  const { level } = await levelOf(db, memberId);
  const allowed = allowedAt(level, pack);
  if (Object.values(allowed).every((most) => most === null)) return null;
  return leftOf(allowed, await usedSums(db, memberId));
}

function withinLevel(rooms: readonly Satang[], amount: Satang | null): Refusal | null {
  const left = rooms.reduce<Satang | null>(
    (least, room) => (least === null || room < least ? room : least),
    null,
  );
  if (left === null || (amount === null ? left > 0n : amount <= left)) return null;
  return new AppError('LEVEL_REQUIRED', undefined, errorDetail('LEVEL_LEFT', { left })) as Refusal;
}

const refusal = (code: Refusal['code']) => new AppError(code) as Refusal;
