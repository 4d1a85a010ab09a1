import { PAGE_SIZE } from '@krapao/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/** The refunds that are available now (RFD-01). */
export const refundQuery = queryOptions({
  queryKey: ['refund', 'check'],
  queryFn: () => client('GET /api/refund/check'),
});

/** One page of the received refunds, newest first. */
export const refundLogQuery = (page: number) =>
  queryOptions({
    queryKey: ['refund', 'log', page],
    queryFn: () => client('POST /api/refund', { body: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
