import { PAGE_SIZE } from '@krapao/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/** One page of the invited friends, newest first (INV-01). */
export const inviteesQuery = (page: number) =>
  queryOptions({
    queryKey: ['invite', page],
    queryFn: () => client('POST /api/invite', { body: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
