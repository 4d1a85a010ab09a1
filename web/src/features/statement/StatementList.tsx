import { dateText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useCallback, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { pagesOf } from '../../lib/pagesOf.ts';
import { serverNow } from '../../lib/serverClock.ts';
import type { StatementEntry } from '../../lib/statementEntry.ts';
import './statement.css';
import { EntryRow } from './EntryRow.tsx';
import { Export } from './Export.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { ALL, type Chosen, filterOf, isNarrow } from './filter.ts';
import { MonthLine } from './MonthLine.tsx';
import { statementQuery } from './queries.ts';
import { usePage } from './usePage.ts';

const RENEW_AGES_MS = 10_000;

interface StatementListProps {
  /** Shown above the list; what it chooses narrows the list. */
  isFilterShown: boolean;
  /** Action offered while there are no transactions. */
  emptyAction: ReactNode;
  /** Names a place that the statement gives as a code. */
  nameOf: (place: string) => string;
}

/** The member's transactions, page by page. */
export function StatementList({ isFilterShown, emptyAction, nameOf }: StatementListProps) {
  const t = useT();
  const [chosen, setChosen] = useState(ALL);
  const [{ page, upTo }, turnTo] = usePage();
  const now = useNow(RENEW_AGES_MS, serverNow);
  const filter = filterOf(chosen, now);
  const { data, isError, isPlaceholderData, refetch } = useQuery(statementQuery(filter, page, upTo));
  const choose = useCallback(
    (change: Partial<Chosen>) => {
      setChosen((before) => ({ ...before, ...change }));
      turnTo(1, undefined);
    },
    [turnTo],
  );

  if (!data && isError) return <LoadFailed message={t('statement.failed')} onRetry={() => refetch()} />;
  if (data?.total === 0 && !isNarrow(chosen))
    return (
      <EmptyState title={t('statement.empty.title')} text={t('statement.empty.text')} action={emptyAction} />
    );
  return (
    <>
      {isFilterShown && (
        <FilterPanel chosen={chosen} onChoose={choose}>
          <Export filter={filter} nameOf={nameOf} />
        </FilterPanel>
      )}
      <p className="mt-6 text-center text-ink-2 empty:mt-0" role="status">
        {data?.total === 0 && t('statement.filter.nothing')}
      </p>
      <div className="card mt-3 px-4 py-1 empty:hidden" aria-busy={!data || isPlaceholderData}>
        {data ? (
          byMonth(data.statements).map(({ month, entries }) => {
            const sums = data.months?.find((one) => one.month === month);
            return (
              <Fragment key={month}>
                {sums && <MonthLine sums={sums} />}
                <ul className="list">
                  {entries.map((entry) => (
                    <EntryRow key={entry._id} entry={entry} now={now} nameOf={nameOf} />
                  ))}
                </ul>
              </Fragment>
            );
          })
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

/** The entries of a page by their month in Bangkok (YYYY-MM), in their order. */
function byMonth(entries: readonly StatementEntry[]): { month: string; entries: StatementEntry[] }[] {
  const months = new Map<string, StatementEntry[]>();
  for (const entry of entries) {
    const month = dateText(entry.createdAt).split('/').reverse().slice(0, 2).join('-');
    months.set(month, [...(months.get(month) ?? []), entry]);
  }
  return [...months].map(([month, of]) => ({ month, entries: of }));
}
