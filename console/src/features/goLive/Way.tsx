import { byIfItMust, GROUPS, keepsClosed, PREFLIGHT_GROUPS } from '@krapao/contract/preflight';
import { Badge } from '@mantine/core';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { CheckResult } from './usePreflight.ts';

const FIRST_DEPOSIT_MINUTES = 5;
const ALL_MINUTES = PREFLIGHT_GROUPS.reduce(
  (sum, group) => sum + GROUPS[group].minutes,
  FIRST_DEPOSIT_MINUTES,
);

/** The steps from an empty site to the first deposit: what each is for, how long it takes, and what it still needs. */
export function Way({ checks }: { checks: readonly CheckResult[] }) {
  const t = useT();
  const language = useLanguage();
  return (
    <section className="way" aria-labelledby="way">
      <h2 id="way">{t('goLive.way')}</h2>
      <p className="muted">{t('goLive.wayHint', { minutes: ALL_MINUTES })}</p>
      <ol>
        {PREFLIGHT_GROUPS.map((group) => (
          <Step
            key={group}
            title={GROUPS[group].title[language]}
            why={GROUPS[group].why[language]}
            minutes={GROUPS[group].minutes}
            checks={checks.filter((check) => check.group === group)}
          />
        ))}
        <Step
          title={t('goLive.first')}
          why={t('goLive.firstWhy')}
          minutes={FIRST_DEPOSIT_MINUTES}
          checks={[]}
        />
      </ol>
    </section>
  );
}

interface StepProps {
  title: string;
  why: string;
  minutes: number;
  /** Of its group; none until they are known. */
  checks: readonly CheckResult[];
}

function Step({ title, why, minutes, checks }: StepProps) {
  const t = useT();
  const open = checks.filter((check) => check.state === 'failed' || keepsClosed(check));
  const [first] = open.toSorted(byIfItMust);
  return (
    <li className="card">
      <header>
        <h3 className="grow">{first ? <a href={`#check-${first.id}`}>{title}</a> : <span>{title}</span>}</h3>
        <small className="muted">{t('goLive.minutes', { minutes })}</small>
        {checks.length > 0 && (
          <Badge color={open.length === 0 ? 'teal' : checks.some(keepsClosed) ? 'red' : 'yellow'}>
            {open.length === 0 ? t('goLive.badge.ok') : t('goLive.left', { left: open.length })}
          </Badge>
        )}
      </header>
      <p className="muted">{why}</p>
    </li>
  );
}
