import { useQuery } from '@tanstack/react-query';
import type { SeenTransfer } from '../../components/SeenTransferFields.tsx';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import type { Approval, Slip } from './slipDecision.ts';

type SeenReference = Pick<SeenTransfer, 'transRef' | 'accountId'>;

/**
 * Whose money it may be: by the slip's own reference, or by a typed one that the server has refused, because its sender fits
 * several members.
 */
export function useSeveral(slip: Slip, seen: SeenReference) {
  const [refused, setRefused] = useDraft<SeenReference | null>('several', () => null);
  const isSeveral =
    refused !== null && refused.transRef === seen.transRef && refused.accountId === seen.accountId;
  const { data } = useQuery({
    queryKey: ['slips', slip.id, 'candidates', refused],
    queryFn: () =>
      client('GET /api/console/slips/:id/candidates', {
        params: { id: slip.id },
        query: refused ?? { transRef: '', accountId: '' },
      }),
    enabled: isSeveral,
  });
  return {
    isSeveral,
    candidates: isSeveral ? (data?.candidates ?? []) : slip.candidates,
    note: ({ transRef, accountId }: Approval) =>
      transRef !== undefined && setRefused({ transRef, accountId }),
  };
}
