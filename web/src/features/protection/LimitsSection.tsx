import type { LimitKind } from '@krapao/contract/api/protection/limits';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useLastValue } from '../../lib/useLastValue.ts';
import { LimitRow } from './LimitRow.tsx';
import { type Limit, limitsQuery } from './queries.ts';

const LimitDialog = lazyPart(() => import('./LimitDialog.tsx'));

/** The member's limits: the deposit limit first, every other kind folded below it (protection.md 3 to 7). */
export function LimitsSection() {
  const t = useT();
  const { data, error, refetch } = useQuery(limitsQuery);
  const [edited, setEdited] = useState<Limit | null>(null);
  const shown = useLastValue(edited);
  if (error && !data) return <LoadFailed message={errorMessage(error)} onRetry={refetch} />;
  if (!data) return <SkeletonRows count={3} />;
  const of = (kind: LimitKind) => data.limits.filter((limit) => limit.kind === kind);
  const others = [...new Set(data.limits.map(({ kind }) => kind))].filter((kind) => kind !== 'deposit');
  const rows = (limits: Limit[]) =>
    limits.map((limit) => <LimitRow key={limit.period} limit={limit} onEdit={() => setEdited(limit)} />);
  return (
    <section aria-labelledby="limits">
      <h2 id="limits" className="pt-6">
        {t('safe.limits')}
      </h2>
      <p className="text-small text-ink-2">{t('safe.limits.rule', { hours: data.coolingHours })}</p>
      {of('deposit').length > 0 && (
        <div className="card mt-3 px-4.5 py-4">
          <h3>{t('safe.kind.deposit')}</h3>
          <p className="text-small text-ink-2">{t('safe.about.deposit')}</p>
          <ul className="list mt-1">{rows(of('deposit'))}</ul>
        </div>
      )}
      {others.map((kind) => (
        <details key={kind} className="card fold mt-2.5 px-4.5 py-1" open={of(kind).some(isInUse)}>
          <summary className="flex min-h-12 items-center justify-between gap-3">
            <h3 className="text-body font-medium">{t(`safe.kind.${kind}`)}</h3>
            <ChevronDown size={20} aria-hidden="true" className="flex-none text-ink-3" />
          </summary>
          <p className="text-small text-ink-2">{t(`safe.about.${kind}`)}</p>
          <ul className="list mt-1">{rows(of(kind))}</ul>
        </details>
      ))}
      {shown && (
        <Suspense>
          <LimitDialog
            key={`${shown.kind} ${shown.period}`}
            open={edited !== null}
            limit={shown}
            coolingHours={data.coolingHours}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

const isInUse = ({ most, next }: Limit) => most !== null || next !== null;
