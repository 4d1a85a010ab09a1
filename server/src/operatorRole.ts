import { GRANTABLE, isAllowed, type Permission, ROLES, type Role } from '@krapao/contract/permissions';
import { type RawBuilder, sql } from 'kysely';

/** SQL for the role of an operator, with what a custom one may do now. `operator` is the table's name in the query. */
export function roleOf(operator = 'operator'): RawBuilder<Role> {
  const table = sql.ref(operator);
  return sql<Role>`coalesce(
    (select jsonb_build_object('id', r.id::text, 'name', r.name, 'permissions', r.permissions)
      from custom_role r where r.id = ${table}.custom_role_id), to_jsonb(${table}.role))`;
}

/** SQL condition: the operator's role has all these permissions. `operator` is the table's name in the query. */
export function mayAll(permissions: readonly Permission[], operator = 'operator'): RawBuilder<boolean> {
  const table = sql.ref(operator);
  const builtIn = ROLES.filter((role) => permissions.every((one) => isAllowed(role, one)));
  const isGrantable = permissions.every((one) => GRANTABLE.includes(one));
  return sql<boolean>`(${table}.role = any(${builtIn}::text[]) or (${isGrantable} and exists (
    select from custom_role r where r.id = ${table}.custom_role_id and r.permissions @> ${[...permissions]}::text[])))`;
}

/** The columns of an operator with this role. */
export function roleColumns(role: Role): { role: string; custom_role_id: bigint | null } {
  return typeof role === 'string'
    ? { role, custom_role_id: null }
    : { role: 'custom', custom_role_id: BigInt(role.id) };
}

/**
 * A role in the words of the audit log. Those of a custom role hold its permissions: who gets more by a change of their
 * role is found like who gets another role.
 */
export function roleWords(role: Role): string {
  return typeof role === 'string' ? role : `${role.name} (${role.permissions.toSorted().join(', ')})`;
}
