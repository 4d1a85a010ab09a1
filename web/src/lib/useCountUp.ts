import { useEffect, useRef, useState } from 'react';
import { COUNT_UP_MS, countUp } from './countUp.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** An amount that counts to its new value when it changes; at once for members who asked for less motion. */
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
