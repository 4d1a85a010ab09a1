import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { showAlert } from '../../components/alert.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { LoginName } from '../../components/LoginName.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldOfRefusal, type PasswordChange, passwordChangeProblem } from './passwordChange.ts';

const EMPTY: PasswordChange = { old: '', next: '', confirm: '' };
const LONGEST_PASSWORD = 128;

interface ChangePasswordDialogProps {
  open: boolean;
  /** The member's login name. */
  phone: string;
  onClose: () => void;
}

/** The form with the old, the new and the confirmed password (PRO-02). */
export default function ChangePasswordDialog({ open, phone, onClose }: ChangePasswordDialogProps) {
  const t = useT();
  const [fields, setFields] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const problem = passwordChangeProblem(fields);
  const change = useMutation({
    mutationFn: () =>
      client('PUT /api/account/changepwd', { body: { oldPassword: fields.old, newPassword: fields.next } }),
    onSuccess: () => {
      close();
      showAlert({ kind: 'success', title: t('saved'), message: t('password.saved') });
    },
    onError: (error) => {
      if (!fieldOfRefusal(error)) showAlert({ kind: 'error', message: errorMessage(error) });
    },
  });

  function close() {
    setFields(EMPTY);
    setTried(false);
    change.reset();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (problem === 'incomplete') return;
    setTried(true);
    if (!problem) change.mutate();
  }

  const bind = (field: keyof PasswordChange) => ({
    value: fields[field],
    onChange: (value: string) => {
      setTried(false);
      change.reset();
      setFields({ ...fields, [field]: value });
    },
    maxLength: LONGEST_PASSWORD,
    error:
      tried && problem && problem !== 'incomplete' && problem.field === field
        ? t(problem.message)
        : fieldOfRefusal(change.error) === field
          ? errorMessage(change.error)
          : undefined,
  });

  return (
    <Dialog open={open} onClose={close} title={t('password.title')} busy={change.isPending}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <LoginName phone={phone} />
        <PasswordField
          label={t('password.old')}
          autoComplete="current-password"
          data-autofocus
          {...bind('old')}
        />
        <PasswordField
          label={t('password.new')}
          autoComplete="new-password"
          hint={t('password.hint')}
          {...bind('next')}
        />
        <PasswordField label={t('password.confirm')} autoComplete="new-password" {...bind('confirm')} />
        <p className="text-small text-ink-3">{t('password.otherSessions')}</p>
        <Button type="submit" variant="primary" full busyLabel={change.isPending && t('saving')}>
          {t('save')}
        </Button>
      </form>
    </Dialog>
  );
}
