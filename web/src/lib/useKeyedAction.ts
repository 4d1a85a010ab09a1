import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { askOutcome, isKnown, isOutcomeUnknown, type KnownOutcome, refusalOf } from './moneyOutcome.ts';
import { useActionKeys } from './useActionKeys.ts';

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
  /**
   * What became of it is not enough: a call that is done is sent again for its answer, which the server repeats under the
   * same key.
   */
  needsAnswer?: boolean;
  /** It is asked on while the call is under way, since that ends in a moment and nothing else tells of it. */
  waitsForEnd?: boolean;
}

const CHECKS = 4;
const CHECK_PAUSE_MS = 1_500;
const UNCLEAR_PAUSE_MS = 4_000;

/** Runs money calls of one form: one Idempotency-Key an action, kept until its outcome is known; never done again by itself. */
export function useKeyedAction<Answer>(options: KeyedActionOptions<Answer>) {
  const { needsAnswer = false, waitsForEnd = false } = options;
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

    /** True when that was the end of it, or nobody is here any more to be told. */
    async function isEndedBySending(): Promise<boolean> {
      try {
        const answer = await send(key);
        if (isMine()) end(() => tellAnswer(answer));
        return true;
      } catch (error) {
        if (isMine() && isOutcomeUnknown(error)) return false;
        if (isMine()) end(() => tellFailed(error, key));
        return true;
      }
    }

    if (await isEndedBySending()) return;
    setPhase('checking');
    for (let check = 0; isMine(); check += 1) {
      if (check === CHECKS) setPhase('unclear');
      await new Promise((resolve) => setTimeout(resolve, check < CHECKS ? CHECK_PAUSE_MS : UNCLEAR_PAUSE_MS));
      const outcome = isMine() ? await askOutcome(key) : null;
      if (!isMine() || !isKnown(outcome)) continue;
      if (outcome.state === 'refused') return end(() => tellFailed(refusalOf(outcome), key));
      if (outcome.state === 'under_way' && waitsForEnd) continue;
      if (!needsAnswer) return end(() => tellOutcome(outcome));
      if (await isEndedBySending()) return;
    }
  }

  return { phase, run, isBusy: phase === 'sending' || phase === 'checking' };
}
