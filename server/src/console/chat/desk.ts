import type { Skill } from '@krapao/contract/skills';
import type { Db, Trx } from '../../database/connect.ts';
import { presentOperators } from '../../modules/chat/skills.ts';
import { mayAll } from '../../operatorRole.ts';
import { listAnswers } from './cannedAnswers.ts';

/**
 * All operators by name, so that every assignment can be shown; those who left or may not answer get no conversation.
 */
export async function showDesk(db: Db) {
  const operators = await db
    .selectFrom('operator')
    .select(['id', 'name', 'is_active', 'skills', mayAll(['chat.answer']).as('may_answer')])
    .orderBy('name')
    .orderBy('id')
    .execute();
  const present = await presentOperators(db);
  return {
    operators: operators.map(({ id, name, is_active, may_answer, skills }) => ({
      id: String(id),
      name,
      mayAnswer: is_active && may_answer,
      isPresent: present.has(id),
      skills: skills as Skill[],
    })),
    answers: await listAnswers(db),
  };
}

/** Whether conversations may be handed to an operator. */
export async function mayAnswer(trx: Trx, operatorId: bigint): Promise<boolean> {
  const found = await trx
    .selectFrom('operator')
    .select('id')
    .where('id', '=', operatorId)
    .where('is_active', '=', true)
    .where(mayAll(['chat.answer']))
    .executeTakeFirst();
  return found !== undefined;
}
