import { type CustomRole, ROLES } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { roleWords } from '../../operatorRole.ts';
import type { Recorder } from '../act.ts';
import { endOperatorSessions } from '../manageOperators.ts';
import { customRole, lockOperators } from './roleTerms.ts';

export type RoleTerms = Pick<CustomRole, 'name' | 'permissions'>;

const subjectOf = (id: bigint) => `role:${id}`;

/** All custom roles by name, and how many operators have each. */
export async function listRoles(db: Db) {
  const { rows } = await sql<{
    id: string;
    name: string;
    permissions: CustomRole['permissions'];
    operators: number;
  }>`
    select id::text, name, permissions,
      (select count(*)::int from operator o where o.custom_role_id = r.id) as operators
    from custom_role r order by lower(name)`.execute(db);
  return rows;
}

/** @returns the new role's id @throws AppError ROLE_EXISTS */
export async function addRole(
  trx: Trx,
  recorder: Recorder,
  { reason, ...terms }: RoleTerms & { reason: string },
): Promise<string> {
  await lockOperators(trx);
  await requireFreeName(trx, terms.name);
  const { id } = await trx
    .insertInto('custom_role')
    .values({ name: terms.name, permissions: terms.permissions })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recorder({ action: 'role.add', subject: subjectOf(id), after: terms, reason });
  return String(id);
}

/** The operators who have the role, oldest first. */
export async function holdersOf(trx: Db | Trx, id: bigint) {
  return trx
    .selectFrom('operator')
    .where('custom_role_id', '=', id)
    .orderBy('id')
    .select(['id', 'username', 'name', 'is_active'])
    .execute();
}

/**
 * Changes a role. With other permissions its operators are logged out, and each has a line of their own in the audit
 * log: for four eyes they were given another role. @throws AppError NO_DATA, ROLE_EXISTS
 */
export async function changeRole(
  trx: Trx,
  recorder: Recorder,
  id: bigint,
  { reason, ...terms }: RoleTerms & { reason: string },
): Promise<void> {
  await lockOperators(trx);
  const before = await customRole(trx, id);
  await requireFreeName(trx, terms.name, id);
  await trx
    .updateTable('custom_role')
    .set({ name: terms.name, permissions: terms.permissions })
    .where('id', '=', id)
    .execute();
  await recorder({
    action: 'role.change',
    subject: subjectOf(id),
    before: { name: before.name, permissions: before.permissions },
    after: terms,
    reason,
  });
  const isSame = before.permissions.toSorted().join() === terms.permissions.toSorted().join();
  const holders = isSame ? [] : await holdersOf(trx, id);
  if (holders.length === 0) return;
  await endOperatorSessions(
    trx,
    holders.map((holder) => holder.id),
  );
  for (const { id: operator, name, is_active: isActive } of holders)
    await recorder({
      action: 'operator.change',
      subject: `operator:${operator}`,
      before: { name, role: roleWords(before), isActive },
      after: { name, role: roleWords({ ...before, ...terms }), isActive },
      reason,
    });
}

/** @throws AppError NO_DATA, ROLE_IN_USE */
export async function removeRole(trx: Trx, recorder: Recorder, id: bigint, reason: string): Promise<void> {
  await lockOperators(trx);
  const before = await customRole(trx, id);
  if ((await holdersOf(trx, id)).length > 0) throw new AppError('ROLE_IN_USE');
  await trx.deleteFrom('custom_role').where('id', '=', id).execute();
  await recorder({
    action: 'role.remove',
    subject: subjectOf(id),
    before: { name: before.name, permissions: before.permissions },
    reason,
  });
}

/** @throws AppError ROLE_EXISTS if another role, custom or built-in, has the name */
async function requireFreeName(trx: Trx, name: string, own = 0n): Promise<void> {
  const { rows } = await sql`
    select from custom_role where lower(name) = lower(${name}) and id <> ${own}
    union all select where lower(${name}) = any(${[...ROLES]}::text[])`.execute(trx);
  if (rows.length > 0) throw new AppError('ROLE_EXISTS');
}
