import type { QueueName } from '@krapao/contract/queues';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useT } from '../../i18n/i18n.ts';
import { QUEUE_PATHS } from '../../lib/paths.ts';
import { queuesQuery } from '../../lib/queuesQuery.ts';
import { GiftLinks } from './GiftLinks.tsx';
import { LatePayments } from './LatePayments.tsx';
import { TransferClaims } from './TransferClaims.tsx';
import { Transfers } from './Transfers.tsx';

const TABS = ['transfers', 'late', 'gifts', 'claims'] as const;
type Tab = (typeof TABS)[number];
const QUEUE_OF = {
  transfers: 'incoming',
  late: 'latePayments',
  gifts: 'gifts',
  claims: 'transferClaims',
} as const satisfies Record<Tab, QueueName>;

/**
 * Incoming money that the system could not credit: transfers without an owner, late payments, gift links with an
 * unknown result, transfer claims.
 */
export function IncomingPage() {
  const t = useT();
  const [location, go] = useLocation();
  const pathOf = (one: Tab) => QUEUE_PATHS[QUEUE_OF[one]];
  // The first one has the others below its address.
  const tab = TABS.findLast((one) => location === pathOf(one) || location.startsWith(`${pathOf(one)}/`));
  const { data } = useQuery(queuesQuery);
  const count = (one: Tab) => data?.counts[QUEUE_OF[one]] ?? 0;
  const tabs = (
    <fieldset className="queue-tabs" aria-label={t('incoming.title')}>
      {TABS.map((one) => (
        <button key={one} type="button" aria-pressed={one === tab} onClick={() => go(pathOf(one))}>
          <span>{`${t(`incoming.${one}`)} `}</span>
          {count(one) > 0 && <Badge circle={count(one) < 100}>{count(one)}</Badge>}
        </button>
      ))}
    </fieldset>
  );
  switch (tab) {
    case 'late':
      return <LatePayments tabs={tabs} />;
    case 'gifts':
      return <GiftLinks tabs={tabs} />;
    case 'claims':
      return <TransferClaims tabs={tabs} />;
    default:
      return <Transfers tabs={tabs} />;
  }
}
