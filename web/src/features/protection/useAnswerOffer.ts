import type { LimitPeriod } from '@krapao/contract/api/protection/limits';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { pauseQuery } from './queries.ts';

/** The limits in baht that the member sets, or that they do without. */
type OfferAnswer = { answer: 'set'; deposit: number; loss: number | null } | { answer: 'without' };

/** Sets what the answer names, and keeps that the offer of a limit was answered. */
export function useAnswerOffer(period: LimitPeriod) {
  const queryClient = useQueryClient();
  return useSingleMutation<void, OfferAnswer>({
    mutationFn: async (given) => {
      if (given.answer === 'set') {
        const set = (kind: 'deposit' | 'loss', most: number) =>
          client('PUT /api/protection/limits/:kind/:period', { params: { kind, period }, body: { most } });
        await set('deposit', given.deposit);
        if (given.loss !== null) await set('loss', given.loss);
      }
      await client('POST /api/protection/offer', { body: { answer: given.answer } });
    },
    onSuccess: (_, { answer }) => {
      if (answer === 'set') toast.success(() => t('safe.holds'));
      queryClient.setQueryData(
        pauseQuery.queryKey,
        (view) => view && { ...view, reminders: view.reminders.filter((one) => one !== 'offer') },
      );
    },
    onError: (error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['protection'] }),
  });
}
