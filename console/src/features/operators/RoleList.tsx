import { wholeText } from '@krapao/ui/money.ts';
import { Button, Group, Title } from '@mantine/core';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { type RoleRow, useRoles } from './roles.ts';

/** The site's own roles, below the operators. */
export function RoleList() {
  const t = useT();
  const query = useRoles();
  const [edited, setEdited] = useState<RoleRow | 'new'>();
  const [removed, setRemoved] = useState<RoleRow>();
  const remove = useAction(
    ({ id, reason }: { id: string; reason: string }) =>
      client('DELETE /api/console/roles/:id', { params: { id }, body: { reason } }),
    { done: t('app.saved'), onDone: () => setRemoved(undefined) },
  );

  return (
    <section aria-labelledby="own-roles">
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} id="own-roles">
          {t('operators.roles')}
        </Title>
        <Button variant="default" onClick={() => setEdited('new')}>
          {t('operators.roleAdd')}
        </Button>
      </Group>
      <QueryState query={query}>
        {({ roles }) => (
          <Rows
            label={t('operators.roles')}
            rows={roles}
            empty={t('operators.rolesNone')}
            columns={[
              { title: t('operators.roleName'), isFixed: true, cell: ({ name }) => name },
              {
                title: t('operators.permissions'),
                cell: ({ permissions }) => permissions.map((one) => t(`permission.${one}`)).join(', '),
              },
              {
                title: t('operators.title'),
                isNumber: true,
                cell: ({ operators }) => wholeText(operators),
              },
              {
                title: '',
                cell: (role) => (
                  <Group justify="flex-end" gap="xs">
                    <Button
                      size="sm"
                      variant="default"
                      aria-label={t('operators.edit', { name: role.name })}
                      onClick={() => setEdited(role)}
                    >
                      {t('app.edit')}
                    </Button>
                    <Button
                      size="sm"
                      variant="light"
                      color="red"
                      disabled={role.operators > 0}
                      aria-label={t('operators.roleRemove', { name: role.name })}
                      onClick={() => setRemoved(role)}
                    >
                      {t('connections.remove')}
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        )}
      </QueryState>
      {edited !== undefined && (
        <RoleDialog role={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {removed !== undefined && (
        <ReasonDialog
          title={t('operators.roleRemove', { name: removed.name })}
          hint={t('operators.roleRemoveHint')}
          action={t('connections.remove')}
          isBusy={remove.isPending}
          onClose={() => setRemoved(undefined)}
          onConfirm={(reason) => remove.mutate({ id: removed.id, reason })}
        />
      )}
    </section>
  );
}
