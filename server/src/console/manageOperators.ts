import type { Role } from '@krapao/contract/permissions';
import type { Skill } from '@krapao/contract/skills';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Db, Trx } from '../database/connect.ts';
import { roleColumns, roleOf, roleWords } from '../operatorRole.ts';
import type { Recorder } from './act.ts';

/** An administrator's changes to an operator. */
export interface OperatorTerms {
  name: string;
  role: Role;
  isActive: boolean;
}

/** All operators by name, with their last use. */
export async function listOperators(db: Db | Trx, only?: bigint) {
  const rows = await db
    .selectFrom('operator')
    .leftJoin('operator_session', 'operator_session.operator_id', 'operator.id')
    .$if(only !== undefined, (query) => query.where('operator.id', '=', only ?? 0n))
    .groupBy('operator.id')
    .orderBy('operator.username')
    .select([
      'operator.id',
      'operator.username',
      'operator.name',
      roleOf().as('role'),
      'operator.is_active',
      'operator.skills',
      'operator.created_at',
      sql<boolean>`operator.totp_secret is not null`.as('has_two_factor'),
      sql<Date | null>`max(operator_session.last_seen_at)`.as('last_seen_at'),
    ])
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    username: row.username,
    name: row.name,
    role: row.role,
    isActive: row.is_active,
    hasTwoFactor: row.has_two_factor,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    skills: row.skills as Skill[],
  }));
}

/** One operator as listOperators shows it. @throws AppError NO_DATA */
export async function showOperator(db: Db | Trx, id: bigint) {
  const [operator] = await listOperators(db, id);
  if (operator === undefined) throw new AppError('NO_DATA');
  return operator;
}

/** @throws AppError OPERATOR_EXISTS */
export async function requireNewOperator(db: Db, username: string): Promise<void> {
  const known = await db
    .selectFrom('operator')
    .where('username', '=', username)
    .select('id')
    .executeTakeFirst();
  if (known !== undefined) throw new AppError('OPERATOR_EXISTS');
}

/** @returns the new operator's id @throws AppError OPERATOR_EXISTS */
export async function addOperator(
  trx: Trx,
  recorder: Recorder,
  { username, name, role }: { username: string; name: string; role: Role },
  passwordHash: string,
): Promise<bigint> {
  const added = await trx
    .insertInto('operator')
    .values({ username, name, ...roleColumns(role), password_hash: passwordHash })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) throw new AppError('OPERATOR_EXISTS');
  await recorder({
    action: 'operator.add',
    subject: `operator:${added.id}`,
    after: { username, name, role: roleWords(role) },
  });
  return added.id;
}

/**
 * Changes an operator; one who loses the role or the right to log in is logged out.
 * @throws AppError NO_DATA, OPERATOR_LAST_ADMINISTRATOR
 */
export async function changeOperator(
  trx: Trx,
  recorder: Recorder,
  id: bigint,
  terms: OperatorTerms,
): Promise<void> {
  // Locks all administrators, so that the last two cannot step down at the same time.
  const administrators = await trx
    .selectFrom('operator')
    .where('role', '=', 'administrator')
    .where('is_active', '=', true)
    .orderBy('id')
    .forUpdate()
    .select('id')
    .execute();
  const before = await trx
    .selectFrom('operator')
    .where('id', '=', id)
    .forUpdate()
    .select(['name', roleOf().as('role'), 'is_active'])
    .executeTakeFirst();
  if (before === undefined) throw new AppError('NO_DATA');
  const remainsAdministrator = terms.role === 'administrator' && terms.isActive;
  if (!remainsAdministrator && administrators.length === 1 && administrators[0]?.id === id) {
    throw new AppError('OPERATOR_LAST_ADMINISTRATOR');
  }
  await trx
    .updateTable('operator')
    .set({ name: terms.name, ...roleColumns(terms.role), is_active: terms.isActive })
    .where('id', '=', id)
    .execute();
  if (roleWords(before.role) !== roleWords(terms.role) || !terms.isActive)
    await endOperatorSessions(trx, [id]);
  await recorder({
    action: 'operator.change',
    subject: `operator:${id}`,
    before: { name: before.name, role: roleWords(before.role), isActive: before.is_active },
    after: { ...terms, role: roleWords(terms.role) },
  });
}

/** Sets a new first password, removes two-factor, ends all sessions. @throws AppError NO_DATA */
export async function resetOperator(
  trx: Trx,
  recorder: Recorder,
  id: bigint,
  passwordHash: string,
  reason: string,
): Promise<void> {
  const reset = await trx
    .updateTable('operator')
    .set({
      password_hash: passwordHash,
      must_change_password: true,
      totp_secret: null,
      next_totp_secret: null,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (reset === undefined) throw new AppError('NO_DATA');
  await trx.deleteFrom('operator_recovery_code').where('operator_id', '=', id).execute();
  await endOperatorSessions(trx, [id]);
  await recorder({ action: 'operator.reset', subject: `operator:${id}`, reason });
}

/** Ends sessions of operators, on all nodes. */
export async function endSessions(trx: Trx, tokenHashes: readonly Buffer[]): Promise<void> {
  if (tokenHashes.length === 0) return;
  await trx.deleteFrom('operator_session').where('token_hash', 'in', tokenHashes).execute();
}

/** Logs operators out, on all nodes. */
export async function endOperatorSessions(trx: Trx, ids: readonly bigint[]): Promise<void> {
  await trx.deleteFrom('operator_session').where('operator_id', 'in', ids).execute();
}
