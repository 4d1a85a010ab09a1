import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { LoginName } from '../../components/LoginName.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { Select } from '../../components/Select.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { sourcesQuery } from '../../lib/lookupQueries.ts';
import { problemText } from './problemText.ts';
import type { Fields } from './registration.ts';
import { StepActions } from './StepActions.tsx';
import { StepForm } from './StepForm.tsx';
import type { RegistrationWizard } from './useRegistration.ts';

/** Step 3: name, password, how the visitor heard of the site, and the inviter (REG-06). */
export function ProfileStep({ wizard }: { wizard: RegistrationWizard }) {
  const t = useT();
  const { state, dispatch } = wizard;
  const { data: sources } = useQuery(sourcesQuery);
  const bind = (field: keyof Fields) => ({
    value: state.fields[field],
    onChange: (value: string) => dispatch({ type: 'typed', field, value }),
    error: problemText(state.problem, field),
  });

  return (
    <StepForm
      title={t('register.profile.title')}
      text={t('register.profile.text')}
      onSubmit={wizard.sendProfile}
      actions={<StepActions wizard={wizard} label={t('next')} busyLabel={t('register.profile.checking')} />}
    >
      <TextField
        label={t('register.profile.name')}
        name="name"
        autoComplete="name"
        maxLength={60}
        trailing={
          state.fields.name.trim() !== '' && (
            <Check size={20} className="text-jade" strokeWidth={2.25} aria-hidden="true" />
          )
        }
        {...bind('name')}
      />
      <LoginName phone={state.fields.phone} />
      <PasswordField
        label={t('field.password')}
        name="password"
        autoComplete="new-password"
        maxLength={128}
        hint={t('register.profile.passwordHint')}
        {...bind('password')}
      />
      <PasswordField
        label={t('register.profile.confirm')}
        name="confirm"
        autoComplete="new-password"
        maxLength={128}
        {...bind('confirm')}
      />
      <div className="grid gap-3 min-[360px]:grid-cols-2">
        <Select label={t('register.profile.source')} name="source" {...bind('sourceCode')}>
          <option value="">{t('register.profile.sourceNone')}</option>
          {sources?.map(({ code, description }) => (
            <option key={code} value={code}>
              {description}
            </option>
          ))}
        </Select>
        <TextField
          label={t('register.profile.invite')}
          name="invite"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          readOnly={state.isInviteLocked}
          {...bind('inviteCode')}
        />
      </div>
    </StepForm>
  );
}
