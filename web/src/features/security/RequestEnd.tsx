import type { Elements } from '@krapao/ui/elements.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useT } from '../../i18n/i18n.ts';

interface RequestEndProps {
  note: string;
  onNote: (note: string) => void;
  password: string;
  onPassword: (password: string) => void;
  passwordProblem: string | undefined;
  /** What went wrong that is of no field. */
  problem: string | undefined;
  /** The form was sent unfinished: what is missing is said. */
  isAsked: boolean;
  isComplete: boolean;
  isBusy: boolean;
  /** What is said above the button. */
  children?: Elements;
}

/** The end of every form that asks operators for a change: a note, the password, and the button. */
export function RequestEnd({
  note,
  onNote,
  password,
  onPassword,
  passwordProblem,
  problem,
  isAsked,
  isComplete,
  isBusy,
  children,
}: RequestEndProps) {
  const t = useT();
  return (
    <>
      <TextField label={t('changes.note')} name="note" maxLength={500} value={note} onChange={onNote} />
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        maxLength={128}
        value={password}
        onChange={onPassword}
        error={passwordProblem ?? (isAsked && password === '' ? t('login.passwordRequired') : undefined)}
      />
      {children}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <Button
        type="submit"
        variant="primary"
        full
        disabled={!isComplete}
        busyLabel={isBusy && t('changes.sending')}
      >
        {t('changes.send')}
      </Button>
    </>
  );
}
