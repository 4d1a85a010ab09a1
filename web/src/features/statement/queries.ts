import type { StatementFilter } from '@krapao/contract/api/statement';
import { PAGE_SIZE } from '@krapao/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/**
 * One page of the transactions that a filter shows, newest first, with the sums of their months. Shows the previous page until the next one has loaded. Later pages send
 * the newest entry of the first page (`upTo`), so that new entries do not shift the rows.
 */
export const statementQuery = (filter: StatementFilter, page: number, upTo?: string) =>
  queryOptions({
    queryKey: ['statement', 'entries', filter, page, upTo],
    queryFn: () =>
      client('POST /api/statement', { body: { ...filter, ...pageAsked(page, upTo), withMonths: true } }),
    placeholderData: keepPreviousData,
  });

/** One page of the uploaded slips, newest first, with the same paging. */
export const slipsQuery = (page: number, upTo?: string) =>
  queryOptions({
    queryKey: ['statement', 'slips', page, upTo],
    queryFn: () => client('POST /api/statement/slip', { body: pageAsked(page, upTo) }),
    placeholderData: keepPreviousData,
  });

function pageAsked(page: number, upTo: string | undefined) {
  return { page, limit: PAGE_SIZE, ...(upTo !== undefined && { upTo }) };
}
