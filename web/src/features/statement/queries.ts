import { PAGE_SIZE } from '@krapao/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/** One page of the transactions, newest first. Shows the previous page until the next one is there. */
export const statementQuery = (page: number) =>
  queryOptions({
    queryKey: ['statement', 'entries', page],
    queryFn: () => client('POST /api/statement', { body: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });

/** One page of the uploaded slips, newest first. */
export const slipsQuery = (page: number) =>
  queryOptions({
    queryKey: ['statement', 'slips', page],
    queryFn: () => client('POST /api/statement/slip', { body: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
