import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { OTP_CODE_LENGTH } from '@krapao/contract/limits';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { FieldError } from '../../components/Field.tsx';
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
/** Whether all its digits are typed. */
export const isWhole = ({ otpCode }: SentCode): boolean => otpCode.length === OTP_CODE_LENGTH;
export const NO_CODE: SentCode = { otpToken: '', otpCode: '' };

interface SmsCodeProps {
  phone: string;
  purpose: NonNullable<BodyOf<Contract['POST /api/otp/send']>['purpose']>;
  value: SentCode;
  onChange: (value: SentCode) => void;
  error?: string | undefined;
  /** The form was sent without a whole code: what is missing is said. */
  isMissing: boolean;
  /** A code was sent: what was missing until then is forgotten. */
  onSent: () => void;
  /** Nothing to send a code to yet. */
  disabled?: boolean;
}

/** Sends a code to a number when asked to, and takes it. */
export function SmsCode({
  phone,
  purpose,
  value,
  onChange,
  error,
  isMissing,
  onSent,
  disabled,
}: SmsCodeProps) {
  const t = useT();
  const noteId = useId();
  const [sent, setSent] = useState<{ reference: string; resendAt: number } | null>(null);
  const send = useMutation({
    mutationFn: () => client('POST /api/otp/send', { body: { phoneNumber: phone, purpose } }),
    onSuccess: ({ otpToken, otpRef }) => {
      setSent({ reference: otpRef, resendAt: Date.now() + RESEND_AFTER_MS });
      onChange({ otpToken, otpCode: '' });
      onSent();
    },
  });
  const problem = send.isError ? <Notice kind="error">{errorMessage(send.error)}</Notice> : null;
  if (sent === null)
    return (
      <>
        {problem}
        <div className="field">
          <Button
            full
            disabled={disabled === true}
            data-missing={isMissing ? '' : undefined}
            aria-describedby={isMissing ? noteId : undefined}
            busyLabel={send.isPending && t('register.phone.sending')}
            onClick={() => send.mutate()}
          >
            {disabled ? t('register.phone.send') : t('freeze.sendTo', { phone: phoneText(phone) })}
          </Button>
          <div id={noteId} className="field-note" aria-live="polite">
            {isMissing && <FieldError>{t('register.otp.askFirst')}</FieldError>}
          </div>
        </div>
      </>
    );
  return (
    <>
      <div>
        <OtpField
          label={t('register.otp.label')}
          value={value.otpCode}
          onChange={(otpCode) => onChange({ ...value, otpCode })}
          error={error ?? (isMissing ? t('register.otp.short') : undefined)}
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
