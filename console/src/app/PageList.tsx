import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { Count } from './Count.tsx';
import { type Entry, isCurrent } from './entries.ts';
import { GROUPS, type Group } from './sections.ts';

interface Props {
  entries: readonly Entry[];
  /** Called when a page is chosen, also the one that is open. */
  onChoose?: () => void;
}

/** All pages of the operator in their groups, always in the same order. */
export function PageList({ entries, onChoose }: Props) {
  const t = useT();
  const [location] = useLocation();
  return (
    <nav className="page-list" aria-label={t('app.sections')}>
      {GROUPS.map((group) => (
        <PageGroup
          key={group}
          group={group}
          entries={entries.filter((entry) => entry.group === group)}
          location={location}
          onChoose={onChoose}
        />
      ))}
    </nav>
  );
}

interface GroupProps {
  group: Group;
  entries: readonly Entry[];
  location: string;
  onChoose: (() => void) | undefined;
}

function PageGroup({ group, entries, location, onChoose }: GroupProps) {
  const t = useT();
  const title = useId();
  if (entries.length === 0) return null;
  return (
    <div className="page-group">
      {group !== 'home' && <p id={title}>{t(`nav.${group}`)}</p>}
      <ul aria-labelledby={group === 'home' ? undefined : title}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link
              className="page-entry"
              href={entry.path}
              aria-current={isCurrent(entry, location) ? 'page' : undefined}
              onClick={onChoose}
            >
              <entry.Icon size={18} aria-hidden="true" />
              <span className="page-name">{`${t(entry.title)} `}</span>
              <Count {...entry} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
