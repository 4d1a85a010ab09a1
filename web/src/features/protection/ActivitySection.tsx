import { bahtText } from '@krapao/ui/money.ts';
import { dateText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Fold } from '../../components/Fold.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { type Activity, activityQuery } from './queries.ts';

const FIGURES = ['deposited', 'withdrawn', 'adjusted', 'staked', 'won'] as const;

/** Net deposits since the account was opened, and each month of a year (protection.md 22, 23). */
export function ActivitySection() {
  const t = useT();
  const { data, isError } = useQuery(activityQuery);
  if (isError && !data) return null;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="pt-6">
        {t('safe.activity')}
      </h2>
      {data ? (
        <>
          <div className="card mt-3 px-4.5 py-4">
            <p className="text-small text-ink-2">{t('safe.activity.net', { date: dateText(data.since) })}</p>
            <p translate="no" className="num text-[1.5rem]/[1.4] font-semi whitespace-normal">
              {bahtText(data.deposited - data.withdrawn)}
            </p>
            <p className="num text-small whitespace-normal text-ink-2">
              <span>{`${t('safe.activity.deposited')} `}</span>
              <span translate="no">{bahtText(data.deposited)}</span>
              <span>{` · ${t('safe.activity.withdrawn')} `}</span>
              <span translate="no">{bahtText(data.withdrawn)}</span>
              {isMoved(data.adjusted) && (
                <>
                  <span>{` · ${t('safe.activity.adjusted')} `}</span>
                  <span translate="no">{bahtText(data.adjusted)}</span>
                </>
              )}
            </p>
          </div>
          <Months months={data.months} />
        </>
      ) : (
        <SkeletonRows count={3} />
      )}
    </section>
  );
}

/** Adjustments are rare, and an older server tells none. */
const isMoved = (adjusted: number | undefined) => adjusted !== undefined && adjusted !== 0;

/** Months that show without asking. */
const AT_ONCE = 3;

function Months({ months }: { months: Activity['months'] }) {
  const t = useT();
  return (
    <div className="card mt-2.5 px-4.5 py-4">
      <h3>{t('safe.activity.months')}</h3>
      <ul className="list mt-1">
        <MonthRows months={months.slice(0, AT_ONCE)} />
      </ul>
      {months.length > AT_ONCE && (
        <Fold
          summary={<span className="text-small text-ink-2">{t('safe.activity.earlier')}</span>}
          className="border-t border-line"
        >
          <ul className="list">
            <MonthRows months={months.slice(AT_ONCE)} />
          </ul>
        </Fold>
      )}
    </div>
  );
}

function MonthRows({ months }: { months: Activity['months'] }) {
  const t = useT();
  return months.map(({ month, ...figures }) => (
    <li key={month} className="month flex-wrap gap-x-4! gap-y-0.5!">
      <h4 className="num font-medium">{month.split('-').reverse().join('/')}</h4>
      <dl>
        {FIGURES.filter((figure) => figure !== 'adjusted' || isMoved(figures.adjusted)).map((figure) => (
          <div key={figure}>
            <dt>{t(`safe.activity.${figure}`)}</dt>
            <dd translate="no" className="num">
              {bahtText(figures[figure])}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  ));
}
