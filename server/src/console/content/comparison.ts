import type { Contract } from '@krapao/contract/api/index';
import type { SimulationResult } from '@krapao/contract/api/operator/simulation';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { ContentAddress } from './contentKinds.ts';
import { isSimulated } from './simulation.ts';
import { termsHash } from './termsIn.ts';
import { listVersions } from './versions.ts';

type Comparison = ResponseOf<Contract['GET /api/console/content/:kind/:item/comparison']>;

/** Days that are shown at most, the newest. */
const DAYS_MOST = 90;

interface Day {
  day: string;
  claims: number;
  cost: bigint;
  ended: number;
  ahead: number;
}

/**
 * The published offer's simulation beside what happened since, a day of Bangkok a line up to now. The terms' first
 * publication counts: a corrected text does not begin anew. Null if the version in effect was not simulated.
 */
export async function compareWithSimulation(db: Db, { kind, item }: ContentAddress): Promise<Comparison> {
  const none = { since: null, simulated: null, days: [], claims: 0, cost: 0, aheadPercent: null };
  if (!isSimulated(kind)) return none;
  const versions = await listVersions(db, { kind, item }, { below: 2 ** 31 - 1, limit: 50 });
  const [current] = versions;
  if (current === undefined || current.at === null) return none;
  const hash = termsHash(current.value);
  const changed = versions.findIndex(({ value }) => !termsHash(value).equals(hash));
  const first = versions[(changed === -1 ? versions.length : changed) - 1] ?? current;
  const since = first.at ?? current.at;
  const row = await db
    .selectFrom('offer_simulation')
    .select('result')
    .where('kind', '=', kind)
    .where('terms_hash', '=', hash)
    .where('state', '=', 'DONE')
    .where('ended_at', '<=', current.at)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const simulated = (row?.result ?? null) as unknown as SimulationResult | null;
  const days = await (kind === 'bonus' ? bonusDays(db, item, since) : wheelDays(db, since));
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
  const ended = sum((day) => day.ended);
  return {
    since: since.toISOString(),
    simulated,
    days: days
      .slice(-DAYS_MOST)
      .map(({ day, claims, cost }) => ({ day, claims, cost: bahtFromSatang(cost) })),
    claims: sum(({ claims }) => claims),
    cost: bahtFromSatang(days.reduce((total, { cost }) => total + cost, 0n)),
    aheadPercent: ended === 0 ? null : Math.round((1_000 * sum(({ ahead }) => ahead)) / ended) / 10,
  };
}

/** Every day since, also those without a claim. */
const everyDay = (
  since: Date,
) => sql`generate_series((${since}::timestamptz at time zone 'Asia/Bangkok')::date,
  (site.now() at time zone 'Asia/Bangkok')::date, interval '1 day') as d (day)`;

async function bonusDays(db: Db, code: string, since: Date): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select d.day::date::text as day, count(b.id)::integer as claims,
      coalesce(sum(b.bonus - least(b.removed, b.bonus)), 0)::bigint as cost,
      count(b.ended_at)::integer as ended,
      (count(*) filter (where b.ended_at is not null and b.ended_with - b.removed > b.deposit + b.beside))::integer as ahead
    from ${everyDay(since)}
    left join member_bonus b on b.code = ${code} and b.created_at >= ${since}
      and (b.created_at at time zone 'Asia/Bangkok')::date = d.day::date
    group by d.day order by d.day`.execute(db);
  return rows;
}

async function wheelDays(db: Db, since: Date): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with won as (
      select (s.created_at at time zone 'Asia/Bangkok')::date as day, s.member_id,
        case when p.prize in ('money', 'coupon') then p.amount else 0 end as amount
      from spin s join prize_slice p on p.wheel_id = s.wheel_id and p.position = s.position
      where s.created_at >= ${since} and s.wheel_id = (select max(id) from prize_wheel where is_active)
    )
    select d.day::date::text as day, count(w.member_id)::integer as claims, coalesce(sum(w.amount), 0)::bigint as cost,
      count(distinct w.member_id)::integer as ended,
      (count(distinct w.member_id) filter (where w.amount > 0))::integer as ahead
    from ${everyDay(since)} left join won w on w.day = d.day::date
    group by d.day order by d.day`.execute(db);
  return rows;
}
