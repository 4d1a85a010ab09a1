import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { isPaused } from './pauseRow.ts';

/**
 * The codes with which safer play closes a way in. Money that arrives all the same waits for an operator under the same
 * code (docs/decisions/202-limits-at-every-way-in.md).
 */
export const CLOSED_BY = ['LIMIT_REACHED', 'PLAY_PAUSED', 'LEVEL_REQUIRED'] as const;
export type ClosedBy = (typeof CLOSED_BY)[number];

/** Whether a row waits because safer play closed the way in: then only a person credits it. */
export const isClosedBy = (note: string | null): note is ClosedBy =>
  (CLOSED_BY as readonly (string | null)[]).includes(note);

/** A refusal of safer play. */
export type Closed = AppError & { readonly code: ClosedBy };

/**
 * What closes deposits for the member now, strictest first; every rule about deposits has its line here.
 * @param amount satang; null where nobody knows it yet
 * @param arrived the money is there, so that a way in that waits for it takes no room beside it
 */
async function closedDeposit(
  db: Db | Trx,
  memberId: bigint,
  _amount: Satang | null,
  _arrived: boolean,
): Promise<Closed | null> {
  return (await isPaused(db, memberId)) ? (new AppError('PLAY_PAUSED') as Closed) : null;
}

/** Until the transaction ends nothing else is opened or admitted for this member. Before any lock of a wallet or an account. */
export async function lockDeposits(trx: Trx, memberId: bigint): Promise<void> {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
}

/**
 * Refuses before a way in is opened or shown: QR, gateway, slip, claim, gift link (protection.md 8). It takes no lock:
 * what arrives is decided again by admitArrival.
 * @throws AppError one of CLOSED_BY
 */
export async function requireDeposit(db: Db | Trx, memberId: bigint, amount: Satang | null): Promise<void> {
  const closed = await closedDeposit(db, memberId, amount, false);
  if (closed) throw closed;
}

/** As requireDeposit, for a way in that is open already: null, or why it is not shown. */
export const closedOpenWay = (db: Db | Trx, memberId: bigint, amount: Satang): Promise<Closed | null> =>
  closedDeposit(db, memberId, amount, true);

/**
 * Whether money that arrived may be credited (protection.md 8). Until the transaction ends no other money is admitted for
 * this member: two arrivals at one moment do not pass a limit together. @returns why not
 */
export async function admitArrival(trx: Trx, memberId: bigint, amount: Satang): Promise<Closed | null> {
  await lockDeposits(trx, memberId);
  return closedDeposit(trx, memberId, amount, true);
}

/**
 * Refuses play: launch and credentials of a game, money into a game, bonuses and rewards.
 * @throws AppError one of CLOSED_BY
 */
export async function requirePlay(db: Db | Trx, memberId: bigint): Promise<void> {
  if (await isPaused(db, memberId)) throw new AppError('PLAY_PAUSED');
}
