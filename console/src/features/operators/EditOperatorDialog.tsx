import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Button, Checkbox, Divider, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { RoleSelect, roleOf } from './RoleSelect.tsx';
import { SkillsForm } from './SkillsForm.tsx';

export type OperatorRow = ResponseOf<Contract['GET /api/console/operators']>['operators'][number];

interface Props {
  operator: OperatorRow;
  onClose: () => void;
  onIssued: (issued: { username: string; password: string; isWaiting: boolean }) => void;
}

/** Name, role and whether the operator may log in; below, a new first password with its reason. */
export function EditOperatorDialog({ operator, onClose, onIssued }: Props) {
  const t = useT();
  const params = { id: operator.id };
  const [reason, setReason] = useState('');
  const change = useAction(
    (body: { name: string; role: string; isActive: boolean; reason: string }) =>
      client('PUT /api/console/operators/:id', { params, body }),
    { done: ({ waits }) => t(waits === null ? 'app.saved' : 'approvals.asked'), onDone: onClose },
  );
  const reset = useAction(
    (reason: string) => client('POST /api/console/operators/:id/reset', { params, body: { reason } }),
    {
      onDone: ({ password, waits }) => {
        onClose();
        onIssued({ username: operator.username, password, isWaiting: waits !== null });
      },
    },
  );

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({
      name: String(form.get('name')).trim(),
      role: roleOf(form),
      isActive: form.get('isActive') !== null,
      reason: reason.trim(),
    });
  }

  function resetNow(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    reset.mutate(String(new FormData(event.currentTarget).get('reason')).trim());
  }

  return (
    <Modal opened onClose={onClose} title={t('operators.edit', { name: operator.name })}>
      <form onSubmit={save}>
        <TextInput
          name="name"
          label={<span>{t('operators.name')}</span>}
          defaultValue={operator.name}
          maxLength={60}
          required
          mb="md"
        />
        <RoleSelect defaultValue={operator.role} />
        <Checkbox
          name="isActive"
          label={t('operators.mayLogIn')}
          defaultChecked={operator.isActive}
          mb="md"
        />
        <ReasonField value={reason} onChange={setReason} />
        <Button type="submit" mt="lg" fullWidth loading={change.isPending}>
          {t('app.save')}
        </Button>
      </form>
      <Divider my="lg" />
      <SkillsForm id={operator.id} known={operator.skills} />
      <Divider my="lg" />
      <form onSubmit={resetNow}>
        <TextInput
          name="reason"
          label={<span>{t('operators.reset')}</span>}
          description={t('operators.resetHint')}
          placeholder={t('app.reason')}
          maxLength={300}
          required
          mb="md"
        />
        <Button type="submit" color="red" variant="light" fullWidth loading={reset.isPending}>
          {t('operators.reset')}
        </Button>
      </form>
    </Modal>
  );
}
