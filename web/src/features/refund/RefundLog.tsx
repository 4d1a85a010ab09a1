import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { dateTimeText, signedBahtText } from '../../lib/format.ts';
import { pagesOf } from '../../lib/pagesOf.ts';
import { refundLogQuery } from './queries.ts';

/** The refunds that were received, ten a page (RFD-01). */
export function RefundLog() {
  const t = useT();
  const headingId = useId();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(refundLogQuery(page));
  return (
    <>
      <h3 id={headingId} className="mt-5">
        {t('refund.log')}
      </h3>
      {!data && isError && <LoadFailed message={t('refund.logFailed')} onRetry={() => refetch()} />}
      {!data && !isError && <SkeletonRows count={3} />}
      {data?.total === 0 && <p className="py-3 text-small text-ink-3">{t('refund.logEmpty')}</p>}
      {data && data.total > 0 && (
        <table className="w-full" aria-labelledby={headingId}>
          <thead className="sr-only">
            <tr>
              <th>{t('refund.logTime')}</th>
              <th>{t('refund.logAmount')}</th>
            </tr>
          </thead>
          <tbody>
            {data.refunds.map(({ refundAmount, createdAt }) => (
              <tr key={createdAt} className="border-t border-line first:border-t-0">
                <td className="py-[11px]">
                  <span className="flex items-center gap-3.5">
                    <span className="medallion medallion-in size-9! rounded-[11px]!">
                      <Undo2 aria-hidden="true" className="size-[18px]!" />
                    </span>
                    <time dateTime={createdAt} className="num text-small whitespace-normal! text-ink-2">
                      {dateTimeText(createdAt)}
                    </time>
                  </span>
                </td>
                <td className="num py-[11px] pl-2 text-right font-semi text-jade">
                  {signedBahtText(refundAmount, '+')}
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
