import type { Outcome } from '@krapao/contract/api/outcome';
import { isKnown, isOutcomeUnknown, type KnownOutcome, refusalOf, untold } from './moneyOutcome.ts';

/**
 * `sending`: the call is running. `checking`: no answer came, and the outcome is looked up by the key. `unclear`: the
 * server does not know the call yet; the lookups go on, and only the member can send it again.
 */
export type KeyedPhase = 'idle' | 'sending' | 'checking' | 'unclear';

/**
 * How a call under a key ended: with an answer; with a lost answer, but a known outcome; or refused (`error` is null
 * when the server gives no reason).
 */
export type KeyedEnd<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'outcome'; outcome: KnownOutcome }
  | { kind: 'failed'; error: unknown };

export interface KeyedRules {
  /**
   * The outcome alone is not enough: when the call is done, it is sent again under the same key, and the server repeats
   * its answer.
   */
  needsAnswer?: boolean;
  /** Keeps polling while the call is in progress, because it ends soon and no event reports that. */
  waitsForEnd?: boolean;
}

interface KeyedRun<Answer> extends KeyedRules {
  /** Sends the call, always under the same key. */
  send: () => Promise<Answer>;
  /** Asks the server for the outcome; null when it cannot be reached. */
  ask: () => Promise<Outcome | null>;
  /** Whether the server can tell outcomes. Where it cannot, a lost answer is the end, and the member looks for themselves. */
  canAsk: () => boolean;
  pause: (ms: number) => Promise<void>;
  /** False when nobody waits for this run any more. */
  isWanted: () => boolean;
  onPhase: (phase: KeyedPhase) => void;
}

const CHECKS = 4;
const CHECK_PAUSE_MS = 1_500;
const UNCLEAR_PAUSE_MS = 4_000;

/** Sends a call. When its answer is lost, asks for the outcome until it is known. Null when nobody waits any more. */
export async function runKeyed<Answer>(run: KeyedRun<Answer>): Promise<KeyedEnd<Answer> | null> {
  run.onPhase('sending');
  const end = await sendOnce(run);
  return run.isWanted() ? (end ?? findOut(run)) : null;
}

/** Null when the error leaves the outcome open. */
async function sendOnce<Answer>({ send }: KeyedRun<Answer>): Promise<KeyedEnd<Answer> | null> {
  try {
    return { kind: 'answer', answer: await send() };
  } catch (error) {
    return isOutcomeUnknown(error) ? null : { kind: 'failed', error };
  }
}

async function findOut<Answer>(run: KeyedRun<Answer>): Promise<KeyedEnd<Answer> | null> {
  run.onPhase('checking');
  for (let check = 0; run.isWanted(); check += 1) {
    if (!run.canAsk()) return { kind: 'failed', error: untold() };
    if (check === CHECKS) run.onPhase('unclear');
    await run.pause(check < CHECKS ? CHECK_PAUSE_MS : UNCLEAR_PAUSE_MS);
    const outcome = run.isWanted() ? await run.ask() : null;
    const end = run.isWanted() && isKnown(outcome) ? await endOf(outcome, run) : null;
    if (end && run.isWanted()) return end;
  }
  return null;
}

/** Null when the call has not ended yet. */
async function endOf<Answer>(outcome: KnownOutcome, run: KeyedRun<Answer>): Promise<KeyedEnd<Answer> | null> {
  if (outcome.state === 'refused') return { kind: 'failed', error: refusalOf(outcome) };
  if (outcome.state === 'under_way' && run.waitsForEnd) return null;
  return run.needsAnswer ? sendOnce(run) : { kind: 'outcome', outcome };
}
