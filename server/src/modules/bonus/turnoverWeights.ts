import { type RawBuilder, sql } from 'kysely';

/** What the stakes of `play_day` p in game `g` count as turnover, in satang. @param percent by category; missing: 100 */
export const weighedStake = (percent: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql<bigint>`p.stake * coalesce((${percent} ->> g.category)::bigint, 100) / 100`;
