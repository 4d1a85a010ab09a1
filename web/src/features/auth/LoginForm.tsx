import { ApiError } from '@krapao/contract/client';
import { Lock } from 'lucide-react';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { PhoneField } from '../../components/PhoneField.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { hasMessage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { isPasskeyRefusal, signWithPasskey } from '../../lib/passkey.ts';
import { afterLogin, reasonOfLogin } from '../../lib/paths.ts';
import { phoneProblem } from '../../lib/phoneProblem.ts';
import { startSession } from '../../lib/session.ts';
import { variant } from '../../lib/variant.ts';

const ForgotPasswordDialog = lazyPart(() => import('./ForgotPasswordDialog.tsx'));

/** `text` is evaluated when it is shown, so that it follows the language. */
type Problem = { field: 'phone' | 'password' | 'form'; text: () => string };

/** Phone number, password and the remember option. `onSend` is called when the form is submitted. */
export function LoginForm({ onSend }: { onSend: () => void }) {
  const t = useT();
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [busy, setBusy] = useState(false);
  const [isSigning, setIsSigning] = useState(false);
  // Null: never opened, so the dialog is not loaded.
  const [forgot, setForgot] = useState<{ open: boolean; time: number } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  // The reason for the redirect to this page. Read after the first paint, which the build renders without a browser.
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => setReason(reasonOfLogin()), []);
  const reasonId = `error.${reason}`;

  // LOG-02: the error clears when the user types.
  const typing = (set: (value: string) => void) => (value: string) => {
    setProblem(null);
    set(value);
  };
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text() : undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrongPhone = phoneProblem(phone, variant);
    if (wrongPhone) return setProblem({ field: 'phone', text: () => t(wrongPhone) });
    if (password === '') return setProblem({ field: 'password', text: () => t('login.passwordRequired') });
    setBusy(true);
    setReason(null);
    onSend();
    try {
      const { token } = await client('POST /api/login', { body: { username: phone, password, remember } });
      startSession(token, remember);
      navigate(afterLogin(), { replace: true });
    } catch (error) {
      const field = error instanceof ApiError && error.code === 'WRONG_CREDENTIAL' ? 'password' : 'form';
      setProblem({ field, text: () => errorMessage(error) });
      setBusy(false);
    }
  }

  async function logInByPasskey() {
    setProblem(null);
    setIsSigning(true);
    try {
      const passkey = await signWithPasskey(await client('POST /api/login/passkey/options'));
      onSend();
      const { token } = await client('POST /api/login/passkey', { body: { passkey, remember } });
      startSession(token, remember);
      navigate(afterLogin(), { replace: true });
    } catch (error) {
      if (!isPasskeyRefusal(error))
        setProblem({
          field: 'form',
          text: () => (error instanceof ApiError ? errorMessage(error) : t('error.PASSKEY_REFUSED')),
        });
      setIsSigning(false);
    }
  }

  function closeForgot(phoneOfNew: string | null) {
    setForgot((shown) => shown && { ...shown, open: false });
    if (phoneOfNew === null) return;
    setProblem(null);
    setPhone(phoneOfNew);
    setPassword('');
  }

  return (
    <>
      {hasMessage(reasonId) && !problem && (
        <div className="mt-4" role="status">
          <Notice>{t(reasonId)}</Notice>
        </div>
      )}
      <form onSubmit={submit} noValidate className="mt-4 flex flex-col">
        <div className="flex flex-col gap-4">
          <PhoneField
            label={t('field.phone')}
            name="username"
            autoComplete="username"
            value={phone}
            onChange={typing(setPhone)}
            error={errorOf('phone')}
          />
          <PasswordField
            label={t('field.password')}
            name="password"
            autoComplete="current-password"
            icon={<Lock size={20} aria-hidden="true" />}
            value={password}
            onChange={typing(setPassword)}
            error={errorOf('password')}
          />
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
          <Checkbox checked={remember} onChange={setRemember}>
            {t('login.remember')}
          </Checkbox>
          <button
            type="button"
            className="link text-small"
            onClick={() => setForgot((shown) => ({ open: true, time: (shown?.time ?? 0) + 1 }))}
          >
            {t('forgot.link')}
          </button>
        </div>
        {problem?.field === 'form' && (
          <div className="mt-2">
            <Notice kind="error">{problem.text()}</Notice>
          </div>
        )}
        <Button type="submit" variant="primary" full className="mt-3" busyLabel={busy && t('login.busy')}>
          {t('login.submit')}
        </Button>
        <Button
          variant="outline"
          full
          className="mt-3"
          disabled={busy}
          busyLabel={isSigning && t('login.busy')}
          onClick={logInByPasskey}
        >
          {t('login.passkey')}
        </Button>
      </form>
      {forgot && (
        <Suspense>
          <ForgotPasswordDialog key={forgot.time} open={forgot.open} phone={phone} onClose={closeForgot} />
        </Suspense>
      )}
    </>
  );
}
