import { MOBILE_WALLET_MINIMUM_BAHT } from '@krapao/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type DepositLookup, isQrBank, qrChannels } from '../../../features/deposits/channels.ts';
import { depositQuery } from '../../../features/deposits/queries.ts';
import { pauseQuery } from '../../../features/protection/queries.ts';
import { client } from '../../../lib/api.ts';
import { useServerCanMore } from '../../../lib/serverCan.ts';

/** Whether money has ever come in; every change of the member's money renews it, as it renews the statement. */
const depositedQuery = {
  queryKey: ['statement', 'deposited'],
  queryFn: async () => {
    const body = { page: 1, limit: 1, kinds: ['deposit' as const], status: 'SUCCESS' as const };
    return (await client('POST /api/statement', { body })).total > 0;
  },
};

/**
 * The least that a member who has never deposited can begin with, in baht; null for others, while it is unknown, and while
 * a break holds or no way is open.
 */
export function useFirstDeposit(isAsked: boolean): number | null {
  const canMore = useServerCanMore();
  const { data: hasDeposited } = useQuery({ ...depositedQuery, enabled: isAsked });
  const isNew = isAsked && hasDeposited === false;
  const { data: protection } = useQuery({ ...pauseQuery, enabled: isNew && canMore });
  const { data: lookup } = useQuery({ ...depositQuery, enabled: isNew });
  const isOpen = !canMore || protection?.pause === null;
  return isNew && isOpen && lookup ? leastDeposit(lookup) : null;
}

/** The least that any way takes, in baht; null where none is open. */
export function leastDeposit({ banks, wallets, depositMin, restsUntil }: DepositLookup): number | null {
  if (restsUntil !== undefined) return null;
  const least = [
    ...(banks.some((bank) => !isQrBank(bank)) ? [depositMin] : []),
    ...(wallets.length > 0 ? [Math.max(depositMin, MOBILE_WALLET_MINIMUM_BAHT)] : []),
    ...qrChannels(banks).map(({ minimum }) => Math.max(minimum, depositMin)),
  ];
  return least.length > 0 ? Math.min(...least) : null;
}
