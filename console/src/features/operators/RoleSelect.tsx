import { ROLES, type Role } from '@krapao/contract/permissions';
import { NativeSelect } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { roleText } from '../../lib/roleText.ts';
import { useRoles } from './roles.ts';

/** The choice of a role: the built-in ones, then the site's own. */
export function RoleSelect({ defaultValue = 'support' }: { defaultValue?: Role }) {
  const t = useT();
  const own = useRoles().data?.roles ?? [];
  // The chosen one can be selected before the others have been loaded.
  const listed = typeof defaultValue === 'string' || own.some(({ id }) => id === defaultValue.id);
  const custom = listed ? own : [defaultValue, ...own];
  return (
    <NativeSelect
      key={custom.length}
      name="role"
      label={<span>{t('operators.role')}</span>}
      data={[
        ...ROLES.map((role) => ({ value: role as string, label: roleText(role) })),
        ...custom.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      defaultValue={typeof defaultValue === 'string' ? defaultValue : defaultValue.id}
      mb="md"
    />
  );
}

/** The key of the role that the form of a RoleSelect holds. */
export function roleOf(form: FormData): string {
  return String(form.get('role'));
}
