import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { waitText } from '../../lib/waitText.ts';
import type { Connection } from './connectionForm.ts';
import { agreementText } from './connectionWords.ts';

const NONE = '–';

/** The figures of a connection: when it last worked or failed, its last hour, and what is left of its quota. */
export function ConnectionHealth({ health, isShadow }: Pick<Connection, 'health' | 'isShadow'>) {
  const t = useT();
  const { lastSuccessAt, lastTrouble, calls, failures, medianMs, quotaLeft } = health;
  return (
    <dl className="figures">
      <Figure title={t('connections.lastSuccess')}>
        {lastSuccessAt === null ? NONE : <Moment at={lastSuccessAt} />}
      </Figure>
      <Figure title={t('connections.lastTrouble')}>
        {lastTrouble === null ? (
          NONE
        ) : (
          <Moment at={lastTrouble.at} what={t(`connections.trouble.${lastTrouble.reason}`)} />
        )}
      </Figure>
      <Figure title={t('connections.lastHour')}>
        {t('connections.calls', { calls })}
        {failures > 0 && <small className="muted">{t('connections.failures', { failures })}</small>}
      </Figure>
      <Figure title={t('connections.median')}>
        {medianMs === null ? NONE : t('connections.ms', { ms: wholeText(medianMs) })}
      </Figure>
      <Figure title={t('connections.quota')}>{quotaLeft === null ? NONE : wholeText(quotaLeft)}</Figure>
      {isShadow && <Figure title={t('connections.agreement')}>{agreementText(health) ?? NONE}</Figure>}
    </dl>
  );
}

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** A time with its age, and what happened then. */
function Moment({ at, what }: { at: string; what?: string }) {
  const t = useT();
  const age = t('connections.ago', { time: waitText(at, useNow(1_000)) });
  return (
    <>
      {dateTimeText(at)}
      <small className="muted">{what === undefined ? age : `${age} · ${what}`}</small>
    </>
  );
}
