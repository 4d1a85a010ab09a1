import { ApiError } from '@krapao/contract/client';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { toLogin } from '../../lib/paths.ts';
import { endSession } from '../../lib/session.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { Consequences } from './Consequences.tsx';
import type { Pause } from './queries.ts';
import { lengthText } from './words.ts';

interface ExclusionDialogProps {
  open: boolean;
  /** Null: without an end. */
  months: number | null;
  onClose: () => void;
}

/** Says what an exclusion does, asks for the password, and leads to the log-in page, which says so too (12). */
export default function ExclusionDialog({ open, months, onClose }: ExclusionDialogProps) {
  const t = useT();
  const [password, setPassword] = useState('');
  const begin = useSingleMutation<Pause, void>({
    mutationFn: () => client('POST /api/protection/exclusion', { body: { months, password } }),
    onSuccess: () => {
      toLogin('INVALID_USER_3');
      endSession();
    },
  });
  const isOfPassword = begin.error instanceof ApiError && begin.error.code === 'WRONG_PASSWORD';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== '') begin.mutate();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('safe.sure.exclusion', { length: lengthText({ months }) })}
      busy={begin.isPending}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Consequences
          of={[
            'safe.what.out',
            'safe.what.stops',
            'safe.what.noOffers',
            'safe.what.noEarly',
            'safe.what.money',
            'safe.what.limited',
          ]}
        />
        <PasswordField
          label={t('safe.exclusion.password')}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(typed) => {
            begin.reset();
            setPassword(typed);
          }}
          error={isOfPassword ? errorMessage(begin.error) : undefined}
        />
        {begin.error && !isOfPassword && <Notice kind="error">{errorMessage(begin.error)}</Notice>}
        <Button
          type="submit"
          variant="primary"
          full
          disabled={password === ''}
          busyLabel={begin.isPending && t('safe.break.beginning')}
        >
          {t('safe.exclusion.begin')}
        </Button>
        <Button variant="text" full disabled={begin.isPending} onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
      </form>
    </Dialog>
  );
}
