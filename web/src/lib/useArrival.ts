import { useEffect, useEffectEvent } from 'react';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';

/** What an address leads to behind its #: a part of the profile, or a dialog of the home page. */
type Part = 'notifications' | 'security' | 'ownData' | 'deposit' | 'withdraw';

/** Calls back when the address names this part, once for each time that a press or a link led there. */
export function useArrival(part: Part, arrive: () => void): void {
  const hash = useLocationProperty(() => window.location.hash);
  const onArrival = useEffectEvent(arrive);
  useEffect(() => {
    if (hash !== `#${part}`) return;
    navigate(window.location.pathname, { replace: true });
    // The shell moves the focus to the new page first.
    requestAnimationFrame(() => onArrival());
  }, [hash, part]);
}
