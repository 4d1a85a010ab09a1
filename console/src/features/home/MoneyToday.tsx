import { bangkokDay } from '@krapao/contract/bangkokTime';
import { bahtText } from '@krapao/ui/money.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';

const AGAIN_MS = 5 * 60_000;

/** What came in and went out since midnight in Bangkok: the figures of Reports, asked from the same call. */
export function MoneyToday() {
  const t = useT();
  const today = bangkokDay(useNow(60_000));
  const period = { from: today, to: today };
  const query = useQuery({
    queryKey: ['reports', 'summary', period],
    queryFn: () => client('POST /api/console/reports/summary', { body: period }),
    refetchInterval: AGAIN_MS,
  });
  return (
    <section aria-labelledby="money-today">
      <h2 id="money-today">{t('home.money')}</h2>
      <QueryState query={query}>
        {({ figures: { deposits, withdrawals, net } }) => (
          <dl className="figures home-figures">
            <Figure title={t('reports.deposits')} amount={deposits.amount} count={deposits.count} />
            <Figure title={t('reports.withdrawals')} amount={withdrawals.amount} count={withdrawals.count} />
            <Figure title={t('reports.net')} amount={net} />
          </dl>
        )}
      </QueryState>
      <Link href={paths.reports}>{t('home.toReports')}</Link>
    </section>
  );
}

function Figure({ title, amount, count }: { title: string; amount: number; count?: number }) {
  const t = useT();
  return (
    <div>
      <dt>{title}</dt>
      <dd className="num">
        <span translate="no">{bahtText(amount)}</span>
        {count !== undefined && <small className="muted">{t('reports.times', { count })}</small>}
      </dd>
    </div>
  );
}
