import type { Contract } from '@krapao/contract/api/index';
import {
  LIMIT_KINDS,
  LIMIT_PERIODS,
  LIMIT_UNITS,
  type LimitKind,
} from '@krapao/contract/api/protection/limits';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Pack } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import { isOffered } from './changeLimit.ts';
import { depositRooms } from './depositLimit.ts';
import { depositOpensAt, depositsIn } from './depositUse.ts';
import { tightest } from './limitReached.ts';
import type { LimitRow } from './memberLimit.ts';
import { playUsed } from './playLimit.ts';

type View = ResponseOf<Contract['GET /api/protection/limits']>;

/** Every limit that the site offers or the member has, with what is used, and the room for a deposit now. */
export async function showLimits(db: Db | Trx, memberId: bigint, pack: Pack): Promise<View> {
  const rows = await openLimits(db, memberId);
  const deposits = await depositsIn(db, memberId);
  const played = await playUsed(db, memberId);
  const limits: View['limits'] = [];
  for (const kind of LIMIT_KINDS)
    for (const period of LIMIT_PERIODS) {
      const of = rows.filter((row) => row.kind === kind && row.period === period);
      const current = of.find(({ from_at }) => from_at !== null);
      const next = of.find(({ from_at }) => from_at === null);
      const most = current?.most ?? null;
      if (!isOffered(pack, kind) && most === null) continue;
      const used = kind === 'deposit' ? deposits[period] : played({ kind, period });
      const isFull = kind === 'deposit' && most !== null && used >= most;
      const opensAt = isFull ? await depositOpensAt(db, memberId, { period, most }) : null;
      limits.push({
        kind,
        period,
        most: most === null ? null : shownMost(kind, most),
        used: shownMost(kind, used),
        opensAt: opensAt?.toISOString() ?? null,
        next:
          next === undefined
            ? null
            : {
                most: next.most === null ? null : shownMost(kind, next.most),
                from: next.ready_at.toISOString(),
                isReady: next.is_ready,
              },
      });
    }
  const least = tightest(await depositRooms(db, memberId, { countsWaiting: true }));
  return {
    limits,
    depositRoom: least === undefined ? null : bahtFromSatang(least.room > 0n ? least.room : 0n),
    coolingHours: pack.coolingOff.hours,
  };
}

/** A stored limit as it is shown: baht, bets or minutes. */
export const shownMost = (kind: LimitKind, value: bigint): number =>
  LIMIT_UNITS[kind] === 'baht' ? bahtFromSatang(value) : Number(value);

async function openLimits(db: Db | Trx, memberId: bigint): Promise<(LimitRow & { is_ready: boolean })[]> {
  return db
    .selectFrom('member_limit')
    .selectAll()
    .select(sql<boolean>`ready_at <= site.clock_timestamp()`.as('is_ready'))
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute();
}
