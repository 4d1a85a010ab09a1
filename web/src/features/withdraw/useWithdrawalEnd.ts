import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../lib/api.ts';

/** What no event reports is asked for again while it is on its way. */
const ASK_AGAIN_MS = 15_000;

/** How a withdrawal stands: on its way, at the member's bank, or back in the wallet. */
type WithdrawalEnd = 'waits' | 'paid' | 'refused';

const isWithdrawal = ({ statementType }: { statementType: string }) => statementType === 'withdraw';

/**
 * Follows the withdrawal that was accepted just now, the newest of the statement; every change of the member's money renews
 * it. Until it is known, `first` holds.
 */
export function useWithdrawalEnd(first: WithdrawalEnd): WithdrawalEnd {
  // What an earlier view has loaded is of an earlier withdrawal.
  const [opened] = useState(() => performance.now());
  const [id, setId] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['statement', 'withdrawn', opened],
    queryFn: () =>
      client('POST /api/statement', { body: { page: 1, limit: 10, kinds: ['withdraw' as const] } }),
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.statements.find(isWithdrawal)?.status === 'PENDING' && ASK_AGAIN_MS,
  });
  const newest = data?.statements.find(isWithdrawal);
  // Another page may ask for another one meanwhile.
  if (id === null && newest) setId(newest._id);
  const row = data?.statements.find(({ _id }) => _id === id);
  if (!row) return first;
  return row.status === 'SUCCESS' ? 'paid' : row.status === 'FAILED' ? 'refused' : 'waits';
}
