import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';

interface Props {
  /** Of the payout. */
  currency: 'THB' | 'LAK';
  /** Empty while it is not known. */
  value: string;
  onChange: (accountId: string) => void;
}

/** Our account that paid a withdrawal, if the operator knows it. */
export function PayingAccount({ currency, value, onChange }: Props) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['withdrawals', 'paying-accounts'],
    queryFn: () => client('GET /api/console/withdrawals/accounts'),
  });
  const accounts = data?.accounts.filter((account) => account.currency === currency) ?? [];
  if (accounts.length === 0) return null;
  return (
    <NativeSelect
      mt="md"
      label={<span>{t('accounts.paidFrom')}</span>}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('accounts.unknown')}</option>
      {accounts.map(({ id, bankCode, accountNo }) => (
        <option key={id} value={id} translate="no">
          {`${bankCode} ${accountNo}`}
        </option>
      ))}
    </NativeSelect>
  );
}
