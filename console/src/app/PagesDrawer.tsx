import { Drawer } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import type { Entry } from './entries.ts';
import { PageList } from './PageList.tsx';
import { AtWork, type Colleague } from './Presence.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  entries: readonly Entry[];
  operators: readonly Colleague[];
}

/** All pages with their names, and who is at work: where the screen has no room for the sidebar. */
export function PagesDrawer({ isOpen, onClose, entries, operators }: Props) {
  const t = useT();
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was reached in another way closes it too
  useEffect(onClose, [location]);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="min(340px, 88vw)"
      title={`${t('app.name')} ${t('app.console')}`}
    >
      <PageList entries={entries} onChoose={onClose} />
      <AtWork operators={operators} />
    </Drawer>
  );
}
