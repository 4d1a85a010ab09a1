import { DELAY_MS } from '@krapao/contract/limits';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { setOpensLate } from '../lib/useDelayed.ts';
import { prepareRoute, redirectOf } from './routes.ts';

/** The old page stays at most this long while the next one loads; then the next one shows its skeleton. */
const STAYS_MS = DELAY_MS.spinner;

/**
 * The path of the page to show for the browser's address. It follows the address when the files and the first data of
 * the new page have loaded, or after 200 ms, so that no blank page stands between two pages.
 */
export function usePageChange(pathname: string): string {
  const target = endOfRedirects(pathname);
  const [shown, setShown] = useState(target);
  useEffect(() => {
    if (target === shown) return;
    let isLeft = false;
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, STAYS_MS, 'late'));
    // What cannot be loaded shows up when the page opens.
    void Promise.race([prepareRoute(target).catch(() => 'failed'), late]).then((end) => {
      if (!isLeft)
        changeView(() => {
          if (isLeft) return;
          setOpensLate(end === 'late');
          flushSync(() => setShown(target));
        });
    });
    return () => {
      isLeft = true;
    };
  }, [target, shown]);
  return shown;
}

function endOfRedirects(pathname: string): string {
  const next = redirectOf(pathname);
  return next === null ? pathname : endOfRedirects(next);
}

/** Fades from the old page to the new one where the browser can and the member wants movement. */
function changeView(change: () => void): void {
  if (!document.startViewTransition || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    change();
    return;
  }
  const { ready, finished } = document.startViewTransition(change);
  // A transition that the next one replaces, or in a hidden tab, is skipped; its change is made all the same.
  ready.catch(() => {});
  finished.catch(() => {});
}
