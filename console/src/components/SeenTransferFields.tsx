import { NativeSelect, TextInput } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { BahtField } from './BahtField.tsx';

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
  /** False where the reference is known already. */
  needsRef: boolean;
}

/** What really arrived, in which account of ours, and under which reference of the bank. */
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
        label={t('slips.account')}
        value={value.accountId}
        onChange={(event) => onChange({ ...value, accountId: event.currentTarget.value })}
        data={accounts.map(({ id, label }) => ({ value: id, label }))}
        mt="sm"
      />
      {needsRef && (
        <TextInput
          label={t('slips.reference')}
          description={t('slips.referenceHint')}
          value={value.transRef}
          onChange={(event) => onChange({ ...value, transRef: event.currentTarget.value.trim() })}
          maxLength={25}
          mt="sm"
        />
      )}
    </>
  );
}

/** Whether everything is there that crediting needs. */
export function isComplete({ amount, accountId, transRef }: SeenTransfer, needsRef: boolean): boolean {
  return Number(amount) > 0 && accountId !== '' && (!needsRef || transRef !== '');
}
