import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

/**
 * A list that is read page by page, newest first.
 * @param load one page; `before` names the last row of the page above it
 * @param lastOf how a page names its last row
 */
export function usePages<Page extends { hasMore: boolean }>(
  queryKey: QueryKey,
  load: (page: { before?: string }) => Promise<Page>,
  lastOf: (page: Page) => string | undefined,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam === '' ? {} : { before: pageParam }),
    initialPageParam: '',
    getNextPageParam: (page: Page) => (page.hasMore ? lastOf(page) : undefined),
  });
}
