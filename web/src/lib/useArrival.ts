import { useEffect, useEffectEvent } from 'react';
import { navigate, useLocationProperty, usePathname } from 'wouter/use-browser-location';
import { useShownPath } from './shownPath.ts';

/**
 * What an address leads to behind its #: a dialog of the home page, the dialog of a group of the profile, or a part that the
 * profile's one page once had.
 */
type Part = 'deposit' | 'withdraw' | 'manage' | 'notifications' | 'security' | 'ownData';

/** Calls back when the address names this part of the shown page, once for each time that a press or a link led there. */
export function useArrival(part: Part, arrive: () => void): void {
  const hash = useLocationProperty(() => window.location.hash);
  // A page stays for a moment under the address of the next one.
  const isHere = usePathname() === useShownPath();
  const onArrival = useEffectEvent(arrive);
  useEffect(() => {
    if (!isHere || hash !== `#${part}`) return;
    navigate(window.location.pathname, { replace: true });
    // The shell moves the focus to the new page first.
    requestAnimationFrame(() => onArrival());
  }, [isHere, hash, part]);
}
