import { ApiError } from '@krapao/contract/client';
import { isErrorCode } from '@krapao/contract/errors';
import { QR_MINIMUM_BAHT } from '@krapao/contract/limits';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { client } from '../../lib/api.ts';
import { habitsQuery } from '../../lib/habits.ts';
import { useKeyedAction } from '../../lib/useKeyedAction.ts';
import type { QrAnswer } from './qrCountdown.ts';
import { isEnded } from './slipUpload.ts';
import { waitingQrQuery } from './waitingQrQuery.ts';

const QR_POLL_MS = 2_500;
const SLIP_POLL_MS = 2_000;

export const depositQuery = queryOptions({
  queryKey: ['lookup', 'deposit'],
  queryFn: () => client('GET /api/lookup/deposit'),
});

export const slipLookupQuery = queryOptions({
  queryKey: ['lookup', 'slip'],
  queryFn: () => client('GET /api/lookup/slip'),
});

/** The open QR of a channel; polled while it is open and the page is visible. */
export function qrQuery(bankCode: string) {
  return queryOptions({
    queryKey: ['qr', bankCode],
    queryFn: () => client('GET /api/qrcode/:bankCode', { params: { bankCode } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'OPEN' ? QR_POLL_MS : false),
  });
}

/**
 * Creates a QR (DEP-06); ignored under 1 baht (DEP-09). The QR codes of the other channels are reloaded (DEP-08). When
 * the answer is lost, the QR is loaded once the server confirms that it exists. `asked` is the amount in baht while it is on its
 * way or unclear; it is repeated unchanged.
 * @param onPaid called where it was paid before it could be shown, with baht
 */
export function useCreateQr(bankCode: string, onPaid: (amount: number) => void) {
  const queryClient = useQueryClient();
  const [latest, setLatest] = useState<number | null>(null);
  const { run, ...action } = useKeyedAction<QrAnswer>({
    onAnswer: (answer) => {
      if (answer.status === 'PAID') onPaid(answer.amount);
      else if (!answer.hasQrcode) toast.error(() => messageOf(answer.message));
      queryClient.setQueryData(qrQuery(bankCode).queryKey, answer);
      void queryClient.invalidateQueries(habitsQuery);
      void queryClient.invalidateQueries({
        queryKey: ['qr'],
        predicate: ({ queryKey }) => queryKey[1] !== bankCode,
      });
    },
    onOutcome: () => void queryClient.invalidateQueries({ queryKey: ['qr'] }),
    onFailed: (error) => toast.error(() => errorMessage(error)),
    // The answer of a gateway arrives a moment later, and no event reports it to the screen.
    waitsForEnd: true,
  });
  const asked = action.phase === 'idle' ? null : latest;
  function create(wanted: number): void {
    const amount = asked ?? wanted;
    if (amount < QR_MINIMUM_BAHT) return;
    setLatest(amount);
    void run({
      asked: `qr ${bankCode} ${amount}`,
      send: (idempotencyKey) =>
        client('POST /api/qrcode/:bankCode', { params: { bankCode }, body: { amount }, idempotencyKey }),
    });
  }
  return { ...action, asked, create };
}

/** DEP-07: cancels a QR, which deletes it at the server. */
export function useCancelQr(bankCode: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (qrcodeId: string) => client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(qrQuery(bankCode).queryKey, answer);
      void queryClient.invalidateQueries(waitingQrQuery);
    },
    onError: async (error) => {
      toast.error(() => errorMessage(error));
      await queryClient.invalidateQueries({ queryKey: qrQuery(bankCode).queryKey });
    },
  });
}

/** One uploaded slip; polled until its check has ended. */
export function slipQuery(id: string) {
  return queryOptions({
    queryKey: ['statement', 'slip', 'live', id],
    queryFn: async () => {
      const { slips } = await client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
      return slips.find((slip) => slip._id === id) ?? null;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : SLIP_POLL_MS),
  });
}

/** DEP-11: the translation of an error code of the catalogue; any other message stays unchanged. */
function messageOf(message: string): string {
  return errorMessage(new ApiError('refused', 0, message, isErrorCode(message) ? message : undefined));
}
