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

/** The queue of withdrawals that are paid by hand. */
export function WithdrawalQueue() {
  const t = useT();
  const queue = useQueue('withdrawals', (query) => client('GET /api/console/withdrawals', { query }));
  function badgeOf({ contradiction, onStatement, batchId, refusedByBank, risks, stoppedBy }: Withdrawal) {
    if (contradiction !== null) return { badge: <Badge color="red">{t('withdrawals.contradicted')}</Badge> };
    if (onStatement !== null) return { badge: <Badge color="yellow">{t('withdrawals.leftBadge')}</Badge> };
    const count = risks.length + stoppedBy.length;
    if (batchId !== null)
      return { badge: <Badge color="blue">{t('withdrawals.inFile', { id: batchId })}</Badge> };
    if (refusedByBank !== null) return { badge: <Badge color="red">{t('withdrawals.bankRefused')}</Badge> };
    return count > 0 && { badge: <Badge color="yellow">{t('withdrawals.risks', { count })}</Badge> };
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
