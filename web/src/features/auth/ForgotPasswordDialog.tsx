import { ApiError } from '@krapao/contract/client';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { CircleCheck } from 'lucide-react';
import { useReducer } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { LoginName } from '../../components/LoginName.tsx';
import { Notice } from '../../components/Notice.tsx';
import { OtpField } from '../../components/OtpField.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { PhoneField } from '../../components/PhoneField.tsx';
import { ResendCode } from '../../components/ResendCode.tsx';
import { toast } from '../../components/toast.ts';
import { useVoice } from '../../components/useVoice.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { phoneProblem } from '../../lib/phoneProblem.ts';
import { variant } from '../../lib/variant.ts';
import {
  type ForgottenFields,
  fieldOfRefusal,
  forgottenReducer,
  newPasswordProblem,
  RESEND_AFTER_MS,
  startForgotten,
} from './forgotPassword.ts';

const LONGEST_PASSWORD = 128;

interface ForgotPasswordDialogProps {
  open: boolean;
  /** The phone number from the login form. */
  phone: string;
  /** `phone` is set when a new password was set. */
  onClose: (phone: string | null) => void;
}

/** Sets a new password after a forgotten one, by a code sent to the phone (beyond the specification). */
export default function ForgotPasswordDialog({ open, phone, onClose }: ForgotPasswordDialogProps) {
  const t = useT();
  const [state, dispatch] = useReducer(forgottenReducer, phone, startForgotten);
  const { fields, otp, isBusy, problem, step } = state;
  useVoice(step === 'done' ? `${t('forgot.doneTitle')} ${t('forgot.doneText')}` : null);

  const typed = (field: keyof ForgottenFields) => (value: string) =>
    dispatch({ type: 'typed', field, value });
  const errorOf = (field: keyof ForgottenFields) => (problem?.field === field ? problem.text : undefined);

  async function attempt(act: () => Promise<void>) {
    dispatch({ type: 'sent' });
    try {
      await act();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      const field = step === 'phone' ? 'phone' : fieldOfRefusal(code);
      dispatch({ type: 'refused', field, text: errorMessage(error) });
    }
  }

  const sendCode = () =>
    attempt(async () => {
      const body = { phoneNumber: fields.phone, purpose: 'password' } as const;
      const answer = await client('POST /api/otp/send', { body });
      const resendAt = Date.now() + RESEND_AFTER_MS;
      dispatch({ type: 'codeSent', token: answer.otpToken, reference: answer.otpRef, resendAt });
      if (step === 'code') toast.success(() => t('register.otp.resent'));
    });

  const save = () =>
    attempt(async () => {
      const { code: otpCode, next: newPassword, phone: username } = fields;
      const body = { username, otpToken: otp?.token ?? '', otpCode, newPassword };
      await client('POST /api/account/forgotpwd', { body });
      dispatch({ type: 'saved' });
    });

  function submitPhone() {
    const wrong = phoneProblem(fields.phone, variant);
    if (wrong) dispatch({ type: 'refused', field: 'phone', text: t(wrong) });
    else void sendCode();
  }

  function submitPassword() {
    const wrong = newPasswordProblem(fields);
    if (wrong) dispatch({ type: 'refused', field: wrong.field, text: t(wrong.message) });
    else void save();
  }

  return (
    <Dialog
      open={open}
      onClose={() => onClose(step === 'done' ? fields.phone : null)}
      title={t('forgot.title')}
      busy={isBusy}
      onBack={step === 'code' ? () => dispatch({ type: 'back' }) : undefined}
    >
      {step === 'phone' && (
        <Form onSubmit={submitPhone} className="flex flex-col gap-4">
          <p className="text-ink-2">{t('forgot.phoneText')}</p>
          <PhoneField
            label={t('field.phone')}
            name="username"
            autoComplete="username"
            data-autofocus
            value={fields.phone}
            onChange={typed('phone')}
            error={errorOf('phone')}
          />
          <Notice kind="safety">{t('register.phone.safety')}</Notice>
          <Button type="submit" variant="primary" full busyLabel={isBusy && t('register.phone.sending')}>
            {t('register.phone.send')}
          </Button>
        </Form>
      )}
      {step === 'code' && (
        <Form onSubmit={submitPassword} className="flex flex-col gap-4">
          <p className="text-ink-2">{t('register.otp.sentTo', { phone: phoneText(fields.phone) })}</p>
          <div>
            <OtpField
              label={t('register.otp.label')}
              value={fields.code}
              onChange={typed('code')}
              error={errorOf('code')}
            />
            <p className="num mt-3 text-caption text-ink-3">
              {t('register.otp.reference', { reference: otp?.reference ?? '' })}
            </p>
          </div>
          <ResendCode resendAt={otp?.resendAt ?? 0} busy={isBusy} onResend={sendCode} />
          <LoginName phone={fields.phone} />
          <PasswordField
            label={t('password.new')}
            autoComplete="new-password"
            hint={t('password.hint')}
            maxLength={LONGEST_PASSWORD}
            value={fields.next}
            onChange={typed('next')}
            error={errorOf('next')}
          />
          <PasswordField
            label={t('password.confirm')}
            autoComplete="new-password"
            maxLength={LONGEST_PASSWORD}
            value={fields.confirm}
            onChange={typed('confirm')}
            error={errorOf('confirm')}
          />
          <p className="text-small text-ink-3">{t('forgot.endsSessions')}</p>
          {problem?.field === null && <Notice kind="error">{problem.text}</Notice>}
          <Button type="submit" variant="primary" full busyLabel={isBusy && t('saving')}>
            {t('forgot.submit')}
          </Button>
        </Form>
      )}
      {step === 'done' && (
        <div className="flex flex-col items-center gap-2 text-center">
          <CircleCheck size={48} strokeWidth={1.5} className="text-jade" aria-hidden="true" />
          <p className="font-semi">{t('forgot.doneTitle')}</p>
          <p className="text-ink-2">{t('forgot.doneText')}</p>
          <Button variant="primary" full className="mt-3" onClick={() => onClose(fields.phone)}>
            {t('login.submit')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
