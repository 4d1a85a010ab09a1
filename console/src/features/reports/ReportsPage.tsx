import '@mantine/charts/styles.css';
import './reports.css';
import { useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { BankReconciliation } from './BankReconciliation.tsx';
import { GamingReport } from './GamingReport.tsx';
import { HouseAccounts } from './HouseAccounts.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import { ProviderReconciliation } from './ProviderReconciliation.tsx';
import { type Choice, periodOf } from './period.ts';
import { SummaryReport } from './SummaryReport.tsx';

const PAGES = [
  ['', 'reports.summary'],
  ['/gaming', 'reports.gaming'],
  ['/accounts', 'reports.accounts'],
  ['/bank', 'reports.bank'],
  ['/providers', 'reports.providers'],
] as const;

/** Earnings and costs of the site, balances of its accounts, and comparisons with banks and providers. */
export function ReportsPage() {
  const t = useT();
  const [location] = useLocation();
  const [choice, setChoice] = useState<Choice>('today');
  const [period, setPeriod] = useState(() => periodOf('today', Date.now()));
  const hasPeriod = ['', '/accounts', '/gaming'].some((path) => location === `${paths.reports}${path}`);

  return (
    <div className="inside reports">
      <PageHead title={t('reports.title')}>
        {hasPeriod && (
          <PeriodPicker
            choice={choice}
            period={period}
            onChange={(next, days) => {
              setChoice(next);
              setPeriod(days);
            }}
          />
        )}
      </PageHead>
      <nav className="report-pages" aria-label={t('reports.title')}>
        {PAGES.map(([path, title]) => (
          <Link
            key={path}
            href={`${paths.reports}${path}`}
            aria-current={location === `${paths.reports}${path}` ? 'page' : undefined}
          >
            {t(title)}
          </Link>
        ))}
      </nav>
      <Switch>
        <Route path={`${paths.reports}/gaming`}>
          <GamingReport period={period} />
        </Route>
        <Route path={`${paths.reports}/accounts`}>
          <HouseAccounts period={period} />
        </Route>
        <Route path={`${paths.reports}/bank`}>
          <BankReconciliation />
        </Route>
        <Route path={`${paths.reports}/providers`}>
          <ProviderReconciliation />
        </Route>
        <Route>
          <SummaryReport period={period} />
        </Route>
      </Switch>
    </div>
  );
}
