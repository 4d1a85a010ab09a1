import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { OtpField } from '../../components/OtpField.tsx';
import { ResendCode } from '../../components/ResendCode.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';

const RESEND_AFTER_MS = 60_000;

/** A code that was sent, as far as it is typed. */
export interface SentCode {
  otpToken: string;
  otpCode: string;
}
export const NO_CODE: SentCode = { otpToken: '', otpCode: '' };

interface SmsCodeProps {
  phone: string;
  purpose: NonNullable<BodyOf<Contract['POST /api/otp/send']>['purpose']>;
  value: SentCode;
  onChange: (value: SentCode) => void;
  error?: string | undefined;
  /** Nothing to send a code to yet. */
  disabled?: boolean;
}

/** Sends a code to a number when asked to, and takes it. */
export function SmsCode({ phone, purpose, value, onChange, error, disabled }: SmsCodeProps) {
  const t = useT();
  const [sent, setSent] = useState<{ reference: string; resendAt: number } | null>(null);
  const send = useMutation({
    mutationFn: () => client('POST /api/otp/send', { body: { phoneNumber: phone, purpose } }),
    onSuccess: ({ otpToken, otpRef }) => {
      setSent({ reference: otpRef, resendAt: Date.now() + RESEND_AFTER_MS });
      onChange({ otpToken, otpCode: '' });
    },
  });
  const problem = send.isError ? <Notice kind="error">{errorMessage(send.error)}</Notice> : null;
  if (sent === null)
    return (
      <>
        {problem}
        <Button
          full
          disabled={disabled === true}
          busyLabel={send.isPending && t('register.phone.sending')}
          onClick={() => send.mutate()}
        >
          {disabled ? t('register.phone.send') : t('freeze.sendTo', { phone: phoneText(phone) })}
        </Button>
      </>
    );
  return (
    <>
      <div>
        <OtpField
          label={t('register.otp.label')}
          value={value.otpCode}
          onChange={(otpCode) => onChange({ ...value, otpCode })}
          error={error}
        />
        <p className="num mt-3 text-caption text-ink-3">
          {t('register.otp.reference', { reference: sent.reference })}
        </p>
      </div>
      {problem}
      <ResendCode resendAt={sent.resendAt} busy={send.isPending} onResend={() => send.mutate()} />
    </>
  );
}
