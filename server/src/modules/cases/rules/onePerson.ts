import type { Db } from '../../../database/connect.ts';
import type { SettingValue } from '../../../settings/schema.ts';
import { linkedMembers } from '../../links/linkedMembers.ts';
import type { Hit } from './rule.ts';

/**
 * Accounts that may be of one person (docs/decisions/144-one-person-is-one-person.md). Of several, the oldest account has
 * the case.
 */
export async function onePerson(
  db: Db,
  memberIds: readonly bigint[],
  links: SettingValue<'links'>,
): Promise<Hit[]> {
  const hits = new Map<bigint, Hit>();
  const done = new Set<bigint>();
  for (const memberId of memberIds) {
    if (done.has(memberId)) continue;
    const linked = (await linkedMembers(db, memberId, links)).map((one) => one.memberId);
    const all = await notMerged(db, [memberId, ...linked]);
    if (all.length < 2) continue;
    const [oldest, ...others] = all;
    if (oldest === undefined) continue;
    for (const id of all) done.add(id);
    const evidence = others.map((id) => `member:${id}`);
    hits.set(oldest, { memberId: oldest, amount: null, count: all.length, evidence });
  }
  return [...hits.values()];
}

/** The accounts that still are accounts of their own, the oldest first. */
async function notMerged(db: Db, ids: readonly bigint[]): Promise<bigint[]> {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('id', 'in', ids)
    .where('merged_into', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
