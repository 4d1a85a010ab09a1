import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

/**
 * A list loaded page by page, newest first.
 * @param load one page; `before` names the last row of the previous page
 * @param lastOf the name of a page's last row
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
