import { isAllowed, PERMISSIONS, type Role } from '@krapao/contract/permissions';
import type { Db, Trx } from '../../database/connect.ts';
import { listAnswers } from './cannedAnswers.ts';

/**
 * All operators by name, so that every assignment can be shown; those who left or may not answer get no conversation.
 */
export async function showDesk(db: Db) {
  const operators = await db
    .selectFrom('operator')
    .select(['id', 'name', 'role', 'is_active'])
    .orderBy('name')
    .orderBy('id')
    .execute();
  return {
    operators: operators.map(({ id, name, role, is_active }) => ({
      id: String(id),
      name,
      mayAnswer: is_active && isAllowed(role as Role, 'chat.answer'),
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
    .where('role', 'in', [...PERMISSIONS['chat.answer']])
    .executeTakeFirst();
  return found !== undefined;
}
