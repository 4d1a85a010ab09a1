import { TROUBLES } from '@krapao/contract/connections';
import { CHECKS, type CheckState, findingText } from '@krapao/contract/preflight';
import { Badge } from '@mantine/core';
import { Link } from 'wouter';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { CheckResult } from './usePreflight.ts';

const COLORS: Record<CheckState, string> = { ok: 'teal', failed: 'red', unchecked: 'gray' };

/** One check: what was found, and where it is not in order what to do and where. */
export function CheckCard({ check }: { check: CheckResult }) {
  const t = useT();
  const language = useLanguage();
  const { id, group, severity, state, finding, values, page } = check;
  const { title, remedy } = CHECKS[id];
  const trouble = TROUBLES.find((known) => known === values.trouble);
  const filled = { ...values, ...(trouble && { trouble: t(`connections.trouble.${trouble}`) }) };
  return (
    <article className="card check" data-check={id} aria-labelledby={`check-${id}`}>
      <header>
        <div className="grow">
          <h3 id={`check-${id}`}>{title[language]}</h3>
          <small className="muted">{t(`goLive.group.${group}`)}</small>
        </div>
        {state !== 'ok' && severity === 'should' && <Badge color="gray">{t('goLive.recommended')}</Badge>}
        <Badge color={state === 'failed' && severity === 'should' ? 'yellow' : COLORS[state]}>
          {t(`goLive.badge.${state}`)}
        </Badge>
      </header>
      <p>{findingText(id, finding, filled, language)}</p>
      {state !== 'ok' && <p className="muted">{remedy[language]}</p>}
      {state !== 'ok' && (
        <footer>
          {page === null ? (
            <span className="muted">{t('goLive.onServer')}</span>
          ) : (
            <Link href={page}>{t('goLive.open')}</Link>
          )}
        </footer>
      )}
    </article>
  );
}
