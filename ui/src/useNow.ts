import { useEffect, useReducer } from 'react';

/**
 * The time at this rendering in milliseconds; renders anew every `interval` milliseconds while the component is mounted.
 * @param clock tells the time
 */
export function useNow(interval: number, clock: () => number = Date.now): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, interval);
    return () => clearInterval(timer);
  }, [interval]);
  return clock();
}
