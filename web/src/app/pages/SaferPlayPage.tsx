import { useQueries, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AskTeam } from '../../features/chat/AskTeam.tsx';
import { ActivitySection } from '../../features/protection/ActivitySection.tsx';
import { FundsCard } from '../../features/protection/FundsCard.tsx';
import { LimitsSection } from '../../features/protection/LimitsSection.tsx';
import { PauseNotice } from '../../features/protection/PauseNotice.tsx';
import { PauseSection } from '../../features/protection/PauseSection.tsx';
import '../../features/protection/protection.css';
import { activityQuery, limitsQuery, pauseQuery } from '../../features/protection/queries.ts';
import { ReturnCard } from '../../features/protection/ReturnCard.tsx';
import { walletQuery } from '../../features/wallet/queries.ts';
import { totalsOf } from '../../features/wallet/totals.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { paths } from '../../lib/paths.ts';
import { loadFirst } from '../QueryProvider.tsx';

const ConditionsDialog = lazyPart(() => import('../../features/lookup/ConditionsDialog.tsx'));

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(limitsQuery, pauseQuery);

/** The safer-play centre: limits, breaks, exclusion, the member's figures, help (protection.md 1 to 15, 23, 34). */
export default function SaferPlayPage() {
  const t = useT();
  const { data } = useQuery(pauseQuery);
  const { data: wallet } = useQuery(walletQuery);
  // One box for the page: each part that could not be loaded leaves its place empty.
  const failed = useQueries({
    queries: [limitsQuery, pauseQuery, activityQuery],
    combine: (parts) => parts.filter(({ isError, data }) => isError && data === undefined),
  });
  const error = failed[0]?.error;
  const [conditionsOpen, setConditionsOpen] = useState<boolean | null>(null);
  return (
    <div className="page">
      <PageHeading>{t('safe.title')}</PageHeading>
      <p className="mb-1 text-ink-2">{t('safe.intro')}</p>
      {data?.pause && (
        <div className="mt-2">
          <PauseNotice pause={data.pause} />
          <ReturnCard pause={data.pause} />
        </div>
      )}
      {error && (
        <LoadFailed
          message={errorMessage(error)}
          onRetry={() => {
            for (const part of failed) void part.refetch();
          }}
        />
      )}
      <LimitsSection />
      <PauseSection />
      <ActivitySection />
      <FundsCard amount={wallet && totalsOf(wallet).total} onConditions={() => setConditionsOpen(true)} />
      <section className="card mt-2.5 px-4.5 py-4">
        <h2 className="text-h3">{t('safe.help')}</h2>
        <p className="mt-1 text-small text-ink-2">{t('safe.help.text')}</p>
        <AskTeam href={paths.userContact} />
      </section>
      {conditionsOpen !== null && (
        <Suspense>
          <ConditionsDialog open={conditionsOpen} onClose={() => setConditionsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
