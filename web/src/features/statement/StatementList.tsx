import { useNow } from '@krapao/ui/useNow.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { pagesOf } from '../../lib/pagesOf.ts';
import { EntryRow } from './EntryRow.tsx';
import { statementQuery } from './queries.ts';
import { usePage } from './usePage.ts';

const RENEW_AGES_MS = 10_000;

interface StatementListProps {
  /** Action offered while there are no transactions. */
  emptyAction: ReactNode;
  /** Names a place that the statement gives as a code. */
  nameOf: (place: string) => string;
}

/** The member's transactions, page by page. */
export function StatementList({ emptyAction, nameOf }: StatementListProps) {
  const t = useT();
  const [{ page, upTo }, turnTo] = usePage();
  const now = useNow(RENEW_AGES_MS);
  const { data, isError, isPlaceholderData, refetch } = useQuery(statementQuery(page, upTo));

  if (!data && isError) return <LoadFailed message={t('statement.failed')} onRetry={() => refetch()} />;
  if (data?.total === 0)
    return (
      <EmptyState title={t('statement.empty.title')} text={t('statement.empty.text')} action={emptyAction} />
    );
  return (
    <>
      <div className="card mt-3 px-4 py-1 empty:hidden" aria-busy={!data || isPlaceholderData}>
        {data ? (
          <ul className="list">
            {data.statements.map((entry) => (
              <EntryRow key={entry._id} entry={entry} now={now} nameOf={nameOf} />
            ))}
          </ul>
        ) : (
          <SkeletonRows />
        )}
      </div>
      <div className="mt-4">
        <Pagination
          page={page}
          pages={pagesOf(data?.total ?? 0)}
          onChange={(next) => {
            turnTo(next, data?.statements[0]?._id);
            window.scrollTo(0, 0);
          }}
        />
      </div>
    </>
  );
}
