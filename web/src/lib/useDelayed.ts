import { DELAY_MS } from '@krapao/contract/limits';
import { useEffect, useState } from 'react';

/** True while a page opens that was waited for already. */
let opensLate = false;

/** Says whether the opening page has already been waited for; what is loading in it shows at once. */
export function setOpensLate(isLate: boolean): void {
  opensLate = isLate;
}

/** True when `active` has been true for 200 ms, so that short waits show no spinner (SHL-07). */
export function useDelayed(active: boolean, delay: number = DELAY_MS.spinner): boolean {
  const [shown, setShown] = useState(active && opensLate);
  useEffect(() => {
    if (!active) return setShown(false);
    const timer = setTimeout(() => setShown(true), delay);
    return () => clearTimeout(timer);
  }, [active, delay]);
  return active && shown;
}
