import { isDeepStrictEqual } from 'node:util';
import {
  type BuiltInRole,
  type CustomRole,
  isAllowed,
  permissionsOf,
  ROLES,
  type Role,
} from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { Fact } from '../approvals/approvalKind.ts';

/** Serialises changes of operators and of their roles, so that a decision stays valid until it is stored. */
export async function lockOperators(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('krapao.operators', 0))`.execute(trx);
}

/** The role of a key in a request, as it is now. It stays until the transaction ends. @throws AppError NO_DATA */
export async function roleOfKey(trx: Trx, key: string): Promise<Role> {
  if (ROLES.includes(key as BuiltInRole)) return key as BuiltInRole;
  await lockOperators(trx);
  return customRole(trx, BigInt(key));
}

/** A custom role as it is now. @throws AppError NO_DATA */
export async function customRole(trx: Trx, id: bigint): Promise<CustomRole> {
  const row = await trx
    .selectFrom('custom_role')
    .where('id', '=', id)
    .select(['id', 'name', 'permissions'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA', 'no such role');
  return { id: String(row.id), name: row.name, permissions: row.permissions as CustomRole['permissions'] };
}

/** What was approved is what is given. @throws AppError CHANGED_MEANWHILE if the role is another one by now */
export async function requireSameRole(trx: Trx, role: Role): Promise<void> {
  if (typeof role === 'string') return;
  await lockOperators(trx);
  const now = await customRole(trx, BigInt(role.id)).catch(() => undefined);
  if (!isDeepStrictEqual(now, role)) throw new AppError('CHANGED_MEANWHILE', 'the role was changed');
}

/** Whether the second role has a permission that the first one lacks. */
export function grants(before: Role, after: Role): boolean {
  return permissionsOf(after).some((permission) => !isAllowed(before, permission));
}

/** What people call a role; the console has words for the built-in ones. */
export const nameOf = (role: Role): string => (typeof role === 'string' ? role : role.name);

/** A role for an approver. A name can promise anything, so what a custom role may do stands beside it. */
export function roleFacts(role: Role): Fact[] {
  return [
    { name: 'role', text: nameOf(role) },
    ...(typeof role === 'string' ? [] : [{ name: 'permissions', text: permissionsOf(role).join(', ') }]),
  ];
}

/** What an operator or a role may do more and less, for an approver. */
export function permissionFacts(before: Role, after: Role): Fact[] {
  const missing = (from: Role, role: Role) =>
    permissionsOf(role)
      .filter((permission) => !isAllowed(from, permission))
      .join(', ');
  const facts = [
    { name: 'permissionsMore', text: missing(before, after) },
    { name: 'permissionsLess', text: missing(after, before) },
  ];
  return facts.filter(({ text }) => text !== '');
}
