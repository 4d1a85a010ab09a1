import type { Elements } from '@krapao/ui/elements.ts';
import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useT } from '../i18n/i18n.ts';
import { errorText } from '../lib/errorText.ts';

/** The state of a query: its content, placeholder rows while it loads, or the error with a retry. */
export function QueryState<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => Promise<unknown> };
  children: (data: T) => Elements;
}) {
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <div className="centre" role="alert">
        <p>{errorText(query.error)}</p>
        <Button variant="default" onClick={() => void query.refetch()}>
          {t('app.retry')}
        </Button>
      </div>
    );
  }
  return (
    <div role="status" aria-label={t('app.loading')}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} height={44} mb={8} radius="md" />
      ))}
    </div>
  );
}
