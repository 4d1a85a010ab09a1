import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from './useMediaQuery.ts';

/** Duration of the count, in milliseconds (--d-4). */
export const COUNT_UP_MS = 600;

/** The figure shown `elapsed` milliseconds after the start of a count between two amounts (baht). Eases out. */
export function countUp(from: number, to: number, elapsed: number): number {
  if (elapsed >= COUNT_UP_MS) return to;
  const rest = 1 - Math.max(0, elapsed) / COUNT_UP_MS;
  const satang = Math.round((from + (to - from) * (1 - rest ** 3)) * 100);
  return satang / 100;
}

/** An amount that counts to its new value; it changes at once for members who prefer reduced motion. */
export function useCountUp(amount: number): number {
  const [shown, setShown] = useState(amount);
  const latest = useRef(amount);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    const from = latest.current;
    if (isStill || from === amount) {
      latest.current = amount;
      return setShown(amount);
    }
    let frame = 0;
    let startedAt: number | null = null;
    const step = (now: number) => {
      startedAt ??= now;
      latest.current = countUp(from, amount, now - startedAt);
      setShown(latest.current);
      if (now - startedAt < COUNT_UP_MS) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [amount, isStill]);
  return shown;
}
