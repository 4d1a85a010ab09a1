import type { StepUpAsk } from '@krapao/contract/stepUp';
import { bahtText } from '@krapao/ui/money.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { Link } from '../../components/Link.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { isPasskeyRefusal, signWithPasskey } from '../../lib/passkey.ts';
import { paths } from '../../lib/paths.ts';
import { endAsking, useProofAsked } from '../../lib/stepUp.ts';
import { PinBoxes } from './PinBoxes.tsx';

/** Asks for the PIN, a passkey or the password when a call needs a proof, and lets the call go on. */
export default function StepUpDialog() {
  const t = useT();
  const ask = useProofAsked();
  // The last question stays visible while its dialog closes.
  const [shown, setShown] = useState<{ ask: StepUpAsk; time: number } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (ask && ask !== shown?.ask) setShown({ ask, time: (shown?.time ?? 0) + 1 });
  if (!shown) return null;
  return (
    <Dialog
      open={ask !== null}
      onClose={() => endAsking(null)}
      title={t('stepUp.title')}
      shape="centred"
      busy={isBusy}
    >
      <Ways key={shown.time} ask={shown.ask} onBusy={setIsBusy} />
    </Dialog>
  );
}

type Given = { pin: string } | { password: string };

function Ways({ ask, onBusy }: { ask: StepUpAsk; onBusy: (isBusy: boolean) => void }) {
  const t = useT();
  const { action, subject, ways } = ask;
  const [pin, setPin] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function setBusy(busy: boolean) {
    setIsBusy(busy);
    onBusy(busy);
  }

  async function prove(
    give: () => Promise<Given | { passkey: Awaited<ReturnType<typeof signWithPasskey>> }>,
  ) {
    setBusy(true);
    setProblem(null);
    try {
      const { proof } = await client('POST /api/account/stepUp', {
        body: { action, subject, ...(await give()) },
      });
      setBusy(false);
      endAsking(proof);
    } catch (error) {
      setBusy(false);
      setPin('');
      setPassword('');
      if (!isPasskeyRefusal(error)) setProblem(errorMessage(error));
    }
  }

  const provePasskey = () =>
    prove(async () => ({ passkey: await signWithPasskey(await client('POST /api/account/stepUp/options')) }));
  const begin = useEffectEvent(() => {
    // With nothing else to choose, the press that led here was enough.
    if (ways.join() === 'passkey') void provePasskey();
  });
  useEffect(() => begin(), []);

  function submit() {
    if (password === '') setProblem(t('login.passwordRequired'));
    else void prove(async () => ({ password }));
  }

  return (
    <div className="flex flex-col gap-4">
      {subjectText(ask) !== '' && <p className="num whitespace-normal text-ink-2">{subjectText(ask)}</p>}
      {ways.includes('pin') && (
        <PinBoxes
          label={t('stepUp.pin')}
          value={pin}
          onChange={(typed) => {
            // Disabled, the field would lose the focus, and the next try would need a press.
            if (isBusy) return;
            setProblem(null);
            setPin(typed);
          }}
          onComplete={(typed) => {
            if (!isBusy) void prove(async () => ({ pin: typed }));
          }}
          error={problem ?? undefined}
        />
      )}
      {ways.includes('password') && (
        <Form onSubmit={submit} className="flex flex-col gap-4">
          <PasswordField
            label={t('field.password')}
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(typed) => {
              setProblem(null);
              setPassword(typed);
            }}
            error={problem ?? undefined}
          />
          <Button type="submit" variant="primary" full busyLabel={isBusy && t('stepUp.busy')}>
            {t('stepUp.confirm')}
          </Button>
        </Form>
      )}
      {ways.includes('passkey') && (
        <>
          {problem && ways.length === 1 && <Notice kind="error">{problem}</Notice>}
          <Button
            variant={ways.length === 1 ? 'primary' : 'outline'}
            full
            isOff={isBusy && ways.length > 1}
            busyLabel={isBusy && ways.length === 1 && t('stepUp.busy')}
            onClick={provePasskey}
          >
            {t('stepUp.passkey')}
          </Button>
        </>
      )}
      {ways.includes('pin') && (
        <Link className="link self-center" href={paths.security} onClick={() => endAsking(null)}>
          {t('stepUp.forgotPin')}
        </Link>
      )}
      {ways.includes('pin') && (
        <p className="text-center text-small text-ink-3 empty:-mt-4" role="status">
          {isBusy && t('stepUp.busy')}
        </p>
      )}
    </div>
  );
}

/** What the proof is for, in words; empty where the press before has just said it. */
function subjectText({ action, subject }: StepUpAsk): string {
  if (action !== 'withdraw') return '';
  return t('stepUp.withdraw', { amount: bahtText(Number(subject) / 100) });
}
