import type { Elements } from '@krapao/ui/elements.ts';
import { Drawer, UnstyledButton } from '@mantine/core';
import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { Count, type Entry } from './SectionNav.tsx';

/** The name of the open page, which opens a drawer with the search and all pages. */
export function PhoneNav({ entries, search }: { entries: readonly Entry[]; search: Elements }) {
  const t = useT();
  const [location] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const current = entries.find(({ path }) => location.startsWith(path));
  const elsewhere = entries.reduce((sum, entry) => sum + (entry === current ? 0 : entry.waiting), 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was chosen or found closes the drawer
  useEffect(() => setIsOpen(false), [location]);

  return (
    <>
      <UnstyledButton className="phone-nav" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Menu size={24} aria-hidden="true" />
        {elsewhere > 0 && <span className="count num">{elsewhere}</span>}
        <span className="clip">{current?.title ?? t('app.name')}</span>
      </UnstyledButton>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        size="min(340px, 88vw)"
        title={`${t('app.name')} ${t('app.console')}`}
      >
        {search}
        <nav className="phone-pages" aria-label={t('app.sections')}>
          {entries.map((entry) => (
            <Link
              key={entry.path}
              href={entry.path}
              aria-current={entry === current ? 'page' : undefined}
              onClick={() => setIsOpen(false)}
            >
              <span className="grow">{entry.title}</span>
              <Count {...entry} />
            </Link>
          ))}
        </nav>
      </Drawer>
    </>
  );
}
