import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ActionKeys, createActionKeys } from './actionKey.ts';
import { type KeyedEnd, type KeyedPhase, type KeyedRules, runKeyed } from './keyedAction.ts';
import { askOutcome, canTellOutcomes, type KnownOutcome, reloadIfUntold } from './moneyOutcome.ts';

/** A call that changes a member's data: `asked` is the request as text, for its key; `send` sends it. */
export interface KeyedRequest<Answer> {
  asked: string;
  send: (idempotencyKey: string) => Promise<Answer>;
}

interface KeyedActionOptions<Answer> extends KeyedRules {
  /** The call was answered. */
  onAnswer: (answer: Answer, key: string) => void;
  /** The answer was lost, but the outcome is known: done, or in progress. */
  onOutcome: (outcome: KnownOutcome) => void;
  /**
   * The call was refused; `error` is null when the server gives no reason. `key` can still be used to ask what was done
   * before.
   */
  onFailed: (error: unknown, key: string) => void;
}

/** The keys of one form. An unsettled key is left behind when the form closes. */
export function useActionKeys(): ActionKeys {
  const [keys] = useState(createActionKeys);
  useEffect(() => keys.leave, [keys]);
  return keys;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs keyed calls of one form: one Idempotency-Key per action, kept until its outcome is known. Never retries by
 * itself.
 */
export function useKeyedAction<Answer>(options: KeyedActionOptions<Answer>) {
  const { onAnswer, onOutcome, onFailed, ...rules } = options;
  const [phase, setPhase] = useState<KeyedPhase>('idle');
  const keys = useActionKeys();
  const queryClient = useQueryClient();
  // The current run. The results of older runs, and of closed forms, are ignored.
  const latest = useRef(0);
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );
  const [told, setTold] = useState<{ end: KeyedEnd<Answer>; key: string } | null>(null);
  const tell = useEffectEvent(({ end, key }: NonNullable<typeof told>) => {
    if (end.kind === 'answer') onAnswer(end.answer, key);
    else if (end.kind === 'outcome') onOutcome(end.outcome);
    else onFailed(end.error, key);
  });
  useEffect(() => {
    if (told) tell(told);
  }, [told]);

  async function run({ asked, send }: KeyedRequest<Answer>): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    const key = keys.keyFor(asked);
    const end = await runKeyed({
      ...rules,
      send: () => send(key),
      ask: () => askOutcome(key),
      canAsk: canTellOutcomes,
      pause,
      isWanted: () => latest.current === mine,
      onPhase: setPhase,
    });
    if (end === null) return;
    keys.settle();
    if (end.kind === 'failed') reloadIfUntold(queryClient, end.error);
    setPhase('idle');
    setTold({ end, key });
  }

  return { phase, run, isBusy: phase === 'sending' || phase === 'checking' };
}

interface CheckedAction extends KeyedRequest<unknown> {
  onDone: () => void;
  /** The server refused it. */
  onFailed: (error: unknown) => void;
}

/** Runs a keyed call whose answer only confirms that it is done. */
export function useCheckedAction({ asked, send, onDone, onFailed }: CheckedAction) {
  const { phase, run, isBusy } = useKeyedAction({ onAnswer: onDone, onOutcome: onDone, onFailed });
  return { phase, run: () => run({ asked, send }), isBusy };
}
