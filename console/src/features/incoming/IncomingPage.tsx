import { Badge, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { LatePayments } from './LatePayments.tsx';
import { Transfers } from './Transfers.tsx';

/** Money that came in and that no machine could give to anybody: bank transfers, and payments that came too late. */
export function IncomingPage() {
  const t = useT();
  const [tab, setTab] = useState<'transfers' | 'late'>('transfers');
  const transfers = useQuery({ queryKey: ['incoming'], queryFn: () => client('GET /api/console/incoming') });
  const late = useQuery({ queryKey: ['gateways'], queryFn: () => client('GET /api/console/gateways') });
  const tabs = (
    <SegmentedControl
      fullWidth
      aria-label={t('incoming.title')}
      value={tab}
      onChange={(value) => setTab(value === 'late' ? 'late' : 'transfers')}
      data={[
        {
          value: 'transfers',
          label: <TabLabel text={t('incoming.transfers')} count={transfers.data?.items.length} />,
        },
        { value: 'late', label: <TabLabel text={t('incoming.late')} count={late.data?.items.length} /> },
      ]}
    />
  );
  return tab === 'transfers' ? (
    <QueryState query={transfers}>{({ items }) => <Transfers items={items} tabs={tabs} />}</QueryState>
  ) : (
    <QueryState query={late}>{({ items }) => <LatePayments items={items} tabs={tabs} />}</QueryState>
  );
}

function TabLabel({ text, count }: { text: string; count: number | undefined }) {
  return (
    <>
      {text} {count !== undefined && count > 0 && <Badge circle>{count}</Badge>}
    </>
  );
}
