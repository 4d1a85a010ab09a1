import type { Role } from '@krapao/contract/permissions';
import { t } from '../i18n/i18n.ts';

/** What people call a role. */
export function roleText(role: Role): string {
  return typeof role === 'string' ? t(`role.${role}`) : role.name;
}
