import { requiresEnglishName } from '@krapao/contract/bankAccountName';
import { RECOMMENDED_BANKS } from '@krapao/contract/limits';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { useQuery } from '@tanstack/react-query';
import { FormattedField } from '../../components/FormattedField.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Select } from '../../components/Select.tsx';
import { getLanguage, useT } from '../../i18n/i18n.ts';
import { accountNumberFormat, upperCaseFormat } from '../../lib/fieldFormats.ts';
import { banksQuery, minimumAgeQuery } from '../../lib/lookupQueries.ts';
import { variant } from '../../lib/variant.ts';
import { problemText } from './problemText.ts';
import type { Fields } from './registration.ts';
import { StepActions } from './StepActions.tsx';
import { StepForm } from './StepForm.tsx';
import type { RegistrationWizard } from './useRegistration.ts';

/** Step 4: the bank account to which withdrawals are paid (REG-09). */
export function BankStep({ wizard }: { wizard: RegistrationWizard }) {
  const t = useT();
  const { state, dispatch } = wizard;
  const { fields } = state;
  const { data: banks = [] } = useQuery(banksQuery);
  const { data: { minimumAge } = {} } = useQuery(minimumAgeQuery);
  const bank = banks.find(({ code }) => code === fields.bankCode);
  const english = requiresEnglishName(fields.bankCode);
  // REG-13
  const isRecommended = (code: string) => variant !== 'laos' && RECOMMENDED_BANKS.includes(code);
  const typed = (field: keyof Fields) => (value: string) => dispatch({ type: 'typed', field, value });
  const bind = (field: keyof Fields) => ({
    value: fields[field],
    onChange: typed(field),
    error: problemText(state.problem, field),
  });
  const option = (item: (typeof banks)[number]) => (
    <option key={item.code} value={item.code}>
      {nameIn(item, getLanguage())}
    </option>
  );
  const recommended = banks.filter(({ code }) => isRecommended(code));
  const others = banks.filter(({ code }) => !isRecommended(code));

  return (
    <StepForm
      title={t('register.bank.title')}
      text={t('register.bank.text')}
      onSubmit={() => wizard.register(minimumAge)}
      actions={
        <>
          {minimumAge !== undefined && (
            <p className="text-center text-caption text-ink-2">
              {t('register.bank.age', { years: minimumAge })}
            </p>
          )}
          <StepActions
            wizard={wizard}
            label={t('register.bank.submit')}
            busyLabel={t('register.bank.submitting')}
          />
        </>
      }
    >
      <Select
        label={t('register.bank.bank')}
        name="bank"
        leading={bank && <Monogram code={bank.code} colour={bank.colour} small />}
        trailing={
          isRecommended(fields.bankCode) && (
            <span className="badge badge-gold pointer-events-none">{t('register.bank.recommended')}</span>
          )
        }
        {...bind('bankCode')}
      >
        <option value="" disabled>
          {t('register.bank.choose')}
        </option>
        {recommended.length > 0 && (
          <optgroup label={t('register.bank.recommended')}>{recommended.map(option)}</optgroup>
        )}
        {recommended.length > 0 ? (
          <optgroup label={t('register.bank.others')}>{others.map(option)}</optgroup>
        ) : (
          others.map(option)
        )}
      </Select>
      <FormattedField
        label={t('register.bank.accountNo')}
        name="accountNo"
        inputMode="numeric"
        autoComplete="off"
        className="num"
        format={accountNumberFormat}
        {...bind('accountNo')}
      />
      <div className="grid gap-3 min-[360px]:grid-cols-2">
        <FormattedField
          format={upperCaseFormat}
          label={t(english ? 'register.bank.firstNameEnglish' : 'register.bank.firstName')}
          name="firstName"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          {...bind('firstName')}
        />
        <FormattedField
          format={upperCaseFormat}
          label={t(english ? 'register.bank.lastNameEnglish' : 'register.bank.lastName')}
          name="lastName"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={59}
          {...bind('lastName')}
        />
      </div>
      {variant === 'laos' && (
        <Select label={t('register.bank.currency')} name="currency" {...bind('currency')}>
          <option value="LAK">{t('register.bank.kip')}</option>
          <option value="BAHT">{t('register.bank.baht')}</option>
        </Select>
      )}
      {english && <Notice>{t('register.bank.englishOnly')}</Notice>}
    </StepForm>
  );
}
