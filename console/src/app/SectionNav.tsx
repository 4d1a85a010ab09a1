import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ChevronDown, Clock } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useT } from '../i18n/i18n.ts';

export interface Entry {
  path: string;
  title: string;
  /** The number of waiting items there. */
  waiting: number;
  /** How many of them wait longer than promised. */
  overdue: number;
}

/** The pages side by side as far as they fit; the others are in a menu with the sum of their counts. */
export function SectionNav({ entries }: { entries: readonly Entry[] }) {
  const t = useT();
  const [location, go] = useLocation();
  const { nav, ruler, fits } = useFitting(entries.length);
  const isCurrent = ({ path }: Entry) => location.startsWith(path);
  const hidden = entries.slice(fits);
  const all = (of: 'waiting' | 'overdue') => hidden.reduce((sum, entry) => sum + entry[of], 0);

  return (
    <nav ref={nav} aria-label={t('app.sections')}>
      {entries.slice(0, fits).map((entry) => (
        <Link
          key={entry.path}
          className="section"
          href={entry.path}
          aria-current={isCurrent(entry) ? 'page' : undefined}
        >
          <Words entry={entry} />
        </Link>
      ))}
      {hidden.length > 0 && (
        <Menu position="bottom-start" width={260} transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <UnstyledButton className="section" data-current={hidden.some(isCurrent) || undefined}>
              <span>{`${t('app.moreSections')} `}</span>
              <Count waiting={all('waiting')} overdue={all('overdue')} />
              <ChevronDown size={16} aria-hidden="true" />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map((entry) => (
              <Menu.Item
                key={entry.path}
                aria-current={isCurrent(entry) ? 'page' : undefined}
                {...(isCurrent(entry) && { color: 'gold' })}
                rightSection={<Count {...entry} />}
                onClick={() => go(entry.path)}
              >
                {entry.title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {/* The full width of all pages, only for measuring. */}
      <div ref={ruler} className="ruler" aria-hidden="true">
        {entries.map((entry) => (
          <span key={entry.path} className="section">
            <Words entry={entry} />
          </span>
        ))}
        <span className="section">
          <span>{`${t('app.moreSections')} `}</span>
          <span className="count num">99</span>
          <ChevronDown size={16} />
        </span>
      </div>
    </nav>
  );
}

function Words({ entry: { title, waiting, overdue } }: { entry: Entry }) {
  return (
    <>
      <span>{title}</span>
      <Count waiting={waiting} overdue={overdue} />
    </>
  );
}

/** How many wait, and beside it how many of them wait longer than promised. */
export function Count({ waiting, overdue }: Pick<Entry, 'waiting' | 'overdue'>) {
  const t = useT();
  return (
    <>
      {waiting > 0 && <span className="count num">{waiting}</span>}
      {overdue > 0 && (
        <span className="count count-overdue num" title={t('queue.overdue', { count: overdue })}>
          <Clock size={12} aria-hidden="true" />
          <span>{overdue}</span>
          <VisuallyHidden>{` ${t('queue.overdueWord')}`}</VisuallyHidden>
        </span>
      )}
    </>
  );
}

/** How many of the ruler's first children fit beside its last one; all of them if the last one is not needed. */
function useFitting(count: number) {
  const nav = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(count);
  useLayoutEffect(() => {
    const measure = () => {
      const widths = [...(ruler.current?.children ?? [])].map((child) => child.getBoundingClientRect().width);
      const more = widths.pop() ?? 0;
      const room = nav.current?.clientWidth ?? 0;
      if (widths.reduce((sum, width) => sum + width, 0) <= room) return setFits(widths.length);
      let taken = more;
      const first = widths.findIndex((width) => {
        taken += width;
        return taken > room;
      });
      setFits(first);
    };
    measure();
    // The ruler's own width changes with language, fonts and counts.
    const observer = new ResizeObserver(measure);
    for (const element of [nav.current, ruler.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { nav, ruler, fits: Math.min(fits, count) };
}
