import type { QueueQuery } from '@krapao/contract/api/operator/common';
import type { CaseKind, CaseRule, CaseState } from '@krapao/contract/cases';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { type JoinedMember, MEMBER_COLUMNS, memberFacts } from '../queues/memberFacts.ts';
import { readQueue } from '../queues/readQueue.ts';

const PAGE = 50;

const largest = sql<bigint | null>`(select max(f.amount) from case_fact f where f.case_id = member_case.id)`;

/** Cases with their members, as presentCase needs them. */
export const selectCases = (db: Db) =>
  db
    .selectFrom('member_case')
    .innerJoin('member', 'member.id', 'member_case.member_id')
    .selectAll('member_case')
    .select(MEMBER_COLUMNS)
    .select([
      largest.as('amount'),
      sql<
        CaseRule[]
      >`array(select f.rule from case_fact f where f.case_id = member_case.id order by f.rule)`.as('rules'),
    ]);

export interface CaseRow extends JoinedMember {
  id: bigint;
  kind: string;
  state: string;
  rules: CaseRule[];
  amount: bigint | null;
  holds_payouts: boolean;
  opened_at: Date;
  news_at: Date;
  watched_until: Date | null;
  reported_at: Date | null;
}

export function presentCase(row: CaseRow) {
  return {
    id: String(row.id),
    member: memberFacts(row),
    kind: row.kind as CaseKind,
    state: row.state as CaseState,
    rules: row.rules,
    amount: row.amount === null ? null : bahtFromSatang(row.amount),
    holdsPayouts: row.holds_payouts,
    openedAt: row.opened_at.toISOString(),
    newsAt: row.news_at.toISOString(),
    watchedUntil: row.watched_until?.toISOString() ?? null,
    reportedAt: row.reported_at?.toISOString() ?? null,
  };
}

/** Cases that wait for an operator. */
export async function listCases(db: Db, operator: Operator, query: QueueQuery) {
  const { rows, next } = await readQueue(selectCases(db), 'cases', operator, query, {
    amount: largest,
    why: 'member_case.kind',
  });
  return { items: rows.map((row) => ({ ...presentCase(row), claim: row.claim })), next };
}

/** Cases in a state, or of a member, newest first. */
export async function searchCases(
  db: Db,
  { state, memberId, before }: { state?: CaseState; memberId?: string; before?: string },
) {
  let found = selectCases(db)
    .orderBy('member_case.id', 'desc')
    .limit(PAGE + 1);
  if (state !== undefined) found = found.where('member_case.state', '=', state);
  if (memberId !== undefined) found = found.where('member_case.member_id', '=', BigInt(memberId));
  if (before !== undefined) found = found.where('member_case.id', '<', BigInt(before));
  const rows = await found.execute();
  return { cases: rows.slice(0, PAGE).map(presentCase), hasMore: rows.length > PAGE };
}
