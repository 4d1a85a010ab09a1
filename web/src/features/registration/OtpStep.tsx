import { OTP_CODE_LENGTH } from '@krapao/contract/limits';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { Button } from '../../components/Button.tsx';
import { OtpField } from '../../components/OtpField.tsx';
import { ResendCode } from '../../components/ResendCode.tsx';
import { useT } from '../../i18n/i18n.ts';
import { problemText } from './problemText.ts';
import { StepForm } from './StepForm.tsx';
import type { RegistrationWizard } from './useRegistration.ts';

/** Step 2: the code of the SMS (REG-03). */
export function OtpStep({ wizard }: { wizard: RegistrationWizard }) {
  const t = useT();
  const { state, dispatch } = wizard;
  const { phone, otpCode } = state.fields;
  const number = phoneText(phone);
  const [before, after] = t('register.otp.sentTo', { phone: number }).split(number);
  const back = () => dispatch({ type: 'back' });
  const isShort = otpCode.length < OTP_CODE_LENGTH;
  const sayShort = () =>
    dispatch({ type: 'refused', problem: { field: 'otpCode', message: 'register.otp.short' } });

  return (
    <StepForm
      title={t('register.otp.title')}
      text={
        <>
          <span>{before}</span>
          <b translate="no" className="num font-semi text-ink">
            {number}
          </b>
          <span>{`${after} `}</span>
          <button type="button" className="link px-1" onClick={back}>
            {t('register.otp.change')}
          </button>
        </>
      }
      onSubmit={() => (isShort ? sayShort() : wizard.verifyOtp(otpCode))}
      actions={
        <>
          <Button
            type="submit"
            variant="primary"
            full
            disabled={isShort}
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
      <ResendCode resendAt={state.otp?.resendAt ?? 0} busy={state.isBusy} onResend={wizard.resendOtp} />
    </StepForm>
  );
}
