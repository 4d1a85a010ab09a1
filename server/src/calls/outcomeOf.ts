import type { Outcome } from '@krapao/contract/api/outcome';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Db, Trx } from '../database/connect.ts';
import type { OutcomeRow, OutcomeSource } from './outcomeRow.ts';

/** What was made before under this key of the member, one reader for every money call; undefined where nothing was. */
export async function madeUnderKey(
  db: Db | Trx,
  sources: readonly OutcomeSource[],
  memberId: bigint,
  key: string,
): Promise<OutcomeRow | undefined> {
  const selects = sources.map(({ made }) => sql`(${made(memberId, key)})`);
  const done = sql`(select kind, ref, state, code, amount from request_outcome
    where member_id = ${memberId} and key = ${key} and state = 'done')`;
  const { rows } = await sql<OutcomeRow>`
    select * from (${sql.join([...selects, done], sql` union all `)}) made (kind, id, state, code, amount)
    order by state = 'refused' limit 1`.execute(db);
  return rows[0];
}

/**
 * What became of the member's call with this Idempotency-Key (trust.md, "What the member is told is what is"). `unknown`
 * says that nothing of it is written down: it has not arrived, or has not got so far.
 */
export async function outcomeOf(
  { db, outcomeSources }: Pick<AppContext, 'db' | 'outcomeSources'>,
  memberId: bigint,
  key: string,
): Promise<Outcome> {
  const made = await madeUnderKey(db, outcomeSources, memberId, key);
  if (made) return { ...made, amount: made.amount === null ? null : bahtFromSatang(made.amount) };
  const refusal = await db
    .selectFrom('request_outcome')
    .select('code')
    .where('member_id', '=', memberId)
    .where('key', '=', key)
    .where('state', '=', 'refused')
    .executeTakeFirst();
  const nothing = { kind: null, id: null, amount: null };
  return refusal
    ? { state: 'refused', ...nothing, code: refusal.code }
    : { state: 'unknown', ...nothing, code: null };
}
