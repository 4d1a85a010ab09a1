import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { isDayClosed } from '../../modules/play/houseDays.ts';
import type { HouseMovement } from './houseMoney.ts';
import type { Period } from './period.ts';

/**
 * Stakes and wins of members at each provider in a period, and their transfers in both directions. Baht. Figures of
 * open days may still grow.
 */
export async function providerResults(trx: Trx, { from, to }: Period, movements: readonly HouseMovement[]) {
  const { rows } = await sql<{
    code: string;
    name: string;
    players: bigint;
    stake: bigint;
    win: bigint;
    is_final: boolean;
  }>`
    select g.code, g.name, p.players, p.stake, p.win,
      not exists (
        select from generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)
        where not ${isDayClosed(sql.ref('g.code'), sql`d.day::date`)} and (
          d.day::date >= (site.now() at time zone 'Asia/Bangkok')::date
          or exists (select from play_close c where c.provider = g.code and c.day = d.day::date)
        )
      ) as is_final
    from game_provider g cross join lateral (
      select count(distinct d.member_id) as players, coalesce(sum(d.stake), 0)::bigint as stake,
        coalesce(sum(d.win), 0)::bigint as win
      from play_day d where d.provider = g.code and d.day between ${from}::date and ${to}::date
    ) p
    order by g.position, g.code`.execute(trx);
  const moved = transfersByProvider(movements);
  return rows
    .map((row) => ({
      code: row.code,
      name: row.name,
      players: Number(row.players),
      stake: bahtFromSatang(row.stake),
      win: bahtFromSatang(row.win),
      result: bahtFromSatang(row.stake - row.win),
      isFinal: row.is_final,
      transferredIn: bahtFromSatang(moved.get(row.code)?.in ?? 0n),
      transferredOut: bahtFromSatang(moved.get(row.code)?.out ?? 0n),
    }))
    .filter(({ players, transferredIn, transferredOut }) => players + transferredIn + transferredOut > 0);
}

function transfersByProvider(movements: readonly HouseMovement[]): Map<string, { in: Satang; out: Satang }> {
  const result = new Map<string, { in: Satang; out: Satang }>();
  for (const { kind, label, debited, credited } of movements) {
    if (kind !== 'provider' || label === null) continue;
    const known = result.get(label) ?? { in: 0n, out: 0n };
    result.set(label, { in: known.in + credited, out: known.out + debited });
  }
  return result;
}
