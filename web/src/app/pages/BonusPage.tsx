import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { toast } from '../../components/toast.ts';
import { ActiveBonusCard } from '../../features/bonus/ActiveBonusCard.tsx';
import { BonusCard } from '../../features/bonus/BonusCard.tsx';
import '../../features/bonus/bonus.css';
import { useNow } from '@krapao/ui/useNow.ts';
import { activeBonusQuery } from '../../features/bonus/activeBonusQuery.ts';
import { PromotionSearch } from '../../features/bonus/PromotionSearch.tsx';
import { bonusesQuery, type Promotion } from '../../features/bonus/queries.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { loadFirst } from '../QueryProvider.tsx';

const BonusDialog = lazyPart(() => import('../../features/bonus/BonusDialog.tsx'));
const PromotionDialog = lazyPart(() => import('../../features/bonus/PromotionDialog.tsx'));
const CancelBonusDialog = lazyPart(() => import('../../features/bonus/CancelBonusDialog.tsx'));

const MINUTE_MS = 60_000;

type Shown =
  | { kind: 'bonus'; code: string }
  | { kind: 'promotion'; promotion: Promotion }
  | { kind: 'cancel' };

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(activeBonusQuery, bonusesQuery);

/** Bonuses and promotion codes (BON-01 to BON-07). */
export default function BonusPage() {
  const t = useT();
  const now = useNow(MINUTE_MS, serverNow);
  const active = useQuery(activeBonusQuery);
  const bonuses = useQuery(bonusesQuery);
  const [shown, setShown] = useState<{ dialog: Shown; open: boolean; serial: number } | null>(null);
  const isLoading = useDelayed(active.isPending || bonuses.isPending);

  const show = (dialog: Shown) =>
    setShown((last) => ({ dialog, open: true, serial: (last?.serial ?? 0) + 1 }));
  const close = () => setShown((last) => last && { ...last, open: false });

  // The dialog must show the current cost, so it is loaded before the dialog opens.
  async function askToCancel() {
    const { data, error } = await active.refetch();
    if (error) return toast.error(() => errorMessage(error));
    if (data?.status) show({ kind: 'cancel' });
  }

  const current = bonuses.data?.find(({ userBonus }) => userBonus?.isActive);
  const failure = active.error ?? bonuses.error;

  function dialog() {
    if (!shown) return null;
    const { dialog, open } = shown;
    switch (dialog.kind) {
      case 'bonus': {
        const bonus = bonuses.data?.find(({ code }) => code === dialog.code);
        return bonus && <BonusDialog open={open} onClose={close} bonus={bonus} />;
      }
      case 'promotion':
        return <PromotionDialog open={open} onClose={close} promotion={dialog.promotion} />;
      case 'cancel':
        return active.data && <CancelBonusDialog open={open} onClose={close} active={active.data} />;
    }
  }

  return (
    <div className="page">
      <PageHeading>{t('bonus.title')}</PageHeading>
      {failure && (!active.data || !bonuses.data) && (
        <LoadFailed
          message={errorMessage(failure)}
          onRetry={() => {
            if (!active.data) void active.refetch();
            if (!bonuses.data) void bonuses.refetch();
          }}
        />
      )}
      {active.data?.status && (
        <ActiveBonusCard
          active={active.data}
          onShow={current && (() => show({ kind: 'bonus', code: current.code }))}
          onCancel={askToCancel}
        />
      )}
      {active.data?.status === false && (
        <PromotionSearch onFound={(promotion) => show({ kind: 'promotion', promotion })} />
      )}
      {isLoading && !failure && <BonusSkeleton />}
      {bonuses.data?.length === 0 && (
        <EmptyState title={t('bonus.empty.title')} text={t('bonus.empty.text')} />
      )}
      {bonuses.data && bonuses.data.length > 0 && (
        <section className="mt-6">
          <div className="section-head">
            <h2>
              <span>{t('bonus.all')}</span>
              <span className="count num">{bonuses.data.length}</span>
            </h2>
          </div>
          <ul className="bonuses mt-3">
            {bonuses.data.map((bonus) => (
              <li key={bonus.code}>
                <BonusCard bonus={bonus} now={now} onShow={() => show({ kind: 'bonus', code: bonus.code })} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown && <Suspense key={shown.serial}>{dialog()}</Suspense>}
    </div>
  );
}

function BonusSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton className="mt-3 h-44 rounded-lg" />
      <div className="bonuses mt-8">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} className="h-[184px] rounded-lg" />
        ))}
      </div>
    </div>
  );
}
