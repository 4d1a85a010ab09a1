import { ApiError } from '@krapao/contract/client';
import { Lock } from 'lucide-react';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Beyond } from '../../components/Beyond.tsx';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { PhoneField } from '../../components/PhoneField.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { hasMessage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { limitAccess } from '../../lib/limitedAccess.ts';
import { isPasskeyRefusal, signWithPasskey } from '../../lib/passkey.ts';
import { afterLogin, paths, reasonOfLogin } from '../../lib/paths.ts';
import { phoneProblem } from '../../lib/phoneProblem.ts';
import { registeredPhone } from '../../lib/registeredPhone.ts';
import { startSession } from '../../lib/session.ts';
import { variant } from '../../lib/variant.ts';

const ForgotPasswordDialog = lazyPart(() => import('./ForgotPasswordDialog.tsx'));

/** `text` is evaluated when it is shown, so that it follows the language. */
type Problem = { field: 'phone' | 'password' | 'form'; text: () => string };

type Way = 'password' | 'passkey';
/** A session that withdraws, reads and chats. */
type Access = 'limited';

/** Phone number, password and the remember option. `onSend` is called when the form is submitted. */
export function LoginForm({ onSend }: { onSend: () => void }) {
  const t = useT();
  const [phone, setPhone] = useState(registeredPhone);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [busy, setBusy] = useState(false);
  const [isSigning, setIsSigning] = useState(false);
  // Null: never opened, so the dialog is not loaded.
  const [forgot, setForgot] = useState<{ open: boolean; time: number } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // How an excluded member has proved who they are. They may log in the same way with limited access.
  const [excluded, setExcluded] = useState<Way | null>(null);

  // The reason for the redirect to this page. Read after the first paint, which the build renders without a browser.
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => setReason(reasonOfLogin()), []);
  const reasonId = `error.${reason}`;

  // LOG-02: the error clears when the user types.
  const typing = (set: (value: string) => void) => (value: string) => {
    setProblem(null);
    setExcluded(null);
    set(value);
  };
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text() : undefined);

  function refuse(error: unknown, way: Way) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'INVALID_USER_3') setExcluded(way);
    const text = () =>
      way === 'passkey' && !(error instanceof ApiError) ? t('error.PASSKEY_REFUSED') : errorMessage(error);
    setProblem({ field: code === 'WRONG_CREDENTIAL' ? 'password' : 'form', text });
  }

  function enter({ token, access }: { token: string; access?: Access }) {
    startSession(token, remember);
    if (access) limitAccess();
    navigate(access ? paths.user : afterLogin(), { replace: true });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void logIn();
  }

  async function logIn(access?: Access) {
    const wrongPhone = phoneProblem(phone, variant);
    if (wrongPhone) return setProblem({ field: 'phone', text: () => t(wrongPhone) });
    if (password === '') return setProblem({ field: 'password', text: () => t('login.passwordRequired') });
    setBusy(true);
    setReason(null);
    onSend();
    try {
      const body = { username: phone, password, remember, ...(access && { access }) };
      enter(await client('POST /api/login', { body }));
    } catch (error) {
      refuse(error, 'password');
      setBusy(false);
    }
  }

  async function logInByPasskey(access?: Access) {
    setProblem(null);
    setIsSigning(true);
    try {
      const passkey = await signWithPasskey(await client('POST /api/login/passkey/options'));
      onSend();
      const body = { passkey, remember, ...(access && { access }) };
      enter(await client('POST /api/login/passkey', { body }));
    } catch (error) {
      if (!isPasskeyRefusal(error)) refuse(error, 'passkey');
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
        <div ref={takeFocus} tabIndex={-1} className="mt-4">
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
          <Beyond>
            <button
              type="button"
              className="link text-small"
              onClick={() => setForgot((shown) => ({ open: true, time: (shown?.time ?? 0) + 1 }))}
            >
              {t('forgot.link')}
            </button>
          </Beyond>
        </div>
        {problem?.field === 'form' && (
          <div className="mt-2">
            <Notice kind={excluded ? 'safety' : 'error'}>{problem.text()}</Notice>
            {excluded && (
              <Button
                variant="outline"
                full
                className="mt-3"
                isOff={busy || isSigning}
                onClick={() => (excluded === 'passkey' ? logInByPasskey : logIn)('limited')}
              >
                {t('safe.limited.open')}
              </Button>
            )}
          </div>
        )}
        <Button type="submit" variant="primary" full className="mt-3" busyLabel={busy && t('login.busy')}>
          {t('login.submit')}
        </Button>
        <Beyond>
          <Button
            variant="outline"
            full
            className="mt-3"
            disabled={busy}
            busyLabel={isSigning && t('login.busy')}
            onClick={() => logInByPasskey()}
          >
            {t('login.passkey')}
          </Button>
        </Beyond>
      </form>
      {forgot && (
        <Suspense>
          <ForgotPasswordDialog key={forgot.time} open={forgot.open} phone={phone} onClose={closeForgot} />
        </Suspense>
      )}
    </>
  );
}

/** Why a session ended is read out: what had the focus is gone. Who types keeps the focus. */
function takeFocus(reason: HTMLElement | null): void {
  if (!document.activeElement?.matches('input')) reason?.focus({ preventScroll: true });
}
