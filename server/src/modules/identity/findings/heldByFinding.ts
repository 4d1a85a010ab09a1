import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';

/** As the setting stands now; a site without one has the pack that the product ships with. */
const IS_LIST_ON = sql`coalesce((select (value -> 'highRiskList' ->> 'isOn')::boolean from setting
  where key = 'protection' order by version desc limit 1), true)`;

/**
 * SQL condition: a finding leaves the member's payouts to who may decide findings. One that bars payouts does, and a name
 * on the sanctions list that nobody has looked at yet (protection.md 39).
 */
export const isHeldByFinding = (memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from identity_finding found where found.member_id = ${memberId}
    and found.state in ('WAITING', 'CONFIRMED')
    and (found.kind = 'sanctions' or found.kind = 'highRisk' and ${IS_LIST_ON}))`;

/**
 * Compares members with the lists in force, before money leaves: a list may be newer than the withdrawal, and the job that
 * compares everybody may not have reached them.
 */
export async function compareAgain(trx: Trx, memberIds: readonly bigint[]): Promise<void> {
  await sql`select screen_member(id) from unnest(${[...memberIds]}::bigint[]) id`.execute(trx);
}
