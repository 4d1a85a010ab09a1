import { type ReactNode, useEffect, useRef } from 'react';
import { keepFocus, restFocus } from '../../components/keepFocus.ts';
import { useShownPath } from '../../lib/shownPath.ts';

let hasShown = false;

/**
 * The page content inside a shell. After a page change it takes the focus and scrolls to the top; also when another shell
 * follows, after a log-in or a log-out. Who comes back from a page below this one is again at the row that led there.
 */
export function ShellMain({ children }: { children: ReactNode }) {
  const pathname = useShownPath();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    const left = shown.current;
    if (left === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    const row =
      left.startsWith(`${pathname}/`) && main.current?.querySelector<HTMLElement>(`a[href="${left}"]`);
    if (row) row.focus();
    else main.current?.focus({ preventScroll: true });
  }, [pathname]);
  useEffect(() => {
    if (hasShown) restFocus();
    hasShown = true;
  }, []);
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), []);
  return (
    <main id="main" ref={main} tabIndex={-1} className="shell-main">
      {children}
    </main>
  );
}
