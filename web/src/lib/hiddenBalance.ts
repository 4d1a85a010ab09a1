import { useState } from 'react';
import { hasCookie, keepCookie } from './cookies.ts';

/** Whether amounts are hidden in this browser, and how to change that; remembered. */
export function useHiddenBalance(): [isHidden: boolean, hide: (hidden: boolean) => void] {
  const [isHidden, setIsHidden] = useState(() => hasCookie('balance', 'hidden'));
  function hide(hidden: boolean) {
    keepCookie('balance', hidden ? 'hidden' : 'shown');
    setIsHidden(hidden);
  }
  return [isHidden, hide];
}
