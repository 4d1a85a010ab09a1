import { COUPON_PAGE_SIZE } from '@krapao/contract/limits';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { type Coupon, couponsQuery } from './queries.ts';
import type { Claimable } from './useClaim.ts';

/** The coupons that can be claimed, three per page (SPN-03). Does not re-render when the dialog around it changes. */
export const Coupons = memo(({ onClaim }: { onClaim: (coupon: Claimable) => void }) => {
  const t = useT();
  const titleId = useId();
  const [page, setPage] = useState(1);
  const { data: coupons, error, refetch } = useQuery(couponsQuery);
  const pages = Math.max(1, Math.ceil((coupons?.length ?? 0) / COUPON_PAGE_SIZE));
  // The last page disappears when its last coupon is claimed.
  const shown = Math.min(page, pages);
  const start = (shown - 1) * COUPON_PAGE_SIZE;
  return (
    <section className="mt-5">
      <div className="section-head">
        <h3 id={titleId}>{t('spin.coupons')}</h3>
        {coupons && coupons.length > 0 && (
          <span className="num text-small text-ink-2">
            {t('spin.couponCount', { count: coupons.length })}
          </span>
        )}
      </div>
      {!coupons && error && <LoadFailed message={errorMessage(error)} onRetry={() => refetch()} />}
      {!coupons && !error && <SkeletonRows count={COUPON_PAGE_SIZE} />}
      {coupons?.length === 0 && <p className="text-small text-ink-2">{t('spin.noCoupons')}</p>}
      {coupons && coupons.length > 0 && (
        <table className="coupons" aria-labelledby={titleId}>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('spin.coupon')}</th>
              <th scope="col">{t('spin.action')}</th>
            </tr>
          </thead>
          <tbody>
            {coupons.slice(start, start + COUPON_PAGE_SIZE).map((coupon) => (
              <CouponRow key={coupon.code} coupon={coupon} onClaim={onClaim} />
            ))}
          </tbody>
        </table>
      )}
      {pages > 1 && (
        <div className="pt-3">
          <Pagination page={shown} pages={pages} onChange={setPage} />
        </div>
      )}
    </section>
  );
});

function CouponRow({ coupon, onClaim }: { coupon: Coupon; onClaim: (coupon: Claimable) => void }) {
  const t = useT();
  const { code, prize, createdAt, expiresAt } = coupon;
  return (
    <tr>
      <td>
        <div className="flex items-center gap-3">
          <span className="medallion medallion-gold">
            <Ticket aria-hidden="true" />
          </span>
          <div className="min-w-0">
            <div translate="no" className="font-semi">
              {prize.name}
            </div>
            {createdAt && (
              <div className="num text-caption whitespace-normal! text-ink-3">
                {t('spin.wonAt', { time: dateTimeText(createdAt) })}
              </div>
            )}
            {expiresAt && (
              <div className="num text-caption whitespace-normal! text-ink-3">
                {t('spin.expires', { time: dateTimeText(expiresAt) })}
              </div>
            )}
          </div>
        </div>
      </td>
      <td>
        <Button
          size="small"
          className="text-gold"
          aria-haspopup="dialog"
          aria-label={t('spin.claimOf', { name: prize.name })}
          onClick={() => onClaim({ code, name: prize.name, description: prize.slice.htmlDescription })}
        >
          {t('spin.claim')}
        </Button>
      </td>
    </tr>
  );
}
