import {
  BETS_MOST,
  LIMIT_UNITS,
  type LimitKind,
  type LimitPeriod,
} from '@krapao/contract/api/protection/limits';
import { satangFromBaht } from '@krapao/contract/money';
import { holds, type Pack } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { countWithin, type RateLimit } from '../../../http/rateCounter.ts';
import { notify } from '../../notifications/notify.ts';
import { lockDeposits } from '../admit.ts';
import type { LimitRow } from './memberLimit.ts';

/** Which limit of which member. */
export interface Which {
  memberId: bigint;
  kind: LimitKind;
  period: LimitPeriod;
}

const WISHES: RateLimit = { name: 'limit:wish', limit: 60, seconds: 3_600 };
/** Minutes that a period has at most. */
const MINUTES: Record<LimitPeriod, number> = { day: 1_440, week: 10_080, month: 44_640 };

/** Whether the site's rules offer limits of this kind. */
export function isOffered(pack: Pack, kind: LimitKind): boolean {
  if (kind === 'deposit') return holds(pack, 'depositLimits');
  return holds(pack, kind === 'loss' ? 'lossLimits' : 'stakeAndTimeLimits');
}

/**
 * What a member typed as a limit: satang of baht, bets, or minutes; null for none.
 * @throws AppError LIMIT_UNKNOWN below zero, of more than two decimals, of half a bet, or of more minutes than the period
 * has
 */
export function readMost(
  typed: number | null,
  { kind, period }: Pick<Which, 'kind' | 'period'>,
): bigint | null {
  if (typed === null) return null;
  if (LIMIT_UNITS[kind] === 'baht') {
    const satang = satangFromBaht(typed);
    if (satang === null || satang < 0n) throw new AppError('LIMIT_UNKNOWN');
    return satang;
  }
  const highest = kind === 'time' ? MINUTES[period] : BETS_MOST;
  if (!Number.isInteger(typed) || typed < 0 || typed > highest) throw new AppError('LIMIT_UNKNOWN');
  return BigInt(typed);
}

/**
 * Takes a member's wish: a stricter limit holds at once; a looser one, or none, waits for the pack's cooling-off and a
 * second yes (protection.md 6, 7). Either ends what waited before; the limit that holds already, wished again, ends only
 * that.
 * @param most satang, bets or minutes; null for no limit
 * @throws AppError LIMIT_UNKNOWN (the site does not offer it), REQUEST_LIMIT
 */
export async function wishLimit(trx: Trx, pack: Pack, which: Which, most: bigint | null): Promise<void> {
  const { memberId, kind, period } = which;
  await countWithin(trx, WISHES, memberId.toString());
  await lockDeposits(trx, memberId);
  const { current, next } = await openRows(trx, which);
  if (!isOffered(pack, kind) && current === undefined) throw new AppError('LIMIT_UNKNOWN');
  if (next) await end(trx, next);
  const held = current?.most ?? null;
  if (most === held) return;
  const isStricter = most !== null && (held === null || most < held);
  if (isStricter && current) await end(trx, current);
  const wished = await trx
    .insertInto('member_limit')
    .values({
      member_id: memberId,
      kind,
      period,
      most,
      ...(isStricter
        ? { asked_at: NOW, ready_at: NOW, from_at: NOW }
        : {
            asked_at: NOW,
            ready_at: sql<Date>`site.statement_timestamp() + make_interval(hours => ${pack.coolingOff.hours})`,
          }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isStricter) await tellChanged(trx, wished);
}

/**
 * The second yes: brings a looser limit into force (protection.md 7). The pack's cooling-off holds as it is now, if it is
 * longer than when the member asked.
 * @throws AppError LIMIT_UNKNOWN (nothing waits), LIMIT_COOLING_OFF
 */
export async function confirmLimit(trx: Trx, pack: Pack, which: Which): Promise<void> {
  await lockDeposits(trx, which.memberId);
  const { current, next } = await openRows(trx, which);
  if (next === undefined) throw new AppError('LIMIT_UNKNOWN');
  const { rows } = await sql<{ is_ready: boolean }>`
    select site.clock_timestamp() >= greatest(${next.ready_at}::timestamptz,
      ${next.asked_at}::timestamptz + make_interval(hours => ${pack.coolingOff.hours})) as is_ready`.execute(
    trx,
  );
  if (!rows[0]?.is_ready) throw new AppError('LIMIT_COOLING_OFF');
  if (current) await end(trx, current);
  const changed = await trx
    .updateTable('member_limit')
    .set({ from_at: NOW })
    .where('id', '=', next.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellChanged(trx, changed);
}

/** Takes a looser limit back that waits; without one nothing happens. */
export async function takeBackLimit(trx: Trx, which: Which): Promise<void> {
  await lockDeposits(trx, which.memberId);
  const { next } = await openRows(trx, which);
  if (next) await end(trx, next);
}

/** One moment for all columns of a row. */
const NOW = sql<Date>`site.statement_timestamp()`;

/** The limit that holds, and the looser one that waits. */
async function openRows(
  trx: Trx,
  { memberId, kind, period }: Which,
): Promise<{ current: LimitRow | undefined; next: LimitRow | undefined }> {
  const rows = await trx
    .selectFrom('member_limit')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .where('ended_at', 'is', null)
    .execute();
  return {
    current: rows.find(({ from_at }) => from_at !== null),
    next: rows.find(({ from_at }) => from_at === null),
  };
}

async function end(trx: Trx, { id }: LimitRow): Promise<void> {
  await trx.updateTable('member_limit').set({ ended_at: NOW }).where('id', '=', id).execute();
}

function tellChanged(trx: Trx, { id, member_id: memberId }: LimitRow): Promise<void> {
  return notify(trx, { memberId, kind: 'limitChanged', key: `limit:${id}` });
}
