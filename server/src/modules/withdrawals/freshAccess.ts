import { type RawBuilder, sql } from 'kysely';

/** When the ways into a member's account last changed: the password, the phone number, the end of a freeze. */
export function accessChangedAt(member: string): RawBuilder<Date> {
  const column = (name: string) => sql.ref(`${member}.${name}`);
  return sql<Date>`greatest(${column('password_changed_at')}, ${column('access_changed_at')})`;
}
