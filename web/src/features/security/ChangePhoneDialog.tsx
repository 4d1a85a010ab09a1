import { useState } from 'react';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { PhoneField } from '../../components/PhoneField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { phoneProblem } from '../../lib/phoneProblem.ts';
import { variant } from '../../lib/variant.ts';
import { RequestEnd } from './RequestEnd.tsx';
import { isWhole, NO_CODE, SmsCode } from './SmsCode.tsx';
import { useRequest } from './useRequest.ts';

const OF_PHONE = /^(?:EXISTING_USER|PHONE_NUMBER_REQUIRE_10_DIGIT)$/;
const OF_PASSWORD = /^WRONG_PASSWORD$/;

/** Asks for another phone number: a code to it, one to the old number if the member still has it, and the password. */
export default function ChangePhoneDialog({
  open,
  phone,
  onClose,
}: {
  open: boolean;
  phone: string;
  onClose: () => void;
}) {
  const t = useT();
  const [newPhone, setNewPhone] = useState('');
  const [newCode, setNewCode] = useState(NO_CODE);
  const [hasOld, setHasOld] = useState(true);
  const [oldCode, setOldCode] = useState(NO_CODE);
  const [password, setPassword] = useState('');
  const [note, setNote] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const request = useRequest(
    () =>
      client('POST /api/account/requests/phone', {
        body: { phoneNumber: newPhone, newCode, ...(hasOld && { oldCode }), password, note },
      }),
    onClose,
  );
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      request.forget();
    };
  const isComplete = isWhole(newCode) && (!hasOld || isWhole(oldCode)) && password !== '';
  const wrongPhone = phoneProblem(newPhone, variant);
  const problem = request.otherProblem(OF_PHONE, OF_PASSWORD);

  function submit() {
    setIsAsked(true);
    if (isComplete) request.send();
  }

  return (
    <Dialog open={open} onClose={onClose} title={t('changes.phone')} busy={request.isBusy}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <PhoneField
          label={t('changes.newPhone')}
          name="newPhone"
          autoComplete="off"
          data-autofocus
          value={newPhone}
          onChange={change((typed: string) => {
            setNewPhone(typed);
            setNewCode(NO_CODE);
          })}
          error={request.problemOf(OF_PHONE) ?? (isAsked && wrongPhone ? t(wrongPhone) : undefined)}
        />
        <SmsCode
          key={newPhone}
          phone={newPhone}
          purpose="newPhone"
          value={newCode}
          onChange={change(setNewCode)}
          isMissing={isAsked && wrongPhone === null && !isWhole(newCode)}
          onSent={() => setIsAsked(false)}
          disabled={wrongPhone !== null}
        />
        <Checkbox checked={hasOld} onChange={change(setHasOld)}>
          {t('changes.hasOld')}
        </Checkbox>
        <p className="text-small text-ink-2">{t('changes.hasOldHint')}</p>
        {hasOld && (
          <SmsCode
            phone={phone}
            purpose="oldPhone"
            value={oldCode}
            onChange={change(setOldCode)}
            isMissing={isAsked && !isWhole(oldCode)}
            onSent={() => setIsAsked(false)}
          />
        )}
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
        >
          <p className="text-small text-ink-3">{t('changes.endsSessions')}</p>
        </RequestEnd>
      </Form>
    </Dialog>
  );
}
