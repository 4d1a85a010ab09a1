import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createActionKeys } from './actionKey.ts';
import { client } from './api.ts';
import {
  type Expected,
  findOutcome,
  isOutcomeUnknown,
  keepsKey,
  type StatementEntry,
} from './moneyOutcome.ts';

type MoneyResult = ResponseOf<Contract['POST /api/wallet/transfer']>;

/** A money call: what it asks (as text, for its key), how it is sent, and what its statement row would be. */
export interface MoneyRequest {
  asked: string;
  send: (idempotencyKey: string) => Promise<MoneyResult>;
  expected: Expected;
}

/**
 * `sending`: the call is on its way. `checking`: no answer came, the statement is being asked. `unclear`: the statement
 * does not show it either; only the member may send it again. `pending`: the server works on it.
 */
export type MoneyPhase = 'idle' | 'sending' | 'checking' | 'unclear' | 'pending';

interface MoneyActionOptions {
  /** It took effect; the amount in baht. */
  onDone: (amount: number) => void;
  /** It is being worked on and will end by itself. */
  onPending: () => void;
  /** It did not take effect. Null when the server says so without a reason. */
  onFailed: (error: unknown) => void;
}

const CHECKS = 4;
const CHECK_PAUSE_MS = 1_500;

/** Runs money calls of one form: one Idempotency-Key an action, never repeated by itself. */
export function useMoneyAction({ onDone, onPending, onFailed }: MoneyActionOptions) {
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<MoneyPhase>('idle');
  const [keys] = useState(createActionKeys);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  function finish({ status, amount }: Pick<MoneyResult, 'status' | 'amount'>) {
    keys.settle();
    setPhase(status === 'PENDING' ? 'pending' : 'idle');
    if (status === 'SUCCESS') onDone(amount);
    else if (status === 'PENDING') onPending();
    else onFailed(null);
  }

  async function run({ asked, send, expected }: MoneyRequest): Promise<void> {
    const sentAt = Date.now();
    const known = knownRows(queryClient.getQueriesData({ queryKey: ['statement'] }));
    setPhase('sending');
    try {
      finish(await send(keys.keyFor(asked)));
    } catch (error) {
      if (!keepsKey(error)) keys.settle();
      if (!isOutcomeUnknown(error)) {
        setPhase('idle');
        return onFailed(error);
      }
      setPhase('checking');
      for (let check = 0; check < CHECKS && !isGone.current; check += 1) {
        await new Promise((resolve) => setTimeout(resolve, CHECK_PAUSE_MS));
        const answer = await client('POST /api/statement', { body: { page: 1, limit: 10 } }).catch(
          () => null,
        );
        const found = answer && findOutcome(answer.statements, expected, sentAt, known);
        if (found) return finish(found);
      }
      setPhase('unclear');
    }
  }

  return { phase, run, isBusy: phase === 'sending' || phase === 'checking' };
}

function knownRows(cached: readonly (readonly [unknown, unknown])[]): Set<string> {
  const answers = cached.map(([, data]) => data as { statements?: StatementEntry[] } | undefined);
  return new Set(answers.flatMap((answer) => answer?.statements?.map((entry) => entry._id) ?? []));
}
