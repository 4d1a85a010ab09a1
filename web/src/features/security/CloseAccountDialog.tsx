import type { Contract } from '@krapao/contract/api/index';
import { ApiError } from '@krapao/contract/client';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { PIN_LENGTH } from '@krapao/contract/limits';
import { dateText } from '@krapao/ui/time.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { PinBoxes } from './PinBoxes.tsx';
import { ownDataQuery } from './queries.ts';
import { isWhole, NO_CODE, SmsCode } from './SmsCode.tsx';

/** Says what is erased and what the law keeps, and asks for the erasure with the password and the PIN or a code. */
export default function CloseAccountDialog({
  open,
  phone,
  data,
  onClose,
}: {
  open: boolean;
  phone: string;
  data: ResponseOf<Contract['GET /api/account/data']>;
  onClose: () => void;
}) {
  const t = useT();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [pin, setPin] = useState('');
  const [sms, setSms] = useState(NO_CODE);
  const [isAsked, setIsAsked] = useState(false);
  const { hasPin } = data;
  const close = useMutation({
    mutationFn: () =>
      client('POST /api/account/data/erasure', { body: { password, ...(hasPin ? { pin } : sms) } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(ownDataQuery.queryKey, answer);
      onClose();
    },
  });
  const problem = close.isError ? errorMessage(close.error) : undefined;
  const isOfSecond = close.error instanceof ApiError && /^OTP_|PIN/.test(close.error.code ?? '');
  const isProved = hasPin ? pin.length === PIN_LENGTH : isWhole(sms);
  const isComplete = password !== '' && isProved;
  const passwordProblem = isAsked && password === '' ? t('login.passwordRequired') : undefined;

  function submit() {
    setIsAsked(true);
    if (isComplete) close.mutate();
  }

  return (
    <Dialog open={open} onClose={onClose} title={t('ownData.close')} busy={close.isPending}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2">
          <li>{t('ownData.closeText')}</li>
          <li>{t('ownData.erased')}</li>
          <li>
            {t('ownData.kept', { years: String(data.keptYears), until: dateText(keptUntil(data.keptYears)) })}
          </li>
          <li>{t('ownData.empty')}</li>
        </ul>
        <PasswordField
          label={t('field.password')}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(typed) => {
            setPassword(typed);
            close.reset();
          }}
          error={passwordProblem ?? (isOfSecond ? undefined : problem)}
        />
        {hasPin ? (
          <PinBoxes
            label={t('stepUp.pin')}
            value={pin}
            onChange={(typed) => {
              setPin(typed);
              close.reset();
            }}
            error={isAsked && !isProved ? t('pin.short') : isOfSecond ? problem : undefined}
          />
        ) : (
          <SmsCode
            phone={phone}
            purpose="erase"
            value={sms}
            onChange={(typed) => {
              setSms(typed);
              close.reset();
            }}
            error={isOfSecond ? problem : undefined}
            isMissing={isAsked && !isProved}
            onSent={() => setIsAsked(false)}
          />
        )}
        <Button
          type="submit"
          variant="danger"
          full
          disabled={!isComplete}
          busyLabel={close.isPending && t('ownData.closing')}
        >
          {t('ownData.close')}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Until when the law keeps the records of an account that closes a day from now. */
function keptUntil(years: number): number {
  const closing = new Date(serverNow() + 86_400_000);
  return closing.setFullYear(closing.getFullYear() + years);
}
