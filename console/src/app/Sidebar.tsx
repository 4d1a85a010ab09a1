import { useEffect, useRef } from 'react';
import type { Entry } from './entries.ts';
import { PageList } from './PageList.tsx';

/** How much of the sidebar shows below the open page. */
const BELOW = 20;

/** The pages at the left of every page; on a narrow screen their icons, whose names come up where one points. */
export function Sidebar({ entries }: { entries: readonly Entry[] }) {
  const sidebar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = sidebar.current;
    const current = list?.querySelector('[aria-current="page"]');
    if (!list || !current) return;
    // By hand: after scrollIntoView the Tab key would go on from there, past the link that skips the menus.
    const hidden = current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    if (hidden > 0) list.scrollTop += hidden + BELOW;
  }, []);
  return (
    <div ref={sidebar} className="sidebar">
      <PageList entries={entries} />
    </div>
  );
}
