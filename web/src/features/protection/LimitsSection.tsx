import type { LimitKind } from '@krapao/contract/api/protection/limits';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Fold } from '../../components/Fold.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useLastValue } from '../../lib/useLastValue.ts';
import { LimitRow } from './LimitRow.tsx';
import { type Limit, limitsQuery } from './queries.ts';

const LimitDialog = lazyPart(() => import('./LimitDialog.tsx'));

/** The member's limits: the deposit limit first, every other kind folded below it (protection.md 3 to 7). */
export function LimitsSection() {
  const t = useT();
  const { data, isError } = useQuery(limitsQuery);
  const [edited, setEdited] = useState<Limit | null>(null);
  const shown = useLastValue(edited);
  if (!data) return isError ? null : <SkeletonRows count={3} />;
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
        <Fold
          key={kind}
          summary={<h3 className="text-body font-medium">{t(`safe.kind.${kind}`)}</h3>}
          className="card mt-2.5 px-4.5 py-1"
          open={of(kind).some(isInUse)}
        >
          <p className="text-small text-ink-2">{t(`safe.about.${kind}`)}</p>
          <ul className="list mt-1">{rows(of(kind))}</ul>
        </Fold>
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
