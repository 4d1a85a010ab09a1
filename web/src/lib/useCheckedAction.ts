import { useKeyedAction } from './useKeyedAction.ts';

interface CheckedAction {
  /** The call and what it is about, as text, for its key. */
  asked: string;
  send: (idempotencyKey: string) => Promise<unknown>;
  onDone: () => void;
  /** The server refused it. */
  onFailed: (error: unknown) => void;
}

/** Runs a call with a key whose answer says no more than that it is done. */
export function useCheckedAction({ asked, send, onDone, onFailed }: CheckedAction) {
  const { phase, run, isBusy } = useKeyedAction({ onAnswer: onDone, onOutcome: onDone, onFailed });
  return { phase, run: () => run({ asked, send }), isBusy };
}
