import { nameIn } from '@krapao/ui/nameIn.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { FormattedField } from '../../components/FormattedField.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { Select } from '../../components/Select.tsx';
import { getLanguage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { accountNumberFormat, upperCaseFormat } from '../../lib/fieldFormats.ts';
import { banksQuery } from '../../lib/lookupQueries.ts';
import { RequestEnd } from './RequestEnd.tsx';
import { useRequest } from './useRequest.ts';

const OF_NAME = /^(?:ACCOUNT_NAME_DIFFERS|BANK_ACCOUNT_NAME_ENG|INVALID_USER_INFO)$/;
const OF_ACCOUNT = /^(?:INVALID_BANK|EXISTING_BANK)$/;
const OF_PASSWORD = /^WRONG_PASSWORD$/;

/** Asks for another payout account, in the member's own name. */
export default function ChangeAccountDialog({
  open,
  accountName,
  onClose,
}: {
  open: boolean;
  /** Of the registered account. */
  accountName: string;
  onClose: () => void;
}) {
  const t = useT();
  const { data: banks = [] } = useQuery(banksQuery);
  const [bankCode, setBankCode] = useState('');
  const [bankAccountNo, setAccountNo] = useState('');
  const [bankAccountName, setName] = useState(accountName);
  const [password, setPassword] = useState('');
  const [note, setNote] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const request = useRequest(
    () =>
      client('POST /api/account/requests/bankAccount', {
        body: { bankCode, bankAccountNo, bankAccountName, password, note },
      }),
    onClose,
  );
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    request.forget();
  };
  const bank = banks.find(({ code }) => code === bankCode);
  const isComplete = [bankCode, bankAccountNo, bankAccountName, password].every((text) => text !== '');
  const problem = request.otherProblem(OF_NAME, OF_ACCOUNT, OF_PASSWORD);

  const missing = (text: string) => (isAsked && text === '' ? t('field.required') : undefined);

  function submit() {
    setIsAsked(true);
    if (isComplete) request.send();
  }

  return (
    <Dialog open={open} onClose={onClose} title={t('changes.bankAccount')} busy={request.isBusy}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-2">{t('changes.accountHint')}</p>
        <Select
          label={t('register.bank.bank')}
          name="bank"
          leading={bank && <Monogram code={bank.code} colour={bank.colour} small />}
          value={bankCode}
          onChange={change(setBankCode)}
          error={missing(bankCode)}
        >
          <option value="" disabled>
            {t('register.bank.choose')}
          </option>
          {banks.map((item) => (
            <option key={item.code} value={item.code}>
              {nameIn(item, getLanguage())}
            </option>
          ))}
        </Select>
        <FormattedField
          label={t('register.bank.accountNo')}
          name="accountNo"
          inputMode="numeric"
          autoComplete="off"
          className="num"
          format={accountNumberFormat}
          value={bankAccountNo}
          onChange={change(setAccountNo)}
          error={request.problemOf(OF_ACCOUNT) ?? missing(bankAccountNo)}
        />
        <FormattedField
          label={t('profile.accountName')}
          name="accountName"
          autoComplete="off"
          autoCapitalize="characters"
          format={upperCaseFormat}
          maxLength={120}
          value={bankAccountName}
          onChange={change(setName)}
          error={request.problemOf(OF_NAME) ?? missing(bankAccountName)}
        />
        <RequestEnd
          note={note}
          onNote={change(setNote)}
          password={password}
          onPassword={change(setPassword)}
          passwordProblem={request.problemOf(OF_PASSWORD)}
          problem={problem}
          isAsked={isAsked}
          isComplete={isComplete}
          isBusy={request.isBusy}
        />
      </Form>
    </Dialog>
  );
}
