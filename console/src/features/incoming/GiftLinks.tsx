import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { BahtField } from '../../components/BahtField.tsx';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { useReturn } from './useReturn.tsx';

type GiftLink = ResponseOf<Contract['GET /api/console/gifts']>['items'][number];

/** Gift links for which the system does not know whether they were redeemed. */
export function GiftLinks({ tabs }: { tabs: Elements }) {
  const t = useT();
  const queue = useQueue('gifts', (query) => client('GET /api/console/gifts', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('incoming.gifts')}
      empty={t('incoming.noGifts')}
      tabs={tabs}
      describe={({ member, createdAt, why, reported }) => ({
        memberId: member.id,
        name: member.name,
        since: createdAt,
        amount: reported,
        amountText: reported === null ? '' : bahtText(reported),
        why: why === null ? undefined : wordsOr(`incoming.giftWhy.${why}`, why),
      })}
    >
      {(item, desk) => <Decision key={item.id} gift={item} desk={desk} />}
    </ClaimedQueue>
  );
}

function Decision({ gift, desk }: { gift: GiftLink; desk: Desk }) {
  const t = useT();
  const params = { id: gift.id };
  const [amount, setAmount] = useDraft<string | number>('amount', () => gift.reported ?? '');
  const reason = useReason();
  const back = useReturn(gift.why);
  const approve = useLimitedAction(
    (body: BodyOf<Contract['POST /api/console/gifts/:id/approve']>) =>
      client('POST /api/console/gifts/:id/approve', { params, body }),
    { done: t('incoming.credited') },
  );
  const reject = useAction(
    (body: { reason: string; returnReference?: string }) =>
      client('POST /api/console/gifts/:id/reject', { params, body }),
    { done: t('incoming.dismissed') },
  );

  return (
    <DecisionPane
      label={gift.member.name}
      head={<MemberHead member={gift.member} />}
      reason={reason}
      repeatsReasons
      desk={desk}
      reject={{
        label: t(back.isKeptOut ? 'incoming.sentBack' : 'incoming.giftNothing'),
        isBusy: reject.isPending,
        missing: back.missing ?? reason.missing,
        decide: () => reject.mutate({ reason: reason.text, ...back.body }),
      }}
      approve={{
        label:
          Number(amount) > 0
            ? t('incoming.credit', { amount: bahtText(Number(amount)) })
            : t('slips.approve'),
        isBusy: approve.isPending,
        missing: Number(amount) > 0 ? reason.missing : 'amount',
        decide: () => approve.mutate({ amount: Number(amount), reason: reason.text }),
      }}
    >
      <Alert color="yellow" mb="md">
        {t('incoming.giftHint')}
      </Alert>
      <Facts
        rows={[
          [t('incoming.giftLink'), <CopyText key="link" text={gift.link} />],
          [t('incoming.giftSent'), dateTimeText(gift.createdAt)],
          [t('incoming.giftTries'), gift.attempts],
          [
            t('incoming.giftWhy'),
            gift.why === null ? '–' : wordsOr(`incoming.giftWhy.${gift.why}`, gift.why),
          ],
          ...(gift.reported === null
            ? []
            : [[t('incoming.giftReported'), bahtText(gift.reported)] as [string, string]]),
        ]}
      />
      <BahtField label={t('incoming.giftAmount')} value={amount} onChange={setAmount} />
      <span>{back.field}</span>
      <OwnMoneyNotice amount={Number(amount)} memberId={gift.member.id} />
    </DecisionPane>
  );
}
