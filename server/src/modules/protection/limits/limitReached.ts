import { LIMIT_UNITS, type LimitKind } from '@krapao/contract/api/protection/limits';
import type { ErrorReason } from '@krapao/contract/errors';
import { AppError } from '../../../appError.ts';
import { errorDetail } from '../../../errorDetail.ts';
import type { Closed } from '../admit.ts';
import type { LimitInForce } from './memberLimit.ts';

const REASON = {
  deposit: 'DEPOSIT_LIMIT',
  loss: 'LOSS_LIMIT',
  stake: 'STAKE_LIMIT',
  bets: 'BET_LIMIT',
  time: 'TIME_LIMIT',
} as const satisfies Record<LimitKind, ErrorReason>;

/** A limit with what is left of it; below zero after a stricter one. */
export interface Room {
  limit: LimitInForce;
  room: bigint;
}

/** The limit with the least room of several: of several periods the lowest holds (protection.md 4). */
export function tightest(rooms: readonly Room[]): Room | undefined {
  return rooms.toSorted((a, b) => (a.room < b.room ? -1 : 1))[0];
}

/** The refusal of a limit, with what it is and what is left of it. */
export function limitReached({ limit: { kind, most }, room }: Room): Closed {
  const amounts = LIMIT_UNITS[kind] !== 'baht' ? {} : { limit: most, room: room > 0n ? room : 0n };
  return new AppError('LIMIT_REACHED', `${kind} limit`, errorDetail(REASON[kind], amounts)) as Closed;
}
