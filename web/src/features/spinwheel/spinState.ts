import type { SpinAnswer, WheelSetup } from './queries.ts';

const COINS_PER_SPIN = 1;

/** The requested spin, and the setup that the member saw before it: the server is bound to that setup. */
export interface AskedSpin {
  clientSeed: string;
  shown: WheelSetup;
}

/** A spin with the server's answer. */
export interface DrawnSpin extends AskedSpin {
  answer: SpinAnswer;
}

/**
 * `asking`: the server is drawing. `unclear`: no answer came; the client still polls, and the same spin can be sent
 * again. `rolling`: the wheel turns to the prize. `result`: the prize is shown.
 */
export type SpinPhase = 'idle' | 'asking' | 'unclear' | 'rolling' | 'result';

/** The wheel rests at `angle`, or turns from `from` to `angle` (degrees). */
export interface SpinState {
  phase: SpinPhase;
  from: number;
  angle: number;
  asked: AskedSpin | null;
  drawn: DrawnSpin | null;
}

export type SpinEvent =
  | { type: 'ask'; asked: AskedSpin }
  | { type: 'answered'; answer: SpinAnswer; angle: number }
  | { type: 'refused' }
  | { type: 'lost' }
  | { type: 'stopped' }
  | { type: 'closed' };

export const restingWheel: SpinState = { phase: 'idle', from: 0, angle: 0, asked: null, drawn: null };

/**
 * SPN-02: no spin while spinning or without a coin. A spin without an answer may be sent again without a coin: it is
 * already paid.
 */
export function canSpin({ phase }: SpinState, coins: number): boolean {
  return phase === 'unclear' || (phase === 'idle' && coins > 0);
}

/**
 * The coins to show: a spin costs its coin at once, and its prize counts when the wheel has stopped. Until the setup is loaded
 * anew, it still tells the coins from before.
 */
export function shownCoins({ phase, drawn }: SpinState, setup: WheelSetup): number {
  if (drawn?.shown !== setup) return setup.userCoin;
  return phase === 'rolling' ? setup.userCoin - COINS_PER_SPIN : drawn.answer.remainingCoin;
}

/** Applies an event to the wheel; events that do not fit the phase change nothing. */
export function spinReducer(state: SpinState, event: SpinEvent): SpinState {
  switch (event.type) {
    case 'ask':
      if (state.phase === 'unclear') return { ...state, phase: 'asking' };
      return state.phase === 'idle' ? { ...state, phase: 'asking', asked: event.asked } : state;
    case 'answered':
      if (!isAsked(state)) return state;
      return {
        phase: 'rolling',
        from: state.angle,
        angle: event.angle,
        asked: null,
        drawn: { ...state.asked, answer: event.answer },
      };
    case 'refused':
      return isAsked(state) ? { ...state, phase: 'idle', asked: null } : state;
    case 'lost':
      return state.phase === 'asking' ? { ...state, phase: 'unclear' } : state;
    case 'stopped':
      return state.phase === 'rolling' ? { ...state, phase: 'result', from: state.angle } : state;
    case 'closed':
      return state.phase === 'result' ? { ...state, phase: 'idle' } : state;
  }
}

function isAsked(state: SpinState): state is SpinState & { asked: AskedSpin } {
  return (state.phase === 'asking' || state.phase === 'unclear') && state.asked !== null;
}
