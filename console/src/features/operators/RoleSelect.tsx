import { ROLES, type Role } from '@krapao/contract/permissions';
import { NativeSelect } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';

export function RoleSelect({ defaultValue }: { defaultValue?: Role }) {
  const t = useT();
  return (
    <NativeSelect
      name="role"
      label={t('operators.role')}
      data={ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      defaultValue={defaultValue ?? 'support'}
      mb="md"
    />
  );
}

/** The role that the form of a RoleSelect holds. */
export function roleOf(form: FormData): Role {
  return ROLES.find((role) => role === form.get('role')) ?? 'support';
}
