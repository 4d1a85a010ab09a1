import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { linkedMembers } from '../links/linkedMembers.ts';
import type { DefinitionRow } from './bonusDefinition.ts';
import { isUsedUp } from './claimRules.ts';

type Counted = Pick<DefinitionRow, 'code' | 'type' | 'max_received' | 'condition'>;

/**
 * The members over whom an offer is counted, the given one first: the whole person for new-member offers and offers
 * without a deposit, the single member for offers earned by a deposit (docs/decisions/145-bonuses.md); either with the
 * person's erased accounts (docs/decisions/211-what-outlives-an-erasure.md).
 */
export async function countedMembers(
  db: Db | Trx,
  memberId: bigint,
  { condition }: Pick<DefinitionRow, 'condition'>,
  rules: SettingValue<'links'>,
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`select unnest(accounts_of(${memberId})) as id`.execute(db);
  const linked = condition === 'deposit' ? [] : await linkedMembers(db, memberId, rules);
  return [...new Set([memberId, ...rows.map(({ id }) => id), ...linked.map((one) => one.memberId)])];
}

/** Serialises the members of one person when they take an offer. Call it before lockMember. */
export async function lockPerson(trx: Trx, members: readonly bigint[]): Promise<void> {
  if (members.length === 1) return;
  const first = [...members].sort((a, b) => Number(a - b))[0];
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.person:${first}`}, 0))`.execute(trx);
}

/**
 * How often these members received it in the period of its type: ever, this day or this week in Bangkok (BON-05). A
 * new-member offer is also used up if another of them received any such offer.
 */
export async function isExhausted(
  db: Db | Trx,
  members: readonly bigint[],
  { code, type, max_received, condition }: Counted,
): Promise<boolean> {
  const [self] = members;
  const { rows } = await sql<{ count: bigint; was_new: boolean }>`
    select
      count(*) filter (where b.code = ${code}
        and (${type} = 'limit' or (b.created_at at time zone 'Asia/Bangkok')
          >= date_trunc(${type === 'week' ? 'week' : 'day'}, site.now() at time zone 'Asia/Bangkok'))) as count,
      coalesce(bool_or(b.member_id <> ${self} and d.condition = 'new_member'), false) as was_new
    from member_bonus b join bonus_definition d on d.code = b.code
    where b.member_id = any(${members as bigint[]}::bigint[])`.execute(db);
  const [row] = rows;
  if (row === undefined) return false;
  return isUsedUp({ max_received, condition }, { received: Number(row.count), others: row.was_new });
}
