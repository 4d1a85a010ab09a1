import type { QueueOrder, QueueQuery } from '@krapao/contract/api/operator/common';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueueName } from './useClaim.ts';

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
  return { name, order, setOrder, query };
}
