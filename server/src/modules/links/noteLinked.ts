import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { readSetting } from '../../settings/settings.ts';
import { noteFinding } from '../protection/levels/noteFinding.ts';
import { HOLDS, type PauseRow } from '../protection/pauseRow.ts';
import { linkedMembers } from './linkedMembers.ts';

/** The members who are surely one person with this one (decision 144), without those that were merged into the account. */
export async function surelyLinked(trx: Trx, memberId: bigint): Promise<bigint[]> {
  const linked = await linkedMembers(trx, memberId, await readSetting(trx, 'links'), 'sure');
  const others = await trx
    .selectFrom('member')
    .select('id')
    .where('id', 'in', [memberId, ...linked.map((one) => one.memberId)])
    .where('id', '<>', memberId)
    .where(sql<boolean>`keeper_of(id) <> ${memberId}`)
    .orderBy('id')
    .execute();
  return others.map(({ id }) => id);
}

type Pause = Pick<PauseRow, 'id' | 'kind' | 'member_id'>;

/**
 * Notes that accounts may be those of a person whose break or exclusion begins: play and deposits rest there until an
 * operator has decided, after a break until it is over (decision 304). The caller holds the rows of all of them.
 */
export async function noteLinked(trx: Trx, pause: Pause, others: readonly bigint[]): Promise<void> {
  for (const memberId of others) await notePause(trx, memberId, pause);
}

/** Notes the same of one account, when a device, an address, a name or an account links it with another one. */
export async function notePausedLinks(trx: Trx, memberId: bigint): Promise<void> {
  const linked = await surelyLinked(trx, memberId);
  if (linked.length === 0) return;
  const pauses = await trx
    .selectFrom('pause')
    .select(['id', 'kind', 'member_id'])
    .where('member_id', 'in', linked)
    .where(HOLDS)
    .orderBy('id')
    .execute();
  for (const pause of pauses) await notePause(trx, memberId, pause);
}

/** Of an exclusion it is the member that is named, as where a name alone is found at a registration: noted once. */
async function notePause(trx: Trx, memberId: bigint, { id, kind, member_id }: Pause): Promise<void> {
  await noteFinding(trx, {
    memberId,
    kind: 'excluded',
    subject: kind === 'exclusion' ? member_id.toString() : `break:${id}`,
    detail: { members: [member_id.toString()] },
  });
}
