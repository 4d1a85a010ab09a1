import type { OnStatement } from '@krapao/contract/api/operator/payouts';
import { moneyText } from '@krapao/ui/kip.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import './files.css';

interface Props {
  left: OnStatement;
  currency: 'THB' | 'LAK';
}

/** A bank statement shows a payout as left: the line, and that nothing is to be paid twice. */
export function LeftNotice({ left, currency }: Props) {
  const t = useT();
  const { bankCode, accountNo, amount, isWhole } = left;
  return (
    <Alert className="left-notice" color="yellow" my="sm" title={t('withdrawals.left')}>
      <p
        className="num"
        translate="no"
      >{`${leftWhen(left)} · ${bankCode} ${accountNo} · ${moneyText(amount, currency)}`}</p>
      <p translate="no">{[left.reference, left.text].filter(Boolean).join(' · ')}</p>
      <p>{t(isWhole ? 'withdrawals.leftWhole' : 'withdrawals.leftHint')}</p>
    </Alert>
  );
}

/** When the money left: a statement without times tells the day alone. */
export function leftWhen({ at, isDay }: OnStatement): string {
  const text = dateTimeText(at);
  return isDay ? text.slice(0, text.indexOf(' ')) : text;
}

/** The bank's reference as the payout is booked with it; empty if the line tells none. */
export const referenceOf = (left: OnStatement | null): string =>
  left === null || left.isWhole ? '' : left.reference.replaceAll(/[^0-9A-Za-z-]/g, '').slice(0, 40);
