/** A pull at the top of a page, in CSS pixels. */
export type Pull =
  | { phase: 'idle' }
  | { phase: 'pulling'; x: number; y: number; distance: number }
  | { phase: 'refreshing' };

export type PullEvent =
  | { type: 'touched'; x: number; y: number; isAtTop: boolean }
  | { type: 'moved'; x: number; y: number }
  | { type: 'released' }
  | { type: 'given up' }
  | { type: 'refreshed' };

export const noPull: Pull = { phase: 'idle' };

/** Releasing at or beyond this distance refreshes the page. */
export const PULL_ENOUGH = 64;
const PULL_MAX = 96;
/** The indicator moves half as far as the finger. */
const RESISTANCE = 0.5;

/** Pull to refresh: the finger moves down from the top of the page, and further down than sideways. */
export function pullReducer(pull: Pull, event: PullEvent): Pull {
  switch (event.type) {
    case 'touched':
      return pull.phase !== 'refreshing' && event.isAtTop
        ? { phase: 'pulling', x: event.x, y: event.y, distance: 0 }
        : pull;
    case 'moved': {
      if (pull.phase !== 'pulling') return pull;
      const down = event.y - pull.y;
      // Upwards the page scrolls; sideways the gesture belongs to a carousel.
      if (down < 0 || (pull.distance === 0 && Math.abs(event.x - pull.x) > down)) return noPull;
      return { ...pull, distance: Math.min(PULL_MAX, down * RESISTANCE) };
    }
    case 'released':
      if (pull.phase !== 'pulling') return pull;
      return pull.distance >= PULL_ENOUGH ? { phase: 'refreshing' } : noPull;
    case 'given up':
      return pull.phase === 'pulling' ? noPull : pull;
    case 'refreshed':
      return noPull;
  }
}
