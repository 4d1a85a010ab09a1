import { type RawBuilder, sql } from 'kysely';

/** SQL condition: an open case holds the member's payouts. */
export const isHeldByCase = (memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from member_case held where held.member_id = ${memberId} and held.holds_payouts)`;
