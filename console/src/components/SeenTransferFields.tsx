import { NativeSelect } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { BahtField } from './BahtField.tsx';
import { type Need, useNeed } from './DecisionForm.tsx';
import { TransRefField } from './TransRefField.tsx';

/** A transfer as an operator saw it at the bank. */
export interface SeenTransfer {
  amount: string | number;
  accountId: string;
  transRef: string;
}

interface Props {
  accounts: readonly { id: string; label: string }[];
  value: SeenTransfer;
  onChange: (value: SeenTransfer) => void;
  /** False if the reference is already known. */
  needsRef: boolean;
}

/** The amount that arrived, our receiving account, and the bank's reference. */
export function SeenTransferFields({ accounts, value, onChange, needsRef }: Props) {
  const t = useT();
  return (
    <>
      <BahtField
        label={t('slips.creditAmount')}
        value={value.amount}
        onChange={(amount) => onChange({ ...value, amount })}
      />
      <NativeSelect
        {...useNeed('account')}
        label={<span>{t('slips.account')}</span>}
        value={value.accountId}
        onChange={(event) => onChange({ ...value, accountId: event.currentTarget.value })}
        data={accounts.map(({ id, label }) => ({ value: id, label }))}
        mt="sm"
      />
      {needsRef && (
        <TransRefField
          label={t('slips.reference')}
          description={t('slips.referenceHint')}
          value={value.transRef}
          onChange={(transRef) => onChange({ ...value, transRef })}
          maxLength={25}
          mt="sm"
        />
      )}
    </>
  );
}

/** The first input that crediting still needs. */
export function missingOf(
  { amount, accountId, transRef }: SeenTransfer,
  needsRef: boolean,
): Need | undefined {
  if (!(Number(amount) > 0)) return 'amount';
  if (accountId === '') return 'account';
  return needsRef && transRef === '' ? 'transRef' : undefined;
}
