import type { Satang } from '@krapao/contract/money';
import type { ClosedBy } from '@krapao/contract/protection/closedBy';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { closedByClosing } from './closeGames.ts';
import { depositClosedByIdentity, playClosedByIdentity } from './levels/closedByLevel.ts';
import { closedByDepositLimit } from './limits/depositLimit.ts';
import { closedByPlayLimit } from './limits/playLimit.ts';
import { isPaused } from './pauseRow.ts';
import { closedByRealityCheck } from './realityClock.ts';
import { requireAcknowledged } from './reminders.ts';

/** A refusal of safer play. */
export type Closed = AppError & { readonly code: ClosedBy };

/** What a deposit is asked about. */
export interface AskedDeposit {
  /** Satang; null where nobody knows it yet. */
  amount: Satang | null;
  /** The money is there: other ways in that wait take no room beside it. */
  arrived: boolean;
}

/** What closes deposits for the member now. Every rule about deposits has its line here, the strictest first. */
async function closedDeposit(db: Db | Trx, memberId: bigint, asked: AskedDeposit): Promise<Closed | null> {
  return (
    (await closedByEnd(db, memberId)) ??
    (await closedByPause(db, memberId)) ??
    (await depositClosedByIdentity(db, memberId, asked)) ??
    (await closedByDepositLimit(db, memberId, asked))
  );
}

/**
 * What closes play for the member now, or null. Every rule about play has its line here.
 * @param amount satang that go from the wallet into a game, beyond what is counted already; null where none do
 */
export async function closedPlay(
  db: Db | Trx,
  memberId: bigint,
  amount: Satang | null = null,
): Promise<AppError | null> {
  return (
    (await closedByPause(db, memberId)) ??
    (await playClosedByIdentity(db, memberId)) ??
    (await closedByRealityCheck(db, memberId)) ??
    (await closedByClosing(db, memberId)) ??
    (await closedByPlayLimit(db, memberId, amount))
  );
}

const closedByPause = async (db: Db | Trx, memberId: bigint): Promise<Closed | null> =>
  (await isPaused(db, memberId)) ? (new AppError('PLAY_PAUSED') as Closed) : null;

/**
 * Money of an account that was merged belongs to the account that stayed: an operator credits it there. An account that
 * was erased takes none: an operator sends it back.
 */
async function closedByEnd(db: Db | Trx, memberId: bigint): Promise<Closed | null> {
  const member = await db
    .selectFrom('member')
    .select(['status', 'merged_into'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (member?.status === 'closed') return new AppError('INACTIVE_USER') as Closed;
  return member !== undefined && member.merged_into !== null
    ? (new AppError('MEMBER_MERGED') as Closed)
    : null;
}

/** Refuses every credit to an account that has ended, also one that is no deposit. @throws AppError MEMBER_MERGED, INACTIVE_USER */
export async function requireStanding(db: Db | Trx, memberId: bigint): Promise<void> {
  const closed = await closedByEnd(db, memberId);
  if (closed) throw closed;
}

/** Until the transaction ends nothing else is opened or admitted for this member. Before any lock of a wallet or an account. */
export async function lockDeposits(trx: Trx, memberId: bigint): Promise<void> {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
}

/**
 * Refuses before a way in is opened: QR, gateway, slip, claim, gift link (protection.md 8). It takes no lock: what
 * arrives is decided again by admitArrival.
 * @throws AppError one of CLOSED_BY, DEPOSITS_UNREAD
 */
export async function requireDeposit(db: Db | Trx, memberId: bigint, amount: Satang | null): Promise<void> {
  const closed = await closedDeposit(db, memberId, { amount, arrived: false });
  if (closed) throw closed;
  await requireAcknowledged(db, memberId);
}

/** As requireDeposit, for a way in that is open already, or a claim of money that was sent: null, or why it is closed. */
export const closedOpenWay = (db: Db | Trx, memberId: bigint, amount: Satang): Promise<Closed | null> =>
  closedDeposit(db, memberId, { amount, arrived: true });

/**
 * Whether money that arrived may be credited (protection.md 8). Until the transaction ends no other money is admitted for
 * this member: two arrivals at one moment do not pass a limit together. @returns why not
 */
export async function admitArrival(trx: Trx, memberId: bigint, amount: Satang): Promise<Closed | null> {
  await lockDeposits(trx, memberId);
  return closedDeposit(trx, memberId, { amount, arrived: true });
}

/**
 * Whether requirePlay and beginPlay have anything to say: false for most calls of most members, who play already and whom
 * no rule of play knows. One question in place of eight.
 */
export async function isPlayAsked(db: Db | Trx, memberId: bigint): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`select play_must_be_asked(${memberId}) as asked`.execute(db);
  return rows[0]?.asked !== false;
}

/**
 * Refuses play: launch and credentials of a game, money into a game, bonuses and rewards.
 * @param amount satang that go from the wallet into a game
 * @throws AppError one of CLOSED_BY, REALITY_CHECK_DUE, GAMES_CLOSING
 */
export async function requirePlay(
  db: Db | Trx,
  memberId: bigint,
  amount: Satang | null = null,
): Promise<void> {
  const closed = await closedPlay(db, memberId, amount);
  if (closed) throw closed;
}
