import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.ts';
import { registerOtpQuery } from '../../lib/lookupQueries.ts';
import { BankStep } from './BankStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { OtpStep } from './OtpStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { progressOf } from './registration.ts';
import { useRegistration } from './useRegistration.ts';
import { useStepHistory } from './useStepHistory.ts';

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
