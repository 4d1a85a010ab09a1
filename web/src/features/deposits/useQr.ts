import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { noQr, qrReducer } from './qrCountdown.ts';
import { qrQuery } from './queries.ts';

const TICK_MS = 1_000;

/** The QR of a channel with its countdown. `onPaid` is called once with the amount (baht) when the QR is paid. */
export function useQr(bankCode: string, onPaid: (amount: number) => void) {
  const query = useQuery(qrQuery(bankCode));
  const [view, dispatch] = useReducer(qrReducer, noQr);
  const { data, dataUpdatedAt } = query;

  useEffect(() => {
    if (data) dispatch({ type: 'answered', answer: data, at: dataUpdatedAt });
  }, [data, dataUpdatedAt]);

  const isOpen = view.phase === 'open';
  useEffect(() => {
    if (!isOpen) return;
    const tick = () => dispatch({ type: 'ticked', at: Date.now() });
    const timer = setInterval(tick, TICK_MS);
    // The timers of a sleeping tab are late, so the countdown also updates when the tab becomes visible.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [isOpen]);

  const paidId = view.phase === 'paid' ? view.qrcodeId : null;
  const announce = useEffectEvent(() => {
    if (view.phase === 'paid') onPaid(view.amount);
  });
  useEffect(() => {
    if (paidId !== null) announce();
  }, [paidId]);

  return { view, isLoading: query.isPending, error: data ? null : query.error, retry: () => query.refetch() };
}
