import { DELAY_MS } from '@krapao/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Link } from '../../components/Link.tsx';
import { useVoice } from '../../components/useVoice.ts';
import { useT } from '../../i18n/i18n.ts';
import { registerOtpQuery } from '../../lib/lookupQueries.ts';
import { paths } from '../../lib/paths.ts';
import { BankStep } from './BankStep.tsx';
import { OpensLater } from './OpensLater.tsx';
import { OtpStep } from './OtpStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { progressOf } from './registration.ts';
import { useRegistration } from './useRegistration.ts';

/** The wizard: phone number, code, profile, bank account (REG-01). */
export function RegistrationForm() {
  const t = useT();
  const queryClient = useQueryClient();
  const { data } = useQuery(registerOtpQuery);
  const wizard = useRegistration({
    askNeedsOtp: async () => (await queryClient.fetchQuery(registerOtpQuery)).registerOTP,
  });
  const { step, needsOtp } = wizard.state;
  useStepHistory(step !== 'phone' && step !== 'done', () => wizard.dispatch({ type: 'back' }));
  const expectsOtp = needsOtp ?? data?.registerOTP ?? true;
  const { current, total } = progressOf({ ...wizard.state, needsOtp: expectsOtp });
  if (step === 'done') return <DoneStep />;
  if (step === 'phone' && data?.opensLater) return <OpensLater />;
  return (
    <>
      <div className="flex items-center justify-between text-caption text-ink-3">
        <span>{t('register.title')}</span>
        <span className="num">{t('register.step', { step: current, steps: total })}</span>
      </div>
      <div
        className="steps mt-2"
        role="progressbar"
        aria-label={t('register.title')}
        aria-valuenow={current}
        aria-valuemin={1}
        aria-valuemax={total}
      >
        {Array.from({ length: total }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are fixed
          <i key={index} data-on={index < current ? '' : undefined} />
        ))}
      </div>
      {step === 'phone' && <PhoneStep wizard={wizard} needsOtp={expectsOtp} />}
      {step === 'otp' && <OtpStep wizard={wizard} />}
      {step === 'profile' && <ProfileStep wizard={wizard} />}
      {step === 'bank' && <BankStep wizard={wizard} />}
    </>
  );
}

/** REG-14: reports the success and goes to /login after 2 seconds. */
function DoneStep() {
  const t = useT();
  useVoice(`${t('register.done.title')} ${t('register.done.text')}`);
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.login), DELAY_MS.registrationRedirect);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 text-center">
      <CircleCheck size={64} strokeWidth={1.5} className="text-jade" aria-hidden="true" />
      <h1 className="mt-3">{t('register.done.title')}</h1>
      <p className="text-ink-2">{t('register.done.text')}</p>
      <Link href={paths.login} className="link">
        {t('register.done.login')}
      </Link>
    </div>
  );
}

/**
 * Makes the browser's back button go one step back, like the wizard's own button. Only the first step leaves the
 * wizard.
 * @param isInside true when there is a previous step
 */
function useStepHistory(isInside: boolean, back: () => void): void {
  const goBack = useEffectEvent(back);
  const [pops, setPops] = useState(0);
  useEffect(() => {
    const onPop = () => {
      if (isWizardEntry()) return;
      goBack();
      setPops((count) => count + 1);
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of the back button takes the entry away
  useEffect(() => {
    if (isInside && !isWizardEntry()) window.history.pushState({ ...window.history.state, wizard: true }, '');
    if (!isInside && isWizardEntry()) window.history.back();
  }, [isInside, pops]);
}

function isWizardEntry(): boolean {
  return window.history.state?.wizard === true;
}
