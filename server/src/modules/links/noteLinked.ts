import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { readSetting } from '../../settings/settings.ts';
import { stopClosing } from '../protection/closeGames.ts';
import { noteFinding } from '../protection/levels/noteFinding.ts';
import { HOLDS, type PauseRow } from '../protection/pauseRow.ts';
import { linkedMembers } from './linkedMembers.ts';

/** The members who are surely one person with this one (decision 144); of a merged account the one that stays. */
export async function surelyLinked(trx: Trx, memberId: bigint): Promise<bigint[]> {
  const linked = await linkedMembers(trx, memberId, await readSetting(trx, 'links'), 'sure');
  const { rows } = await sql<{ id: bigint }>`
    select distinct keeper.id from unnest(${linked.map((one) => one.memberId)}::bigint[]) linked
    cross join lateral (select keeper_of(linked) as id) keeper
    where keeper.id not in (${memberId}, keeper_of(${memberId})) and not exists (
      select from member_distinct d
      where d.member_id = least(${memberId}::bigint, keeper.id) and d.other_id = greatest(${memberId}::bigint, keeper.id))
    order by keeper.id`.execute(trx);
  return rows.map(({ id }) => id);
}

type Pause = Pick<PauseRow, 'id' | 'member_id'>;

/**
 * Notes that accounts may be those of a person who takes a break or is excluded: play and deposits rest there until an
 * operator has decided, or the pause is over (decision 304). What was noted of this pause before is not noted again.
 */
export async function noteLinked(
  trx: Trx,
  { id, member_id }: Pause,
  others: readonly bigint[],
): Promise<void> {
  for (const memberId of others)
    await noteFinding(trx, {
      memberId,
      kind: 'excluded',
      subject: `pause:${id}`,
      detail: { members: [member_id.toString()] },
    });
}

/**
 * Looks again at the pauses of a member and of who is linked with them, and notes each at all whom it concerns: a device,
 * an address, a name or an account may have linked them just now, or others through them.
 */
export async function notePausedLinks(trx: Trx, memberId: bigint): Promise<void> {
  const linked = await surelyLinked(trx, memberId);
  if (linked.length === 0) return;
  const pauses = await trx
    .selectFrom('pause')
    .select(['id', 'member_id'])
    .where('member_id', 'in', [memberId, ...linked])
    .where(HOLDS)
    .orderBy('id')
    .execute();
  // Asked of whose pause it is: two members whom operators hold apart may be linked through a third.
  for (const pause of pauses) await noteLinked(trx, pause, await surelyLinked(trx, pause.member_id));
}

/** Leaves the games open of accounts that rested because of pauses that are over, and rest for nothing else. */
export async function openLinked(trx: Trx, pauseIds: readonly bigint[]): Promise<void> {
  const noted = await trx
    .selectFrom('identity_finding')
    .select('member_id')
    .distinct()
    .where('kind', '=', 'excluded')
    .where(
      'subject',
      'in',
      pauseIds.map((id) => `pause:${id}`),
    )
    .orderBy('member_id')
    .execute();
  for (const { member_id } of noted) await stopClosing(trx, member_id);
}
