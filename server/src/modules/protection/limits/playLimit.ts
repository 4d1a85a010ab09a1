import { LIMIT_UNITS } from '@krapao/contract/api/protection/limits';
import type { Satang } from '@krapao/contract/money';
import type { Db, Trx } from '../../../database/connect.ts';
import type { Closed } from '../admit.ts';
import { minutesIn } from '../playTime.ts';
import { limitReached, type Room, tightest } from './limitReached.ts';
import { type LimitInForce, limitsInForce } from './memberLimit.ts';
import { playIn } from './playUse.ts';

const KINDS = ['loss', 'stake', 'bets', 'time'] as const;

/**
 * Whether the member's limits of losses, stakes, bets and time close play. What is in a game was counted when it went
 * in, so a game is opened until the houses' own figures reach the limit.
 * @param amount satang that go from the wallet into a game, which must fit into the room; null where none do
 */
export async function closedByPlayLimit(
  db: Db | Trx,
  memberId: bigint,
  amount: Satang | null,
): Promise<Closed | null> {
  const rooms = await playRooms(db, memberId, { isTold: amount === null });
  const needed = ({ kind }: LimitInForce) => (LIMIT_UNITS[kind] === 'baht' ? (amount ?? 1n) : 1n);
  const closed = tightest(rooms.filter(({ limit, room }) => room < needed(limit)));
  return closed === undefined ? null : limitReached(closed);
}

/**
 * What is left of each of the member's limits of losses, stakes, bets and time: satang, bets and minutes.
 * @param isTold only what houses told counts, and not what is in games
 */
export async function playRooms(
  db: Db | Trx,
  memberId: bigint,
  { isTold }: { isTold: boolean },
): Promise<Room[]> {
  const limits = await limitsInForce(db, memberId, KINDS);
  if (limits.length === 0) return [];
  const used = await playUsed(db, memberId);
  return limits.map((limit) => ({ limit, room: limit.most - used(limit, isTold) }));
}

/** What is used of a limit of losses, stakes, bets or time: satang, bets and minutes. */
export async function playUsed(db: Db | Trx, memberId: bigint) {
  const play = await playIn(db, memberId);
  const minutes = await minutesIn(db, memberId);
  return ({ kind, period }: Pick<LimitInForce, 'kind' | 'period'>, isTold = false): bigint => {
    if (kind === 'time') return minutes[period];
    if (kind === 'bets') return play[period].bets;
    const { inGames, lost, staked, lostFromWallet, stakedFromWallet } = play[period];
    const told = kind === 'loss' ? lost : staked;
    const mayBe = inGames + (kind === 'loss' ? lostFromWallet : stakedFromWallet);
    return isTold || told > mayBe ? told : mayBe;
  };
}
