import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { waitingQrQuery } from '../../../features/deposits/waitingQrQuery.ts';

/** No event tells that a QR was made or cancelled in another tab, or that its maker has ended it. */
const ASK_AGAIN_MS = 10_000;

export interface OpenQr {
  /** Baht. */
  amount: number;
  /** The bank or gateway. */
  bankCode: string;
  /** By this browser's clock, whatever that shows: counted from the server's answer. In milliseconds. */
  deadline: number;
}

/** The newest QR that waits to be paid; null without one. */
export function useOpenQr(isAsked: boolean): OpenQr | null {
  const { data, dataUpdatedAt } = useQuery({
    ...waitingQrQuery,
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data?.waiting.length ? ASK_AGAIN_MS : false),
  });
  const [known, setKnown] = useState<{ id: string; deadline: number } | null>(null);
  const qr = data?.waiting[0];
  if (!qr) return null;
  const { qrcodeId: id, amount, bankCode } = qr;
  const told = dataUpdatedAt + qr.expireIn * 1000;
  // A delayed answer would move the deadline later, so the earliest deadline is the most accurate.
  const deadline = known?.id === id ? Math.min(known.deadline, told) : told;
  if (known?.id !== id || known.deadline !== deadline) setKnown({ id, deadline });
  return { amount, bankCode, deadline };
}
