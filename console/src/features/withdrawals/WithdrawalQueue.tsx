import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Badge } from '@mantine/core';
import { ClaimedQueue } from '../../components/ClaimedQueue.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { BankFiles } from './BankFiles.tsx';
import { payText } from './payText.ts';
import { TriedPayouts } from './TriedPayouts.tsx';
import { WithdrawalDecision } from './WithdrawalDecision.tsx';

export type Withdrawal = ResponseOf<Contract['GET /api/console/withdrawals']>['items'][number];

/** What an operator has to know first, before any rule that stopped the automatic payout. */
const STRONGEST: readonly Withdrawal['risks'][number][] = [
  'PAYOUTS_STOPPED',
  'FROZEN',
  'SUSPENDED',
  'ACCOUNT_CHANGED',
  'SHARED_INVITE',
  'NO_PLAY',
  'BONUS_RECENT',
  'LARGE',
  'NEW_MEMBER',
  'FIRST_WITHDRAWAL',
  'OTHER_CURRENCY',
  'OVER_PROMISE',
];

/** The queue of withdrawals that are paid by hand. */
export function WithdrawalQueue() {
  const t = useT();
  const queue = useQueue('withdrawals', (query) => client('GET /api/console/withdrawals', { query }));
  function badgeOf({ contradiction, onStatement, batchId, refusedByBank, risks, stoppedBy }: Withdrawal) {
    if (contradiction !== null) return { badge: <Badge color="red">{t('withdrawals.contradicted')}</Badge> };
    if (onStatement !== null) return { badge: <Badge color="yellow">{t('withdrawals.leftBadge')}</Badge> };
    const words = [
      ...STRONGEST.filter((risk) => risks.includes(risk)).map((risk) => t(`withdrawals.risk.${risk}`)),
      ...stoppedBy.map((rule) => t(`withdrawals.rule.${rule}`)),
    ];
    const [strongest, ...more] = words;
    if (batchId !== null)
      return { badge: <Badge color="blue">{t('withdrawals.inFile', { id: batchId })}</Badge> };
    if (refusedByBank !== null) return { badge: <Badge color="red">{t('withdrawals.bankRefused')}</Badge> };
    if (strongest === undefined) return false;
    const says =
      more.length === 0 ? strongest : t('withdrawals.risks', { name: strongest, count: more.length });
    return { badge: <Badge color="yellow">{says}</Badge> };
  }
  return (
    <ClaimedQueue
      queue={queue}
      title={t('withdrawals.title')}
      empty={t('withdrawals.empty')}
      footer={
        <>
          <BankFiles />
          <TriedPayouts />
        </>
      }
      describe={(item) => ({
        memberId: item.member.id,
        name: item.member.name,
        since: item.createdAt,
        amount: item.amount,
        amountText: payText(item),
        ...badgeOf(item),
      })}
    >
      {(item, desk) => <WithdrawalDecision key={item.id} withdrawal={item} desk={desk} />}
    </ClaimedQueue>
  );
}
