import type { Contract } from '@krapao/contract/api/index';
import type { PauseSource } from '@krapao/contract/api/protection/breaks';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { HOLDS } from '../protection/pauseRow.ts';

type Presented = ResponseOf<Contract['POST /api/protection/break']>;

/**
 * The pause that holds for a member; null: none. Of several exclusions it is one that still runs, the longest first, and
 * of those that are over the one whose return was asked for last.
 */
export async function presentPause(
  db: Db | Trx,
  memberId: bigint,
  { returning }: Pick<SettingValue<'protection'>, 'returning'>,
): Promise<Presented | null> {
  const row = await db
    .selectFrom('pause')
    .selectAll()
    .select([
      sql<boolean>`kind = 'exclusion' and coalesce(until_at <= site.now(), false)`.as('is_over'),
      sql<Date | null>`return_asked_at + make_interval(hours => ${returning.hours}::int)`.as('returns_from'),
    ])
    .where('member_id', '=', memberId)
    .where(HOLDS)
    .orderBy(sql`kind = 'exclusion'`, 'desc')
    .orderBy(sql`coalesce(until_at <= site.now(), false)`)
    .orderBy('return_asked_at', (order) => order.desc().nullsFirst())
    .orderBy('until_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    kind: row.kind as 'break' | 'exclusion',
    source: row.source as PauseSource,
    from: row.began_at.toISOString(),
    until: row.until_at?.toISOString() ?? null,
    mayAsk: row.is_over && row.return_asked_at === null,
    returnsFrom: row.is_over ? (row.returns_from?.toISOString() ?? null) : null,
  };
}
