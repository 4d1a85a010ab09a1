import { GRANTABLE, type Permission } from '@krapao/contract/permissions';
import { Button, Checkbox, Modal, SimpleGrid, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import type { RoleRow } from './roles.ts';

/** Makes a role, or changes one: its name and what it may do. */
export function RoleDialog({ role, onClose }: { role: RoleRow | undefined; onClose: () => void }) {
  const t = useT();
  const [chosen, setChosen] = useState<string[]>(role?.permissions ?? []);
  const [reason, setReason] = useState('');
  const save = useLimitedAction(
    async (body: { name: string; permissions: Permission[]; reason: string }) => {
      if (role !== undefined) return client('PUT /api/console/roles/:id', { params: { id: role.id }, body });
      await client('POST /api/console/roles', { body });
      return { waits: null };
    },
    { done: t('app.saved'), onDone: onClose },
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    save.mutate({
      name: String(new FormData(event.currentTarget).get('name')).trim(),
      permissions: GRANTABLE.filter((one) => chosen.includes(one)),
      reason: reason.trim(),
    });
  }

  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={role === undefined ? t('operators.roleAdd') : t('operators.edit', { name: role.name })}
    >
      <form onSubmit={submit}>
        <TextInput
          name="name"
          label={<span>{t('operators.roleName')}</span>}
          defaultValue={role?.name}
          maxLength={40}
          required
          mb="md"
          error={save.error ? errorText(save.error) : undefined}
        />
        <Checkbox.Group
          label={<span>{t('operators.permissions')}</span>}
          description={t('operators.permissionsHint')}
          value={chosen}
          onChange={setChosen}
          mb="md"
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="sm">
            {GRANTABLE.map((one) => (
              <Checkbox key={one} value={one} label={t(`permission.${one}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <ReasonField value={reason} onChange={setReason} />
        <Button type="submit" mt="lg" fullWidth disabled={chosen.length === 0} loading={save.isPending}>
          {t('app.save')}
        </Button>
      </form>
    </Modal>
  );
}
