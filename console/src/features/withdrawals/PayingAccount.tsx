import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNeed } from '../../components/DecisionForm.tsx';
import { QueryState } from '../../components/QueryState.tsx';
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
  const query = useQuery({
    queryKey: ['withdrawals', 'paying-accounts'],
    queryFn: () => client('GET /api/console/withdrawals/accounts'),
  });
  const accounts = query.data?.accounts.filter((account) => account.currency === currency);
  const first = told ?? accounts?.find(({ isLast }) => isLast)?.id ?? '';
  /** What is shown as chosen: an account that is no longer there is not. */
  const shownOf = (chosen: string | undefined) =>
    chosen === UNKNOWN || accounts?.some(({ id }) => id === chosen) ? chosen : first;
  return {
    query,
    accounts,
    shownOf,
    /** What the call says: undefined while nothing is chosen. */
    accountOf: (chosen: string | undefined): string | null | undefined => {
      const value = shownOf(chosen);
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
export function PayingAccount({ paying: { query, accounts, shownOf }, chosen, onChoose }: Props) {
  const t = useT();
  const need = useNeed('account');
  if (accounts === undefined) return <QueryState query={query}>{() => null}</QueryState>;
  if (accounts.length === 0) return null;
  return (
    <NativeSelect
      {...need}
      mt="md"
      label={<span>{t('accounts.paidFrom')}</span>}
      value={shownOf(chosen)}
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
