import { type Counted, QUEUE_NAMES } from '@krapao/contract/queues';
import { useNow } from '@krapao/ui/useNow.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths, queuePath } from '../../lib/paths.ts';
import { queueTitle } from '../../lib/queueNames.ts';
import { queuesQuery } from '../../lib/queuesQuery.ts';
import { waitText } from '../../lib/waitText.ts';

const ALL: readonly Counted[] = [...QUEUE_NAMES, 'chats'];

/** Each queue in which something waits, with its oldest: those with something late first, then by age. */
export function WhatWaits() {
  const t = useT();
  const now = useNow(10_000);
  const query = useQuery(queuesQuery);
  return (
    <section aria-labelledby="what-waits">
      <h2 id="what-waits">{t('home.waiting')}</h2>
      <QueryState query={query}>
        {({ counts, overdue, oldest }) => (
          <Rows
            label={t('home.waiting')}
            rows={ALL.filter((id) => (counts[id] ?? 0) > 0)
              .map((id) => ({ id, count: counts[id] ?? 0, late: overdue[id] ?? 0, since: oldest[id] ?? '' }))
              .toSorted(
                (one, other) =>
                  Number(other.late > 0) - Number(one.late > 0) || (one.since < other.since ? -1 : 1),
              )}
            empty={t('home.nothing')}
            minWidth={420}
            columns={[
              {
                title: t('home.queue'),
                cell: ({ id }) => (
                  <Link href={id === 'chats' ? paths.chat : queuePath(id)}>{queueTitle(id)}</Link>
                ),
              },
              { title: t('home.count'), isNumber: true, cell: ({ count }) => count },
              {
                title: t('home.overdue'),
                isNumber: true,
                cell: ({ late }) => (late > 0 ? <b className="overdue">{late}</b> : ''),
              },
              {
                title: t('home.oldest'),
                isNumber: true,
                cell: ({ since }) => (since === '' ? '' : waitText(since, now)),
              },
            ]}
          />
        )}
      </QueryState>
    </section>
  );
}
