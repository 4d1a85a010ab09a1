import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useT } from '../i18n/i18n.ts';

/** Loads the next page of a list while there is one. */
export function MorePages({ query }: { query: UseInfiniteQueryResult<unknown> }) {
  const t = useT();
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      fullWidth
      mt="md"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t('app.more')}
    </Button>
  );
}
