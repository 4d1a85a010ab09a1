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
    if (linked.length === 0) continue;
    const all = [memberId, ...linked].sort((one, other) => (one < other ? -1 : 1));
    const [oldest, ...others] = all;
    if (oldest === undefined) continue;
    for (const id of all) done.add(id);
    const evidence = others.map((id) => `member:${id}`);
    hits.set(oldest, { memberId: oldest, amount: null, count: all.length, evidence });
  }
  return [...hits.values()];
}
