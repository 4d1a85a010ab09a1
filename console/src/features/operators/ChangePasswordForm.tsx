import { Button, PasswordInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';
import { useAction } from '../../lib/useAction.ts';

/** Changes the operator's own password: the current one and a new one. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const change = useAction(
    (body: { oldPassword: string; newPassword: string }) => client('POST /api/console/me/password', { body }),
    { done: t('operators.passwordChanged'), onDone },
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({
      oldPassword: String(form.get('oldPassword')),
      newPassword: String(form.get('newPassword')),
    });
  }

  return (
    <form onSubmit={submit}>
      <PasswordInput
        name="oldPassword"
        label={<span>{t('operators.oldPassword')}</span>}
        autoComplete="current-password"
        required
        withAsterisk={false}
        mb="md"
      />
      <PasswordInput
        name="newPassword"
        label={<span>{t('operators.newPassword')}</span>}
        description={t('operators.passwordHint')}
        autoComplete="new-password"
        minLength={12}
        required
        withAsterisk={false}
        mb="md"
        error={change.error ? errorText(change.error) : undefined}
      />
      <Button type="submit" fullWidth loading={change.isPending}>
        {t('operators.changePassword')}
      </Button>
    </form>
  );
}
