import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useState } from 'react';
import type { KeyedPhase } from './keyedAction.ts';
import { type KeyedRequest, useKeyedAction } from './useKeyedAction.ts';

type MoneyResult = ResponseOf<Contract['POST /api/wallet/transfer']>;

/** A call that moves money. */
export type MoneyRequest = KeyedRequest<MoneyResult>;

/** The phases of a keyed call, and `pending`: the server is working on it. */
export type MoneyPhase = KeyedPhase | 'pending';

interface MoneyActionOptions {
  /** It took effect; the amount in baht, null where the server names none. */
  onDone: (amount: number | null) => void;
  /** It is in progress and will end by itself. */
  onPending: () => void;
  /** It did not take effect; null when the server gives no reason. */
  onFailed: (error: unknown, key: string) => void;
}

/** Runs money calls of one form. */
export function useMoneyAction({ onDone, onPending, onFailed }: MoneyActionOptions) {
  const [isPending, setIsPending] = useState(false);
  function finish(isDone: boolean, amount: number | null) {
    setIsPending(!isDone);
    if (isDone) onDone(amount);
    else onPending();
  }
  const action = useKeyedAction<MoneyResult>({
    onAnswer: ({ status, amount }, key) =>
      status === 'FAILED' ? onFailed(null, key) : finish(status === 'SUCCESS', amount),
    onOutcome: ({ state, amount }) => finish(state === 'done', amount),
    onFailed,
  });
  const phase: MoneyPhase = isPending && action.phase === 'idle' ? 'pending' : action.phase;
  return { ...action, phase };
}
