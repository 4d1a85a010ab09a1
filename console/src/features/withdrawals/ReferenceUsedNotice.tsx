import type { FirstPayout } from '@krapao/contract/firstPayout';
import { bahtText } from '@krapao/ui/money.ts';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../../i18n/i18n.ts';
import { memberPath } from '../../lib/paths.ts';

/** The bank's reference proves another payout: which one, and that a colleague has to agree to a second use. */
export function ReferenceUsedNotice({ first: { id, memberId, memberName, amount } }: { first: FirstPayout }) {
  const t = useT();
  return (
    <Alert role="alert" color="red" my="sm" title={t('withdrawals.referenceUsed')}>
      <p>
        <Link translate="no" href={memberPath(memberId)}>
          {memberName}
        </Link>
        <span translate="no" className="num">{` · ${bahtText(amount)}`}</span>
      </p>
      <p translate="no" className="num">
        {id}
      </p>
      <p>{t('withdrawals.referenceUsedHint')}</p>
    </Alert>
  );
}
