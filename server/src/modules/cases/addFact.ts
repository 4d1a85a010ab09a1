import { CASE_RULES } from '@krapao/contract/cases';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { Found } from './findFacts.ts';
import { EVIDENCE_MAX } from './rules/rule.ts';

/**
 * Adds what a rule found to the member's open case of its kind, or opens one. What the member's cases already show, open
 * or closed, is no news. News bring a watched case back. @returns whether it was news
 */
export async function addFact(trx: Trx, found: Found): Promise<boolean> {
  const { memberId, rule, amount, count, evidence, terms } = found;
  const kind = CASE_RULES[rule];
  // Two accounts of one person are found from either side.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.case:${memberId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ isNews: boolean }>`
    select not (${evidence}::text[] <@ coalesce((
      select array_agg(shown.row) from member_case c
      join case_fact f on f.case_id = c.id and f.rule = ${rule}
      cross join lateral unnest(f.evidence) as shown(row)
      where c.member_id = ${memberId}), '{}')) as "isNews"`.execute(trx);
  if (!rows[0]?.isNews) return false;
  const { id } = await trx
    .insertInto('member_case')
    .values({ member_id: memberId, kind })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'kind'])
        .where('state', '<>', sql.lit('CLOSED'))
        .doUpdateSet({ state: 'OPEN', watched_until: null, news_at: sql<Date>`site.clock_timestamp()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into case_fact as f (case_id, rule, amount, count, evidence, terms)
    values (${id}, ${rule}, ${amount}, ${count}, ${evidence}::text[], ${JSON.stringify(terms)}::jsonb)
    on conflict (case_id, rule) do update set
      amount = excluded.amount, count = excluded.count, terms = excluded.terms, found_at = site.now(),
      evidence = (excluded.evidence || array(
        select shown.row from unnest(f.evidence) with ordinality as shown(row, place)
        where shown.row <> all(excluded.evidence) order by shown.place))[1:${sql.lit(EVIDENCE_MAX)}]`.execute(
    trx,
  );
  return true;
}
