import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { isAllowed } from '@krapao/contract/permissions';
import { QUEUE_NAMES, QUEUE_PERMISSIONS, type QueueName } from '@krapao/contract/queues';
import { moneyText } from '@krapao/ui/kip.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { itemPath, paths } from '../../lib/paths.ts';
import { queueTitle } from '../../lib/queueNames.ts';
import { inboxKey, queuesQuery } from '../../lib/queuesQuery.ts';
import { useSelf } from '../../lib/self.ts';
import { waitText } from '../../lib/waitText.ts';
import './inbox.css';

type Item = ResponseOf<Contract['GET /api/console/inbox']>['items'][number];

/** What waits in all queues of the operator together, or in one: what is late first. */
export function InboxPage() {
  const t = useT();
  const { self } = useSelf();
  const [search] = useSearchParams();
  const own = QUEUE_NAMES.filter((name) => self && isAllowed(self.role, QUEUE_PERMISSIONS[name]));
  const queue = own.find((name) => name === search.get('queue'));
  const query = useQuery({
    queryKey: [...inboxKey, queue],
    queryFn: () => client('GET /api/console/inbox', { query: queue === undefined ? {} : { queue } }),
  });
  return (
    <div className="inside">
      <PageHead title={t('inbox.title')} />
      <Filters queues={own} chosen={queue} />
      <QueryState query={query}>
        {({ items, isMore }) => (
          <>
            {isMore && <p className="muted">{t('inbox.first', { count: items.length })}</p>}
            <Waiting items={items} />
          </>
        )}
      </QueryState>
    </div>
  );
}

interface FiltersProps {
  queues: readonly QueueName[];
  chosen: QueueName | undefined;
}

/** The queues with their counts; the address keeps the chosen one. */
function Filters({ queues, chosen }: FiltersProps) {
  const t = useT();
  const { data } = useQuery(queuesQuery);
  const countOf = (name: QueueName) => data?.counts[name] ?? 0;
  const all = queues.reduce((sum, name) => sum + countOf(name), 0);
  return (
    <nav className="inbox-filters" aria-label={t('inbox.filter')}>
      <Filter href={paths.inbox} words={t('inbox.all')} count={all} isChosen={chosen === undefined} />
      {queues.map((name) => (
        <Filter
          key={name}
          href={`${paths.inbox}?queue=${name}`}
          words={queueTitle(name)}
          count={countOf(name)}
          isChosen={chosen === name}
        />
      ))}
    </nav>
  );
}

function Filter({
  href,
  words,
  count,
  isChosen,
}: {
  href: string;
  words: string;
  count: number;
  isChosen: boolean;
}) {
  return (
    <Link href={href} aria-current={isChosen ? 'true' : undefined}>
      <span>{`${words} `}</span>
      <span className="muted num">{count}</span>
    </Link>
  );
}

function Waiting({ items }: { items: readonly Item[] }) {
  const t = useT();
  const now = useNow(10_000);
  return (
    <Rows
      label={t('inbox.title')}
      // Two queues may have items of the same number.
      rows={items.map((item) => ({ id: `${item.queue}/${item.id}`, item }))}
      empty={t('inbox.empty')}
      columns={[
        {
          title: t('inbox.about'),
          cell: ({ item: { queue, id, member } }) => (
            <Link href={itemPath(queue, id)}>
              {member === null ? <span>{queueTitle(queue)}</span> : <span translate="no">{member.name}</span>}
            </Link>
          ),
        },
        { title: t('inbox.queue'), cell: ({ item: { queue } }) => queueTitle(queue) },
        {
          title: t('inbox.amount'),
          isNumber: true,
          cell: ({ item: { amount, currency } }) => (amount === null ? '' : moneyText(amount, currency)),
        },
        {
          title: t('inbox.since'),
          isNumber: true,
          cell: ({ item: { since, isOverdue } }) =>
            isOverdue ? (
              <span className="overdue">
                <span>{`${waitText(since, now)} `}</span>
                <span>{t('queue.overdueWord')}</span>
              </span>
            ) : (
              waitText(since, now)
            ),
        },
        {
          title: t('inbox.who'),
          cell: ({ item: { claim } }) =>
            claim !== null &&
            (claim.isMine ? (
              <Badge color="gold">{t('inbox.you')}</Badge>
            ) : (
              <Badge color="gray" translate="no">
                {claim.operatorName}
              </Badge>
            )),
        },
      ]}
    />
  );
}
