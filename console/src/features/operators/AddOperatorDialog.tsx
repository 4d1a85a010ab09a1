import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';
import { useAction } from '../../lib/useAction.ts';
import { RoleSelect, roleOf } from './RoleSelect.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onIssued: (issued: { username: string; password: string; isWaiting: boolean }) => void;
}

export function AddOperatorDialog({ isOpen, onClose, onIssued }: Props) {
  const t = useT();
  const [reason, setReason] = useState('');
  const add = useAction(
    async (body: { username: string; name: string; role: string; reason: string }) => ({
      ...(await client('POST /api/console/operators', { body })),
      username: body.username,
    }),
    {
      onDone: ({ username, password, waits }) => {
        onClose();
        onIssued({ username, password, isWaiting: waits !== null });
      },
    },
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    add.mutate({
      username: String(form.get('username')).trim().toLowerCase(),
      name: String(form.get('name')).trim(),
      role: roleOf(form),
      reason: reason.trim(),
    });
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={t('operators.add')}>
      <form onSubmit={submit}>
        <TextInput
          name="username"
          label={<span>{t('operators.username')}</span>}
          description={t('operators.usernameHint')}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]{1,39}"
          autoCapitalize="none"
          autoComplete="off"
          required
          mb="md"
          error={add.error ? errorText(add.error) : undefined}
        />
        <TextInput name="name" label={<span>{t('operators.name')}</span>} maxLength={60} required mb="md" />
        <RoleSelect />
        <ReasonField value={reason} onChange={setReason} />
        <Button type="submit" mt="lg" fullWidth loading={add.isPending}>
          {t('operators.add')}
        </Button>
      </form>
    </Modal>
  );
}
