import { dateTimeText } from '@krapao/ui/time.ts';
import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { client, isCode } from '../lib/api.ts';
import { paths, queuePath } from '../lib/paths.ts';
import { useMay } from '../lib/self.ts';
import type { Queue } from '../lib/useQueue.ts';
import { QueryState } from './QueryState.tsx';

interface Props {
  queue: Queue<unknown>;
  id: string;
}

/**
 * An item that an address names and the list does not have: who ended it and when, or that it waits for a second operator.
 * If it waits further on in the queue, the list is read on until it is there.
 */
export function EndedItem({ queue, id }: Props) {
  const t = useT();
  const may = useMay();
  const { name, query, readMore } = queue;
  const state = useQuery({
    queryKey: [name, 'state', id],
    queryFn: () => client('GET /api/console/queues/:queue/:item', { params: { queue: name, item: id } }),
  });
  const isFurtherOn = state.data?.state === 'WAITING';
  const isMoreDue = isFurtherOn && query.hasNextPage && !query.isFetching;
  useEffect(() => {
    if (isMoreDue) readMore();
  }, [isMoreDue, readMore]);
  const isNone = isCode(state.error, 'NO_DATA') || isCode(state.error, 'OPERATOR_FORBIDDEN');
  return (
    <section className="centre rest ended" aria-live="polite">
      {isNone ? (
        <p>{t('queue.noItem')}</p>
      ) : (
        <QueryState query={state}>
          {({ state: now, end }) => (
            <>
              {now === 'WAITING' && (
                <Center>
                  <Loader aria-label={t('app.loading')} />
                </Center>
              )}
              {now === 'ASKED' && (
                <p>
                  <span>{`${t('queue.asked')} `}</span>
                  {may('approval.decide') && <Link href={paths.approvals}>{t('approvals.title')}</Link>}
                </p>
              )}
              {end !== null && (
                <>
                  <h2>
                    {end.operatorName === null
                      ? t('queue.endedByItself', { time: dateTimeText(end.at) })
                      : t('queue.endedBy', { name: end.operatorName, time: dateTimeText(end.at) })}
                  </h2>
                  {end.reason !== null && <p className="muted">{end.reason}</p>}
                </>
              )}
            </>
          )}
        </QueryState>
      )}
      <Link href={queuePath(name)} replace>
        {t('queue.toFirst')}
      </Link>
    </section>
  );
}
