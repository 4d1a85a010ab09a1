import type { Outcome } from '@krapao/contract/api/outcome';
import { isKnown, isOutcomeUnknown, type KnownOutcome, refusalOf } from './moneyOutcome.ts';

/**
 * `sending`: the call is on its way. `checking`: no answer came, the server is asked by its key. `unclear`: the server
 * knows nothing of it yet; it goes on being asked, and the member alone may send it again.
 */
export type KeyedPhase = 'idle' | 'sending' | 'checking' | 'unclear';

/**
 * How a call under a key ended: it answered; its answer was lost, and this is what became of it; or it was refused
 * (null when the server says so without a reason).
 */
export type KeyedEnd<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'outcome'; outcome: KnownOutcome }
  | { kind: 'failed'; error: unknown };

export interface KeyedRules {
  /**
   * What became of it is not enough: a call that is done is sent again for its answer, which the server repeats under the
   * same key.
   */
  needsAnswer?: boolean;
  /** It is asked on while the call is under way, since that ends in a moment and nothing else tells of it. */
  waitsForEnd?: boolean;
}

interface KeyedRun<Answer> extends KeyedRules {
  /** Sends the call; each time under the same key. */
  send: () => Promise<Answer>;
  /** Asks the server what became of it; null where nothing answers. */
  ask: () => Promise<Outcome | null>;
  pause: (ms: number) => Promise<void>;
  /** False once nobody waits for this run any more. */
  isWanted: () => boolean;
  onPhase: (phase: KeyedPhase) => void;
}

const CHECKS = 4;
const CHECK_PAUSE_MS = 1_500;
const UNCLEAR_PAUSE_MS = 4_000;

/** Sends a call and, where its answer is lost, asks until it is known how it ended; null when nobody waits any more. */
export async function runKeyed<Answer>(run: KeyedRun<Answer>): Promise<KeyedEnd<Answer> | null> {
  run.onPhase('sending');
  const end = await sendOnce(run);
  return run.isWanted() ? (end ?? findOut(run)) : null;
}

/** Null where the answer leaves open how it ended. */
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
    if (check === CHECKS) run.onPhase('unclear');
    await run.pause(check < CHECKS ? CHECK_PAUSE_MS : UNCLEAR_PAUSE_MS);
    const outcome = run.isWanted() ? await run.ask() : null;
    const end = run.isWanted() && isKnown(outcome) ? await endOf(outcome, run) : null;
    if (end && run.isWanted()) return end;
  }
  return null;
}

/** Null where it is not the end yet. */
async function endOf<Answer>(outcome: KnownOutcome, run: KeyedRun<Answer>): Promise<KeyedEnd<Answer> | null> {
  if (outcome.state === 'refused') return { kind: 'failed', error: refusalOf(outcome) };
  if (outcome.state === 'under_way' && run.waitsForEnd) return null;
  return run.needsAnswer ? sendOnce(run) : { kind: 'outcome', outcome };
}
