import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNeed } from '../../components/DecisionForm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';

/** The choice of an operator who cannot say which account paid. */
const UNKNOWN = 'unknown';

/**
 * Our account that paid a withdrawal: as chosen, as a statement tells, or the one that this operator paid from last.
 * @param currency of the payout
 * @param told by a bank statement
 */
export function usePayingAccount(currency: 'THB' | 'LAK', told: string | undefined) {
  const { data } = useQuery({
    queryKey: ['withdrawals', 'paying-accounts'],
    queryFn: () => client('GET /api/console/withdrawals/accounts'),
  });
  const accounts = data?.accounts.filter((account) => account.currency === currency);
  const first = told ?? accounts?.find(({ isLast }) => isLast)?.id ?? '';
  return {
    accounts,
    first,
    /** What the call says: undefined while nothing is chosen. */
    accountOf: (chosen: string | undefined): string | null | undefined => {
      const value = chosen ?? first;
      if (value === UNKNOWN || accounts?.length === 0) return null;
      return value === '' ? undefined : value;
    },
  };
}

interface Props {
  paying: ReturnType<typeof usePayingAccount>;
  /** Undefined: what is filled in. */
  chosen: string | undefined;
  onChoose: (value: string) => void;
}

/** Asks which of our accounts paid; that it is not known is a choice, too. Nothing where we have no account. */
export function PayingAccount({ paying: { accounts = [], first }, chosen, onChoose }: Props) {
  const t = useT();
  const need = useNeed('account');
  if (accounts.length === 0) return null;
  return (
    <NativeSelect
      {...need}
      mt="md"
      label={<span>{t('accounts.paidFrom')}</span>}
      value={chosen ?? first}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="" disabled>
        {t('accounts.choose')}
      </option>
      {accounts.map(({ id, bankCode, accountNo }) => (
        <option key={id} value={id} translate="no">
          {`${bankCode} ${accountNo}`}
        </option>
      ))}
      <option value={UNKNOWN}>{t('accounts.unknown')}</option>
    </NativeSelect>
  );
}
