import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { dateTimeText, signedBahtText } from '../../lib/format.ts';
import { pagesOf } from '../../lib/pagesOf.ts';
import { inviteesQuery } from './queries.ts';

/** The invited friends and what each has earned the member, ten a page (INV-01). */
export function Invitees() {
  const t = useT();
  const headingId = useId();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(inviteesQuery(page));
  return (
    <>
      <h3 id={headingId} className="mt-5">
        {t('invite.friends')}
      </h3>
      {!data && isError && <LoadFailed message={t('invite.failed')} onRetry={() => refetch()} />}
      {!data && !isError && <SkeletonRows count={3} />}
      {data?.total === 0 && <p className="py-3 text-small text-ink-3">{t('invite.empty')}</p>}
      {data && data.total > 0 && (
        <table className="w-full" aria-labelledby={headingId}>
          <thead className="sr-only">
            <tr>
              <th>{t('invite.friend')}</th>
              <th>{t('invite.earned')}</th>
            </tr>
          </thead>
          <tbody>
            {data.invites.map(({ from, amount, createdAt }) => (
              <tr key={`${createdAt} ${from.name}`} className="border-t border-line first:border-t-0">
                <td className="py-2.5">
                  <span className="flex items-center gap-3.5">
                    <span
                      className="medallion medallion-gold size-10! rounded-full! font-semi"
                      aria-hidden="true"
                    >
                      {[...from.name][0]}
                    </span>
                    <span className="min-w-0">
                      <span className="block font-medium [overflow-wrap:anywhere]">{from.name}</span>
                      <time dateTime={createdAt} className="num text-caption whitespace-normal! text-ink-3">
                        {dateTimeText(createdAt)}
                      </time>
                    </span>
                  </span>
                </td>
                <td
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
