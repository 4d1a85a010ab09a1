import { dateTimeText } from '@krapao/ui/time.ts';
import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { client, isCode } from '../lib/api.ts';
import { paths, queuePath } from '../lib/paths.ts';
import { useMay } from '../lib/self.ts';
import type { Queue } from '../lib/useQueue.ts';
import { NotHere } from './NotHere.tsx';
import { QueryState } from './QueryState.tsx';

/** How an id may look; of anything else the server is not asked. */
const ID = /^[0-9a-f-]{1,40}$/;

interface Props {
  queue: Queue<unknown>;
  /** What the address names: an id, or something that is none. */
  id: string;
  /** Called once it is known that it does not wait in this queue. */
  onOver: (id: string) => void;
}

/**
 * An item that an address names and the list does not have: who ended it and when, or that it waits for a second operator,
 * or that there is none. If it waits further on in the queue, the list is read on until it is there.
 */
export function EndedItem({ queue, id, onOver }: Props) {
  const t = useT();
  const may = useMay();
  const { name, query, readMore } = queue;
  const state = useQuery({
    queryKey: [name, 'state', id],
    queryFn: () => client('GET /api/console/queues/:queue/:item', { params: { queue: name, item: id } }),
    enabled: ID.test(id),
  });
  const isFurtherOn = state.data?.state === 'WAITING';
  const isWholeRead = !query.hasNextPage && !query.isFetching;
  const isMoreDue = isFurtherOn && query.hasNextPage && !query.isFetching;
  useEffect(() => {
    if (isMoreDue) readMore();
  }, [isMoreDue, readMore]);
  // It may have come after the list was read.
  const isReadAgain = useRef(false);
  const isAgainDue = isFurtherOn && isWholeRead && !isReadAgain.current;
  const { refetch } = query;
  useEffect(() => {
    if (!isAgainDue) return;
    isReadAgain.current = true;
    void refetch();
  }, [isAgainDue, refetch]);
  const isNone =
    !ID.test(id) ||
    isCode(state.error, 'NO_DATA') ||
    isCode(state.error, 'OPERATOR_FORBIDDEN') ||
    (isFurtherOn && isWholeRead && isReadAgain.current);
  const isOver = isNone || (state.data !== undefined && !isFurtherOn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (isOver) onOver(id);
  }, [isOver, id]);
  if (isNone) return <NotHere path={queuePath(name)} />;
  return (
    <NotHere path={queuePath(name)}>
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
    </NotHere>
  );
}
