import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';

/** What a rule found about a member. */
export interface Hit {
  memberId: bigint;
  /** Satang; null where the rule counts no money. */
  amount: bigint | null;
  count: number;
  /** The rows that show it, newest first: `posting:7`. */
  evidence: string[];
}

/** A rule searches the members of a batch; `terms` are its numbers from the settings. */
export type Find<Terms> = (db: Db, memberIds: readonly bigint[], terms: Terms) => Promise<Hit[]>;

/** A fact names at most so many rows; the newest tell enough. */
export const EVIDENCE_MAX = 200;

/** Runs a rule's query, which answers `member_id`, `amount`, `count` and `evidence`. */
export async function findHits(db: Db, query: RawBuilder<unknown>): Promise<Hit[]> {
  const { rows } = await sql<{
    member_id: bigint;
    amount: bigint | null;
    count: number;
    evidence: string[];
  }>`select member_id, amount::bigint, count::integer, evidence[1:${sql.lit(EVIDENCE_MAX)}] as evidence
    from (${query}) as hit order by member_id`.execute(db);
  return rows.map(({ member_id: memberId, amount, count, evidence }) => ({
    memberId,
    amount,
    count,
    evidence,
  }));
}

const among = (memberIds: readonly bigint[]) => sql`any(${[...memberIds]}::bigint[])`;

/** Deposits of the members in the last days: `member_id`, `id`, `amount`, `at`. Reversed ones are left out. */
export const depositsOf = (memberIds: readonly bigint[], days: number) => sql`
  select w.member_id, p.id, p.amount, p.at from ledger.account w
  join ledger.posting p on p.credit = w.id
  where w.member_id = ${among(memberIds)} and w.kind = 'wallet'
    and p.code = 'deposit' and p.phase = 'single' and p.reverses_id is null
    and p.at > site.now() - make_interval(days => ${days})
    and not exists (select from ledger.reversed_posting r where r.reverses_id = p.id)`;

/** Withdrawals of the members in the last days that were not refused. */
export const withdrawalsOf = (memberIds: readonly bigint[], days: number) => sql`
  select w.member_id, w.id, w.amount, w.created_at as at from withdrawal w
  where w.member_id = ${among(memberIds)} and w.state <> 'REJECTED'
    and w.created_at > site.now() - make_interval(days => ${days})`;
