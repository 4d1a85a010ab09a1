/** For those who ask their device for less motion: they also need more time to read (WCAG 2.2.1). */
const CALM_TIMES = 10;

/**
 * How long a message that goes by itself is shown, in milliseconds: ten times as long for a person who prefers reduced
 * motion.
 */
export function shownMs(usualMs: number): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? usualMs * CALM_TIMES : usualMs;
}
