import { ApiError } from '@krapao/contract/client';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { Consequences } from './Consequences.tsx';

interface PauseByPasswordProps {
  open: boolean;
  title: string;
  /** What it does. */
  of: Parameters<typeof Consequences>[0]['of'];
  /** The words of the button that begins it. */
  action: string;
  busy: boolean;
  /** What the server refused. */
  error: Error | null;
  onBegin: (password: string) => void;
  onType: () => void;
  onClose: () => void;
}

/** Says what a long break or an exclusion does, and asks for the password before it begins. */
export function PauseByPassword(props: PauseByPasswordProps) {
  const { open, title, of, action, busy, error, onBegin, onType, onClose } = props;
  const t = useT();
  const [password, setPassword] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isOfPassword = error instanceof ApiError && error.code === 'WRONG_PASSWORD';

  function submit() {
    setIsAsked(true);
    if (password !== '') onBegin(password);
  }

  function problem(): string | undefined {
    if (isOfPassword) return errorMessage(error);
    return isAsked && password === '' ? t('login.passwordRequired') : undefined;
  }

  return (
    <Dialog open={open} onClose={onClose} title={title} busy={busy}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <Consequences of={of} />
        <PasswordField
          label={t('safe.exclusion.password')}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(typed) => {
            onType();
            setPassword(typed);
          }}
          error={problem()}
        />
        {error && !isOfPassword && <Notice kind="error">{errorMessage(error)}</Notice>}
        <Button
          type="submit"
          variant="primary"
          full
          disabled={password === ''}
          busyLabel={busy && t('safe.break.beginning')}
        >
          {action}
        </Button>
        <Button variant="text" full disabled={busy} onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
      </Form>
    </Dialog>
  );
}
