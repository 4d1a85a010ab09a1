import { wholeText } from '@krapao/ui/money.ts';
import { useT } from '../../i18n/i18n.ts';
import type { Connection } from './connectionForm.ts';
import { agreementText } from './connectionWords.ts';
import { Figure, Moment, NONE } from './Figure.tsx';

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
        <span>{t('connections.calls', { calls })}</span>
        {failures > 0 && <small className="muted">{t('connections.failures', { failures })}</small>}
      </Figure>
      <Figure title={t('connections.median')}>
        {medianMs === null ? NONE : t('connections.ms', { ms: wholeText(medianMs) })}
      </Figure>
      <Figure title={t('connections.quota')}>
        <span translate="no">{quotaLeft === null ? NONE : wholeText(quotaLeft)}</span>
      </Figure>
      {isShadow && <Figure title={t('connections.agreement')}>{agreementText(health) ?? NONE}</Figure>}
    </dl>
  );
}
