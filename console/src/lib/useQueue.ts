import type { QueueOrder, QueueQuery } from '@krapao/contract/api/operator/common';
import type { QueueName } from '@krapao/contract/queues';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isQueueList, queueListKey, queuesQuery } from './queuesQuery.ts';

export interface QueuePage<Item> {
  items: Item[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** A loaded queue: its pages so far, in one order for the whole queue. */
export type Queue<Item> = ReturnType<typeof useQueue<Item, QueuePage<Item>>>;

/**
 * Loads a queue page by page, in the operator's order: the server sorts the whole queue, however long.
 * @param load one page
 */
export function useQueue<Item, P extends QueuePage<Item>>(
  name: QueueName,
  load: (query: QueueQuery) => Promise<P>,
) {
  const queries = useQueryClient();
  const [order, setOrder] = useState<QueueOrder>('oldest');
  const query = useInfiniteQuery({
    queryKey: queueListKey(name, order),
    queryFn: ({ pageParam }) => load({ order, ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // The list stays while it is reloaded in another order.
    placeholderData: keepPreviousData,
  });
  const read = query.isPlaceholderData ? 0 : (query.data?.pages.length ?? 0);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  // A live update reloads the pages and cancels a running request, which is repeated until it succeeds.
  const [wanted, setWanted] = useState(1);
  const isOwed = read > 0 && read < wanted && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isOwed) void fetchNextPage();
  }, [isOwed, fetchNextPage]);
  return {
    name,
    order,
    setOrder: (chosen: QueueOrder) => {
      setWanted(1);
      setOrder(chosen);
    },
    readMore: () => {
      setWanted(read + 1);
      if (isFetchNextPageError) void fetchNextPage();
    },
    /** Takes out an item that was decided just now, before the server tells it. */
    takeOut: (id: string) => {
      queries.setQueriesData<InfiniteData<QueuePage<{ id: string }>>>(
        { predicate: ({ queryKey }) => isQueueList(queryKey, name) },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, items: page.items.filter((one) => one.id !== id) })),
          },
      );
      queries.setQueryData(
        queuesQuery.queryKey,
        (data) =>
          data && { ...data, counts: { ...data.counts, [name]: Math.max(0, (data.counts[name] ?? 0) - 1) } },
      );
    },
    query,
  };
}
