import type { Skill } from '@krapao/contract/skills';
import { sql } from 'kysely';
import { isPresent } from '../../calls/operatorPresence.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { mayAll } from '../../operatorRole.ts';
import { announceRoom } from './announce.ts';

/** SQL: whether an operator who may answer has this skill and is present. */
const hasSomebody = (skill: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from operator o where o.is_active and ${mayAll(['chat.answer'], 'o')}
    and o.skills @> array[${skill}] and ${isPresent(sql.ref('o.id'))})`;

/** SQL: whether a conversation, a row of the named table, is kept for others than this operator by its skill. */
export const isForOthers = (
  room: string,
  operatorId: bigint,
) => sql<boolean>`(${sql.ref(`${room}.skill`)} is not null
  and not exists (select from operator o where o.id = ${operatorId} and o.skills @> array[${sql.ref(`${room}.skill`)}]))`;

/**
 * Keeps a locked and unassigned conversation for the operators with a skill, for so many minutes at most.
 * @returns false if none of them is present: then it waits for everybody at once
 */
export async function keepForSkill(
  trx: Trx,
  { roomId, skill, minutes }: { roomId: bigint; skill: Skill; minutes: number },
): Promise<boolean> {
  const kept = await trx
    .updateTable('chat_room')
    .set({ skill, skill_until: sql<Date>`site.now() + make_interval(mins => ${minutes})` })
    .where('id', '=', roomId)
    .where(hasSomebody(sql`${skill}::text`))
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** Opens to everybody what nobody with the skill took in time, or what nobody with the skill is left for. @returns how many */
export async function releaseSkills(
  context: Pick<AppContext, 'db' | 'realtime' | 'secrets' | 'settings'>,
): Promise<number> {
  const released = await context.db
    .updateTable('chat_room')
    .set({ skill: null, skill_until: null })
    .where('skill', 'is not', null)
    .where((e) =>
      e.or([
        e('skill_until', '<=', sql<Date>`site.now()`),
        e.not(hasSomebody(sql.ref('chat_room.skill') as never)),
      ]),
    )
    .returning('id')
    .execute();
  for (const { id } of released) await announceRoom(context, id);
  return released.length;
}

/** The operators who are present, by their ids. */
export async function presentOperators(db: Db): Promise<ReadonlySet<bigint>> {
  const rows = await db
    .selectFrom('operator')
    .select('id')
    .where('is_active', '=', true)
    .where(isPresent(sql.ref('operator.id')))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
