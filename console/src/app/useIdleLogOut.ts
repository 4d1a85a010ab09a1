import { useEffect, useRef } from 'react';

/** As long as the server keeps a session that makes no call. */
const IDLE_MS = 30 * 60_000;
const LOOK_MS = 15_000;
/** All pages of the console share when one of them was touched last. */
const KEY = 'krapao.console.touched';
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Logs out when nobody has touched any page of the console for half an hour: what an open page asks by itself would keep
 * the session of who has gone home.
 */
export function useIdleLogOut(logOut: () => void): void {
  const end = useRef(logOut);
  end.current = logOut;
  useEffect(() => {
    let written = 0;
    const touch = () => {
      const now = Date.now();
      if (now - written < LOOK_MS) return;
      written = now;
      localStorage.setItem(KEY, String(now));
    };
    const look = () => {
      if (Date.now() - Number(localStorage.getItem(KEY)) > IDLE_MS) end.current();
    };
    touch();
    for (const sign of SIGNS) window.addEventListener(sign, touch, { passive: true });
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, touch);
    };
  }, []);
}
