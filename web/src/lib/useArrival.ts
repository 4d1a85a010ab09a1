import { useEffect, useEffectEvent } from 'react';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';

/** A part of the profile that other screens lead to, behind the # of its address. */
type ProfilePart = 'notifications' | 'security' | 'ownData';

/** Calls back when the address names this part, once for each time that a press led there. */
export function useArrival(part: ProfilePart, arrive: () => void): void {
  const hash = useLocationProperty(() => window.location.hash);
  const onArrival = useEffectEvent(arrive);
  useEffect(() => {
    if (hash !== `#${part}`) return;
    navigate(window.location.pathname, { replace: true });
    // The shell moves the focus to the new page first.
    requestAnimationFrame(() => onArrival());
  }, [hash, part]);
}
