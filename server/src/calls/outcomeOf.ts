import type { Outcome, OutcomeKind } from '@krapao/contract/api/outcome';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Db, Trx } from '../database/connect.ts';
import type { MemberKeyedTable } from './keyedTables.ts';
import { isAsking, type Made, madeUnderKey } from './madeBefore.ts';

/** What became of what was made under a key. */
export interface Told {
  kind: OutcomeKind;
  id: string;
  state: 'under_way' | 'done' | 'refused';
  code: string | null;
  /** Satang. */
  amount: bigint | null;
}

/** What became of what a member's key made. */
export async function toldOf(
  db: Db | Trx,
  outcomeSources: AppContext['outcomeSources'],
  made: Made,
): Promise<Told> {
  const { table, ref } = made;
  if (table === null)
    return { kind: made.kind as OutcomeKind, id: ref, state: 'done', code: null, amount: made.amount };
  const { kind, state, code, amount } = outcomeSources[table as MemberKeyedTable];
  const { rows } = await sql<Pick<Told, 'state' | 'code' | 'amount'>>`
    select ${state} as state, ${code} as code, ${amount} as amount
    from ${sql.table(table)} where id = ${ref}`.execute(db);
  return { kind, id: ref, ...(rows[0] as (typeof rows)[number]) };
}

/**
 * The outcome of the member's call with this Idempotency-Key (trust.md, "What the member is told is what is").
 * `unknown` means that nothing is stored yet: the call has not arrived, or has not got so far.
 */
export async function outcomeOf(
  context: Pick<AppContext, 'db' | 'outcomeSources'>,
  memberId: bigint,
  key: string,
): Promise<Outcome> {
  const made = await madeUnderKey(context.db, { column: 'member_id', id: memberId }, key);
  if (made && !isAsking(made)) {
    const { amount, ...told } = await toldOf(context.db, context.outcomeSources, made);
    return { ...told, amount: amount === null ? null : bahtFromSatang(amount) };
  }
  const refusal = await context.db
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
