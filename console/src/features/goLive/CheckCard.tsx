import { TROUBLES } from '@krapao/contract/connections';
import { adviceOn, CHECKS, type CheckState, findingText, GROUPS } from '@krapao/contract/preflight';
import { Badge, Button, Code } from '@mantine/core';
import { Link } from 'wouter';
import { CopyButton } from '../../components/CopyButton.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { CheckResult } from './usePreflight.ts';

const COLORS: Record<CheckState, string> = { ok: 'teal', failed: 'red', unchecked: 'gray' };

/** One check: what was found, and where it is not in order what to do: on which page, or what to type on the server. */
export function CheckCard({ check }: { check: CheckResult }) {
  const t = useT();
  const language = useLanguage();
  const { id, group, severity, state, finding, values } = check;
  const trouble = TROUBLES.find((known) => known === values.trouble);
  const filled = { ...values, ...(trouble && { trouble: t(`connections.trouble.${trouble}`) }) };
  return (
    <article className="card check" data-check={id} aria-labelledby={`check-${id}`}>
      <header>
        <div className="grow">
          <h3 id={`check-${id}`}>{CHECKS[id].title[language]}</h3>
          <small className="muted">{GROUPS[group].title[language]}</small>
        </div>
        {state !== 'ok' && severity === 'should' && <Badge color="gray">{t('goLive.recommended')}</Badge>}
        <Badge color={state === 'failed' && severity === 'should' ? 'yellow' : COLORS[state]}>
          {t(`goLive.badge.${state}`)}
        </Badge>
      </header>
      <p>{findingText(id, finding, filled, language)}</p>
      {state !== 'ok' && <Remedy check={check} />}
    </article>
  );
}

/** Each is copied by itself: the next may belong to another machine, or be typed into what this one opens. */
function Command({ text }: { text: string }) {
  return (
    <div className="command">
      <Code block translate="no">
        {text}
      </Code>
      <CopyButton text={text}>
        {({ label, copy }) => (
          <Button size="sm" variant="default" aria-label={`${label}: ${text}`} onClick={copy}>
            {label}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}

function Remedy({ check: { id, finding, values, page } }: { check: CheckResult }) {
  const t = useT();
  const { remedy, commands } = adviceOn(id, finding, values, useLanguage());
  return (
    <>
      <p className="muted">{remedy}</p>
      {commands.length > 0 && <p className="muted">{t('goLive.onServer')}</p>}
      {commands.map((command) => (
        <Command key={command} text={command} />
      ))}
      {page !== null && (
        <footer>
          <Link href={page}>{t('goLive.open')}</Link>
        </footer>
      )}
    </>
  );
}
