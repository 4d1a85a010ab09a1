import { dateTimeText } from '@krapao/ui/time.ts';
import { useT } from '../../i18n/i18n.ts';
import type { Slip } from './slipDecision.ts';

/** Which service was asked last, and what it said. */
export function LookUp({ slip: { lookUp } }: { slip: Slip }) {
  const t = useT();
  if (lookUp === null) return null;
  const { name, at, outcome } = lookUp;
  return (
    <p className="muted">
      {t('slips.lookUp', { name, time: dateTimeText(at), outcome: outcomeText(t, outcome) })}
    </p>
  );
}

function outcomeText(t: ReturnType<typeof useT>, outcome: NonNullable<Slip['lookUp']>['outcome']): string {
  switch (outcome) {
    case 'FOUND':
    case 'PENDING':
    case 'NOT_FOUND':
    case 'NOT_A_SLIP':
      return t(`slips.outcome.${outcome}`);
    default:
      return t(`connections.trouble.${outcome}`);
  }
}

/** What the QR code on the picture says, as it was read. */
export function SlipQr({ slip }: { slip: Slip }) {
  const t = useT();
  if (slip.payload === null) return <p className="muted slip-qr">{t('slips.qrNone')}</p>;
  return (
    <details className="slip-qr">
      <summary>{t('slips.qr')}</summary>
      {slip.sendingBank !== null && (
        <p>
          <span>{`${t('slips.qrBank')} `}</span>
          <b translate="no">{slip.sendingBank}</b>
        </p>
      )}
      {slip.proofRef !== null && (
        <p>
          <span>{`${t('slips.qrRef')} `}</span>
          <b translate="no">{slip.proofRef}</b>
        </p>
      )}
      {slip.ticket !== null && (
        <p>
          <span>{`${t('slips.qrTicket')} `}</span>
          <b translate="no">{slip.ticket}</b>
        </p>
      )}
      <code translate="no">{slip.payload}</code>
    </details>
  );
}
