import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { GiftLinks } from './GiftLinks.tsx';
import { LatePayments } from './LatePayments.tsx';
import { Notices } from './Notices.tsx';
import { Transfers } from './Transfers.tsx';

const TABS = ['transfers', 'late', 'gifts', 'notices'] as const;

/**
 * Money that came in and that no machine could give to anybody: transfers without an owner, payments that came too late,
 * gift links of unknown end, members' notices.
 */
export function IncomingPage() {
  const t = useT();
  const [tab, setTab] = useState<(typeof TABS)[number]>('transfers');
  const transfers = useQuery({ queryKey: ['incoming'], queryFn: () => client('GET /api/console/incoming') });
  const late = useQuery({ queryKey: ['gateways'], queryFn: () => client('GET /api/console/gateways') });
  const gifts = useQuery({ queryKey: ['gifts'], queryFn: () => client('GET /api/console/gifts') });
  const notices = useQuery({ queryKey: ['notices'], queryFn: () => client('GET /api/console/notices') });
  const counts = {
    transfers: transfers.data?.items.length ?? 0,
    late: late.data?.items.length ?? 0,
    gifts: gifts.data?.items.length ?? 0,
    notices: notices.data?.items.length ?? 0,
  };
  const tabs = (
    <fieldset className="queue-tabs" aria-label={t('incoming.title')}>
      {TABS.map((one) => (
        <button key={one} type="button" aria-pressed={one === tab} onClick={() => setTab(one)}>
          {t(`incoming.${one}`)} {counts[one] > 0 && <Badge circle>{counts[one]}</Badge>}
        </button>
      ))}
    </fieldset>
  );
  switch (tab) {
    case 'late':
      return (
        <QueryState query={late}>{({ items }) => <LatePayments items={items} tabs={tabs} />}</QueryState>
      );
    case 'gifts':
      return <QueryState query={gifts}>{({ items }) => <GiftLinks items={items} tabs={tabs} />}</QueryState>;
    case 'notices':
      return <QueryState query={notices}>{(data) => <Notices {...data} tabs={tabs} />}</QueryState>;
    default:
      return (
        <QueryState query={transfers}>{({ items }) => <Transfers items={items} tabs={tabs} />}</QueryState>
      );
  }
}
