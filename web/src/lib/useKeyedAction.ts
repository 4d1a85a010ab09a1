import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ActionKeys, createActionKeys } from './actionKey.ts';
import { type KeyedEnd, type KeyedPhase, type KeyedRules, runKeyed } from './keyedAction.ts';
import { askOutcome, type KnownOutcome } from './moneyOutcome.ts';

/** A call that changes what a member has: what it asks (as text, for its key), and how it is sent. */
export interface KeyedRequest<Answer> {
  asked: string;
  send: (idempotencyKey: string) => Promise<Answer>;
}

interface KeyedActionOptions<Answer> extends KeyedRules {
  /** The call answered. */
  onAnswer: (answer: Answer, key: string) => void;
  /** Its answer was lost; this is what became of it: done, or under way. */
  onOutcome: (outcome: KnownOutcome) => void;
  /** It was refused. Null when the server says so without a reason. `key` still tells of what was done before. */
  onFailed: (error: unknown, key: string) => void;
}

/** The keys of one form; what is unsettled when it goes away is left behind. */
export function useActionKeys(): ActionKeys {
  const [keys] = useState(createActionKeys);
  useEffect(() => keys.leave, [keys]);
  return keys;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Runs money calls of one form: one Idempotency-Key an action, kept until its outcome is known; never done again by itself. */
export function useKeyedAction<Answer>(options: KeyedActionOptions<Answer>) {
  const { onAnswer, onOutcome, onFailed, ...rules } = options;
  const [phase, setPhase] = useState<KeyedPhase>('idle');
  const keys = useActionKeys();
  // The run whose end counts: of another press, or of a form that has gone, nothing is told here any more.
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
      pause,
      isWanted: () => latest.current === mine,
      onPhase: setPhase,
    });
    if (end === null) return;
    keys.settle();
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

/** Runs a call with a key whose answer says no more than that it is done. */
export function useCheckedAction({ asked, send, onDone, onFailed }: CheckedAction) {
  const { phase, run, isBusy } = useKeyedAction({ onAnswer: onDone, onOutcome: onDone, onFailed });
  return { phase, run: () => run({ asked, send }), isBusy };
}
