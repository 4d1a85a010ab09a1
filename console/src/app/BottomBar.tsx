import { Modal, UnstyledButton } from '@mantine/core';
import { type LucideIcon, Menu, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { paths } from '../lib/paths.ts';
import { Count } from './Count.tsx';
import { type Entry, isCurrent } from './entries.ts';
import { FindField } from './FindField.tsx';
import { PagesDrawer } from './PagesDrawer.tsx';
import type { Colleague } from './Presence.tsx';

const HERE: readonly string[] = [paths.home, paths.inbox, paths.chat];

interface Props {
  entries: readonly Entry[];
  operators: readonly Colleague[];
  /** Whether the operator may look for members. */
  findsMembers: boolean;
}

/** Under the thumb on a phone: the pages that one always needs, what finds anything, and the way to all pages. */
export function BottomBar({ entries, operators, findsMembers }: Props) {
  const t = useT();
  const [location] = useLocation();
  const [open, setOpen] = useState<'find' | 'menu'>();
  // What was done has put the focus where one goes on.
  const [keepsFocus, setKeepsFocus] = useState(false);
  const close = () => setOpen(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found closes the dialog
  useEffect(close, [location]);
  return (
    <>
      <nav className="bottom-bar" aria-label={t('nav.bar')}>
        {entries
          .filter(({ path }) => HERE.includes(path))
          .map((entry) => (
            <Link
              key={entry.path}
              href={entry.path}
              aria-current={isCurrent(entry, location) ? 'page' : undefined}
            >
              <Words Icon={entry.Icon} words={t(entry.title)} />
              <Count {...entry} />
            </Link>
          ))}
        <UnstyledButton
          aria-haspopup="dialog"
          onClick={() => {
            setKeepsFocus(false);
            setOpen('find');
          }}
        >
          <Words Icon={Search} words={t('nav.find')} />
        </UnstyledButton>
        <UnstyledButton aria-haspopup="dialog" onClick={() => setOpen('menu')}>
          <Words Icon={Menu} words={t('nav.menu')} />
        </UnstyledButton>
      </nav>
      <Modal opened={open === 'find'} onClose={close} title={t('nav.find')} returnFocus={!keepsFocus}>
        <FindField
          entries={entries}
          findsMembers={findsMembers}
          onOpen={() => {
            setKeepsFocus(document.activeElement !== document.body);
            close();
          }}
        />
      </Modal>
      <PagesDrawer isOpen={open === 'menu'} onClose={close} entries={entries} operators={operators} />
    </>
  );
}

function Words({ Icon, words }: { Icon: LucideIcon; words: string }) {
  return (
    <>
      <Icon size={22} aria-hidden="true" />
      <span className="clip">{`${words} `}</span>
    </>
  );
}
