import { signedBahtText } from '@krapao/ui/money.ts';
import { type ReactNode, useId, useState } from 'react';
import { pagesOf } from '../lib/pagesOf.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { Pagination } from './Pagination.tsx';
import { SkeletonRows } from './Skeleton.tsx';

/** One received amount, in baht. */
export interface Received {
  key: string;
  what: ReactNode;
  amount: number;
}

interface ReceivedListProps {
  title: string;
  /** Headings of the two columns, for screen readers. */
  columns: readonly [string, string];
  failed: string;
  empty: string;
  /** Requests a page, counted from 1. `total` covers all pages. */
  usePage: (page: number) => {
    data: { total: number; rows: readonly Received[] } | undefined;
    isError: boolean;
    refetch: () => unknown;
  };
}

/** A list of received amounts, ten per page, with the amounts at the right (INV-01, RFD-01). */
export function ReceivedList({ title, columns, failed, empty, usePage }: ReceivedListProps) {
  const headingId = useId();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = usePage(page);
  return (
    <>
      <h3 id={headingId} className="mt-5">
        {title}
      </h3>
      {!data && isError && <LoadFailed message={failed} onRetry={refetch} />}
      {!data && !isError && <SkeletonRows count={3} />}
      {data?.total === 0 && <p className="py-3 text-small text-ink-3">{empty}</p>}
      {data && data.total > 0 && (
        <table className="w-full" aria-labelledby={headingId}>
          <thead className="sr-only">
            <tr>
              {columns.map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ key, what, amount }) => (
              <tr key={key} className="border-t border-line first:border-t-0">
                <td className="py-2.5">
                  <span className="flex items-center gap-3.5">{what}</span>
                </td>
                <td
                  translate="no"
                  className={`num py-2.5 pl-2 text-right font-semi ${amount > 0 ? 'text-jade' : 'text-ink-3'}`}
                >
                  {signedBahtText(amount, amount > 0 ? '+' : '')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-4">
        <Pagination page={page} pages={pagesOf(data?.total ?? 0)} onChange={setPage} />
      </div>
    </>
  );
}
