import { ApiError } from '@krapao/contract/client';
import { OTP_CODE_LENGTH, PIN_LENGTH } from '@krapao/contract/limits';
import { isGuessable } from '@krapao/contract/pinRule';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { OtpField } from '../../components/OtpField.tsx';
import { ResendCode } from '../../components/ResendCode.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { profileQuery } from '../../lib/profileQuery.ts';
import { isNotProved } from '../../lib/stepUp.ts';
import { PinBoxes } from './PinBoxes.tsx';

/** The server sends the next code after one minute. */
const RESEND_AFTER_MS = 60_000;

interface PinDialogProps {
  open: boolean;
  /** A code by SMS is needed too. */
  isLocked: boolean;
  onClose: (isSaved: boolean) => void;
}

type FieldName = 'code' | 'pin' | 'again';

/** Sets a new PIN, typed twice; for a locked one with a code to the member's number. */
export default function PinDialog({ open, isLocked, onClose }: PinDialogProps) {
  const t = useT();
  const [fields, setFields] = useState({ code: '', pin: '', again: '' });
  const [sms, setSms] = useState<{ phone: string; token: string; resendAt: number } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ field: FieldName; text: string } | null>(null);

  const form = useRef<HTMLFormElement>(null);
  const { data: profile } = useQuery(profileQuery);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [problem]);
  const focusLast = () => [...(form.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();

  const bind = (field: FieldName) => ({
    value: fields[field],
    onChange: (value: string) => {
      // Disabled, the field would lose the focus.
      if (isBusy) return;
      setProblem(null);
      setFields({ ...fields, [field]: value });
    },
    error: problem?.field === field ? problem.text : undefined,
  });

  async function attempt(act: () => Promise<void>) {
    setIsBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      if (!isNotProved(error)) setProblem({ field: fieldOf(error), text: errorMessage(error) });
    }
    setIsBusy(false);
  }

  const sendCode = () =>
    attempt(async () => {
      const { username } = await client('GET /api/account/profile');
      const body = { phoneNumber: username, purpose: 'pin' } as const;
      const { otpToken } = await client('POST /api/otp/send', { body });
      setSms({ phone: username, token: otpToken, resendAt: Date.now() + RESEND_AFTER_MS });
      setFields({ ...fields, code: '' });
    });

  function submit() {
    if (isLocked && sms === null) return void sendCode();
    const { code, pin, again } = fields;
    if (sms && code.length < OTP_CODE_LENGTH)
      return setProblem({ field: 'code', text: t('register.otp.short') });
    const short = pin.length < PIN_LENGTH ? 'pin' : again.length < PIN_LENGTH && 'again';
    if (short) return setProblem({ field: short, text: t('pin.short') });
    if (isGuessable(pin, profile?.username ?? ''))
      return setProblem({ field: 'pin', text: t('error.WEAK_PIN') });
    if (pin !== again) return setProblem({ field: 'again', text: t('pin.mismatch') });
    void attempt(async () => {
      const proof = sms ? { otpToken: sms.token, otpCode: code } : {};
      await client('PUT /api/account/pin', { body: { pin, ...proof } });
      onClose(true);
    });
  }

  const asksCode = isLocked && sms === null;
  return (
    <Dialog open={open} onClose={() => onClose(false)} title={t('pin.title')} busy={isBusy}>
      <Form ref={form} autoComplete="off" onSubmit={submit} className="flex flex-col gap-4">
        {asksCode && <p className="text-ink-2">{t('pin.locked')}</p>}
        {sms && (
          <>
            <p className="text-ink-2">{t('register.otp.sentTo', { phone: phoneText(sms.phone) })}</p>
            <OtpField label={t('register.otp.label')} {...bind('code')} />
            <ResendCode resendAt={sms.resendAt} busy={isBusy} onResend={sendCode} />
          </>
        )}
        {!asksCode && (
          <>
            <PinBoxes label={t('pin.new')} focused={sms === null} {...bind('pin')} onComplete={focusLast} />
            <PinBoxes label={t('pin.repeat')} focused={false} {...bind('again')} />
          </>
        )}
        <Button type="submit" variant="primary" full busyLabel={isBusy && t('saving')}>
          {t(asksCode ? 'register.phone.send' : 'save')}
        </Button>
      </Form>
    </Dialog>
  );
}

function fieldOf(error: unknown): FieldName {
  const code = error instanceof ApiError ? error.code : undefined;
  return code?.startsWith('OTP_') ? 'code' : 'pin';
}
