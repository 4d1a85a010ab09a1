import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { Notice } from '../../components/Notice.tsx';
import { LONGEST_PHONE, PhoneField } from '../../components/PhoneField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { phoneProblem } from '../../lib/phoneProblem.ts';
import { variant } from '../../lib/variant.ts';
import { problemText } from './problemText.ts';
import { StepForm } from './StepForm.tsx';
import type { RegistrationWizard } from './useRegistration.ts';

/** Step 1: the phone number, which is also the login name. */
export function PhoneStep({ wizard, needsOtp }: { wizard: RegistrationWizard; needsOtp: boolean }) {
  const t = useT();
  const { state, dispatch } = wizard;
  const { phone } = state.fields;
  const [left, setLeft] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const wrong = phoneProblem(phone, variant);
  const isTold = isAsked || (left && phone !== '');
  const error = problemText(state.problem, 'phone') ?? (isTold && wrong ? t(wrong) : undefined);

  return (
    <StepForm
      title={t('register.phone.title')}
      text={t(needsOtp ? 'register.phone.textOtp' : 'register.phone.text')}
      onSubmit={() => (wrong ? setIsAsked(true) : wizard.sendPhone())}
      actions={
        <>
          <Button
            type="submit"
            variant="primary"
            full
            disabled={wrong !== null}
            busyLabel={state.isBusy && t('register.phone.sending')}
          >
            {t(needsOtp ? 'register.phone.send' : 'next')}
          </Button>
          <p className="flex flex-wrap items-center justify-center gap-1 text-ink-2">
            <span>{t('register.haveAccount')}</span>
            <Link href={paths.login} className="link">
              {t('register.login')}
            </Link>
          </p>
        </>
      }
    >
      <PhoneField
        label={t(variant === 'laos' ? 'field.phone' : 'register.phone.label')}
        name="username"
        autoComplete="username"
        value={phone}
        onChange={(value) => dispatch({ type: 'typed', field: 'phone', value })}
        onBlur={() => setLeft(true)}
        hint={t('register.phone.hint')}
        error={error}
        trailing={
          <span
            className="num text-caption text-ink-3"
            aria-hidden="true"
          >{`${phone.length}/${LONGEST_PHONE}`}</span>
        }
      />
      <Notice kind="safety">{t('register.phone.safety')}</Notice>
    </StepForm>
  );
}
