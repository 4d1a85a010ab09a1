import { DELAY_MS } from '@krapao/contract/limits';
import { useEffect, useState } from 'react';

/** True when `active` has been true for 200 ms, so that short waits show no spinner (SHL-07). */
export function useDelayed(active: boolean, delay: number = DELAY_MS.spinner): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!active) return setShown(false);
    const timer = setTimeout(() => setShown(true), delay);
    return () => clearTimeout(timer);
  }, [active, delay]);
  return active && shown;
}
