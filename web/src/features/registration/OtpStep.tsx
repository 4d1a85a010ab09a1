import { OTP_CODE_LENGTH } from '@krapao/contract/limits';
import { Button } from '../../components/Button.tsx';
import { OtpField } from '../../components/OtpField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { countdownText, phoneText } from '../../lib/format.ts';
import { useNow } from '../../lib/useNow.ts';
import { problemText } from './problemText.ts';
import { StepForm } from './StepForm.tsx';
import type { RegistrationWizard } from './useRegistration.ts';

const SECOND_MS = 1_000;

/** Step 2: the code of the SMS (REG-03). */
export function OtpStep({ wizard }: { wizard: RegistrationWizard }) {
  const t = useT();
  const { state, dispatch } = wizard;
  const { phone, otpCode } = state.fields;
  const wait = (state.otp?.resendAt ?? 0) - useNow(SECOND_MS);
  const back = () => dispatch({ type: 'back' });

  return (
    <StepForm
      title={t('register.otp.title')}
      text={
        <>
          {t('register.otp.sentTo', { phone: phoneText(phone) })}{' '}
          <button type="button" className="link px-1" onClick={back}>
            {t('register.otp.change')}
          </button>
        </>
      }
      onSubmit={() => otpCode.length === OTP_CODE_LENGTH && wizard.verifyOtp(otpCode)}
      actions={
        <>
          <Button
            type="submit"
            variant="primary"
            full
            disabled={otpCode.length < OTP_CODE_LENGTH}
            busyLabel={state.isBusy && t('register.otp.verifying')}
          >
            {t('register.otp.verify')}
          </Button>
          <Button variant="text" full disabled={state.isBusy} onClick={back}>
            {t('back')}
          </Button>
        </>
      }
    >
      <div>
        <OtpField
          label={t('register.otp.label')}
          value={otpCode}
          onChange={(value) => dispatch({ type: 'typed', field: 'otpCode', value })}
          onComplete={wizard.verifyOtp}
          error={problemText(state.problem, 'otpCode')}
        />
        <p className="num mt-3 text-caption text-ink-3">
          {t('register.otp.reference', { reference: state.otp?.reference ?? '' })}
        </p>
      </div>
      <div className="card flex flex-wrap items-center justify-between gap-2 py-2.5 pr-2.5 pl-4.5">
        <span className="text-small text-ink-2">{t('register.otp.notReceived')}</span>
        <Button size="small" className="num" disabled={wait > 0 || state.isBusy} onClick={wizard.resendOtp}>
          {wait > 0 ? t('register.otp.resendIn', { time: countdownText(wait) }) : t('register.otp.resend')}
        </Button>
      </div>
    </StepForm>
  );
}
