import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { notify } from '../notifications/notify.ts';
import { TODAY } from '../protection/levels/level.ts';

/** A member has so long to prove a level again. */
const TOLD_BEFORE = sql`interval '30 days'`;
const AT_ONCE = 200;

/**
 * Asks again (protection.md 45): a member is told 30 days before a proof lapses, and on the day after it that it has. The
 * level itself ends with its day, whenever this runs. @returns how many were told
 */
export async function askAgain(trx: Trx): Promise<number> {
  const { rows: soon } = await sql<{ member_id: bigint; level: number; lapses_on: string }>`
    update identity_proof p set told_at = site.now()
    from (select member_id, level from identity_proof
      where told_at is null and lapsed_at is null and lapses_on < ${TODAY} + ${TOLD_BEFORE}
      limit ${AT_ONCE} for update skip locked) due
    where p.member_id = due.member_id and p.level = due.level
    returning p.member_id, p.level, p.lapses_on::text`.execute(trx);
  for (const { member_id: memberId, level, lapses_on } of soon)
    await notify(trx, { memberId, kind: 'identityLapses', key: `identity:${level}:${lapses_on}:soon` });
  const { rows: lapsed } = await sql<{ member_id: bigint; level: number; lapses_on: string }>`
    update identity_proof p set lapsed_at = site.now()
    from (select member_id, level from identity_proof
      where lapsed_at is null and lapses_on < ${TODAY} limit ${AT_ONCE} for update skip locked) due
    where p.member_id = due.member_id and p.level = due.level
    returning p.member_id, p.level, p.lapses_on::text`.execute(trx);
  for (const { member_id: memberId, level, lapses_on } of lapsed)
    await notify(trx, { memberId, kind: 'identityLapsed', key: `identity:${level}:${lapses_on}:lapsed` });
  return soon.length + lapsed.length;
}
