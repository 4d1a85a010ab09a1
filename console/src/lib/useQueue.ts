import type { QueueOrder, QueueQuery } from '@krapao/contract/api/operator/common';
import type { QueueName } from '@krapao/contract/queues';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

interface Page<Item> {
  items: Item[];
  /** The place behind which the next page begins; null on the last one. */
  next: string | null;
}

/** A queue as it is read: its pages so far, in an order that holds for all of it. */
export type Queue<Item> = ReturnType<typeof useQueue<Item, Page<Item>>>;

/**
 * Reads a queue page by page, in the order that the operator has chosen: the server sorts all of it, however long it is.
 * @param load one page
 */
export function useQueue<Item, P extends Page<Item>>(
  name: QueueName,
  load: (query: QueueQuery) => Promise<P>,
) {
  const [order, setOrder] = useState<QueueOrder>('oldest');
  const query = useInfiniteQuery({
    queryKey: [name, { order }],
    queryFn: ({ pageParam }) => load({ order, ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // The list stays while it is read in another order.
    placeholderData: keepPreviousData,
  });
  const read = query.isPlaceholderData ? 0 : (query.data?.pages.length ?? 0);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  // Live news reads the pages again and gives up the one on its way: it is asked for until it is there.
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
    query,
  };
}
