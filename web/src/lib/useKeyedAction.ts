import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createActionKeys } from './actionKey.ts';
import { askOutcome, isOutcomeUnknown, type KnownOutcome, refusalOf } from './moneyOutcome.ts';

/** A call that changes what a member has: what it asks (as text, for its key), and how it is sent. */
export interface KeyedRequest<Answer> {
  asked: string;
  send: (idempotencyKey: string) => Promise<Answer>;
}

/**
 * `sending`: the call is on its way. `checking`: no answer came, the server is asked by its key. `unclear`: the server
 * knows nothing of it yet; it goes on being asked, and the member alone may send it again.
 */
export type KeyedPhase = 'idle' | 'sending' | 'checking' | 'unclear';

interface KeyedActionOptions<Answer> {
  /** The call answered. */
  onAnswer: (answer: Answer) => void;
  /** Its answer was lost; this is what became of it: done, or under way. */
  onOutcome: (outcome: KnownOutcome) => void;
  /** It was refused. Null when the server says so without a reason. `key` still tells of what was done before. */
  onFailed: (error: unknown, key: string) => void;
}

const CHECKS = 4;
const CHECK_PAUSE_MS = 1_500;
const UNCLEAR_PAUSE_MS = 4_000;

/** Runs money calls of one form: one Idempotency-Key an action, kept until its outcome is known; never repeated by itself. */
export function useKeyedAction<Answer>(options: KeyedActionOptions<Answer>) {
  const [phase, setPhase] = useState<KeyedPhase>('idle');
  const [keys] = useState(createActionKeys);
  // The run whose end counts: of another press, or of a form that has gone, nothing is told here any more.
  const latest = useRef(0);
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );
  const tellAnswer = useEffectEvent(options.onAnswer);
  const tellOutcome = useEffectEvent(options.onOutcome);
  const tellFailed = useEffectEvent(options.onFailed);
  const [told, setTold] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (told) told();
  }, [told]);

  function end(tell: () => void): void {
    keys.settle();
    setPhase('idle');
    setTold(() => tell);
  }

  async function run({ asked, send }: KeyedRequest<Answer>): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    const isMine = () => latest.current === mine;
    const key = keys.keyFor(asked);
    setPhase('sending');
    try {
      const answer = await send(key);
      return end(() => tellAnswer(answer));
    } catch (error) {
      if (!isOutcomeUnknown(error)) return end(() => tellFailed(error, key));
    }
    setPhase('checking');
    for (let check = 0; isMine(); check += 1) {
      if (check === CHECKS) setPhase('unclear');
      await new Promise((resolve) => setTimeout(resolve, check < CHECKS ? CHECK_PAUSE_MS : UNCLEAR_PAUSE_MS));
      const outcome = isMine() && (await askOutcome(key));
      if (!outcome || !isMine()) continue;
      if (outcome.state === 'refused') return end(() => tellFailed(refusalOf(outcome), key));
      return end(() => tellOutcome(outcome));
    }
  }

  return { phase, run, isBusy: phase === 'sending' || phase === 'checking' };
}
