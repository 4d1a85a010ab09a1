import { useEffect, useRef, useState } from 'react';
import { isOutcomeUnknown } from './moneyOutcome.ts';
import type { MoneyPhase } from './useMoneyAction.ts';

interface CheckedAction {
  send: () => Promise<unknown>;
  /** Asks the server whether it took effect. */
  hasHappened: () => Promise<boolean>;
  onDone: () => void;
  /** The server refused it. */
  onFailed: (error: unknown) => void;
}

const CHECKS = 4;
const CHECK_PAUSE_MS = 1_500;

/**
 * Runs a call that changes what a member has and whose effect the server can be asked for. Where no answer comes, it says
 * `checking` and asks; where the effect does not show, `unclear`: only the member may send it again.
 */
export function useCheckedAction({ send, hasHappened, onDone, onFailed }: CheckedAction) {
  const [phase, setPhase] = useState<Exclude<MoneyPhase, 'pending'>>('idle');
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function run(): Promise<void> {
    setPhase('sending');
    try {
      await send();
    } catch (error) {
      if (!isOutcomeUnknown(error)) {
        setPhase('idle');
        return onFailed(error);
      }
      setPhase('checking');
      for (let check = 0; ; check += 1) {
        if (check === CHECKS || isGone.current) return setPhase('unclear');
        await new Promise((resolve) => setTimeout(resolve, CHECK_PAUSE_MS));
        if (await hasHappened().catch(() => false)) break;
      }
    }
    setPhase('idle');
    onDone();
  }

  return { phase, run, isBusy: phase === 'sending' || phase === 'checking' };
}
