import type { Trx } from '../../database/connect.ts';
import { surelyLinked } from './noteLinked.ts';

/**
 * Locks members and the accounts that are surely theirs, in one order: two accounts of one person may begin a pause at one
 * moment. Whoever locks a member and begins a pause afterwards calls it first.
 * @param strength of the lock on the members themselves; the other accounts get the weaker one
 * @returns the other accounts
 */
export async function lockLinked(
  trx: Trx,
  memberIds: readonly bigint[],
  strength: 'update' | 'noKeyUpdate' = 'update',
): Promise<bigint[]> {
  const linked: bigint[] = [];
  for (const id of memberIds) linked.push(...(await surelyLinked(trx, id)));
  const others = [...new Set(linked)].filter((id) => !memberIds.includes(id));
  for (const id of [...memberIds, ...others].toSorted((a, b) => (a < b ? -1 : 1))) {
    const one = trx.selectFrom('member').select('id').where('id', '=', id);
    const isStrong = strength === 'update' && memberIds.includes(id);
    await (isStrong ? one.forUpdate() : one.forNoKeyUpdate()).execute();
  }
  return others;
}
