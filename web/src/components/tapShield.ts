import { topDialog } from './dialogStack.ts';

/**
 * Takes all taps for `ms` milliseconds. The second tap of a double tap on a closing dialog must not press what is
 * behind it: browsers ignore the closing dialog, or still press its buttons.
 */
export function shieldTaps(ms: number): void {
  const shield = document.createElement('div');
  shield.className = 'tap-shield';
  // Everything outside the topmost dialog is inert and takes no taps.
  (topDialog() ?? document.body).append(shield);
  setTimeout(() => shield.remove(), ms);
}
