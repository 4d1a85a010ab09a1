import { ApiError } from '@krapao/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { isWhole, NO_CODE, SmsCode } from './SmsCode.tsx';

/** Ends a freeze, with the password and a code to the registered number. */
export default function UnfreezeDialog({
  open,
  phone,
  onClose,
}: {
  open: boolean;
  phone: string;
  onClose: () => void;
}) {
  const t = useT();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [sms, setSms] = useState(NO_CODE);
  const [isAsked, setIsAsked] = useState(false);
  const unfreeze = useMutation({
    mutationFn: () => client('POST /api/account/unfreeze', { body: { password, ...sms } }),
    onSuccess: () => {
      toast.success(() => t('freeze.ended'));
      onClose();
      return queryClient.invalidateQueries();
    },
  });
  const problem = unfreeze.isError ? errorMessage(unfreeze.error) : undefined;
  const isOfCode = unfreeze.error instanceof ApiError && unfreeze.error.code?.startsWith('OTP_');
  const isComplete = password !== '' && isWhole(sms);
  const passwordProblem = isAsked && password === '' ? t('login.passwordRequired') : undefined;

  function submit() {
    setIsAsked(true);
    if (isComplete) unfreeze.mutate();
  }

  return (
    <Dialog open={open} onClose={onClose} title={t('freeze.end')} busy={unfreeze.isPending}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-2">{t('freeze.endText')}</p>
        <PasswordField
          label={t('field.password')}
          autoComplete="current-password"
          data-autofocus
          maxLength={128}
          value={password}
          onChange={(typed) => {
            setPassword(typed);
            unfreeze.reset();
          }}
          error={passwordProblem ?? (isOfCode ? undefined : problem)}
        />
        <SmsCode
          phone={phone}
          purpose="unfreeze"
          value={sms}
          onChange={(typed) => {
            setSms(typed);
            unfreeze.reset();
          }}
          error={isOfCode ? problem : undefined}
          isMissing={isAsked && !isWhole(sms)}
          onSent={() => setIsAsked(false)}
        />
        <Button
          type="submit"
          variant="primary"
          full
          disabled={!isComplete}
          busyLabel={unfreeze.isPending && t('freeze.ending')}
        >
          {t('freeze.end')}
        </Button>
      </Form>
    </Dialog>
  );
}
