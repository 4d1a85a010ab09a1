import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useSelf } from '../../app/self.ts';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { DecisionFoot, MemberHead } from '../../components/Decision.tsx';
import { Facts } from '../../components/Facts.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, dateTimeText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { useQueue } from '../../lib/useQueue.ts';

type Adjustment = ResponseOf<Contract['GET /api/console/adjustments']>['items'][number];

/** Corrections of wallets that wait for a second operator. */
export function AdjustmentsPage() {
  const t = useT();
  const queue = useQueue('adjustments', (query) => client('GET /api/console/adjustments', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('adjustments.title')}
      empty={t('adjustments.empty')}
      describe={({ member, createdAt, amount, reasonCode }) => ({
        memberId: member.id,
        name: member.name,
        since: createdAt,
        amount,
        amountText: bahtText(amount),
        why: t(`adjustments.code.${reasonCode}`),
      })}
    >
      {(item, desk) => <Decision key={item.id} adjustment={item} desk={desk} />}
    </ClaimedQueue>
  );
}

interface Props {
  adjustment: Adjustment;
  desk: Desk;
}

function Decision({ adjustment, desk }: Props) {
  const t = useT();
  const { self } = useSelf();
  const params = { id: adjustment.id };
  const [reason, setReason] = useState('');
  const isOwn = self?.id === adjustment.requestedBy.id;
  const approve = useAction(
    (body: { reason: string }) => client('POST /api/console/adjustments/:id/approve', { params, body }),
    { done: t('adjustments.approved') },
  );
  const reject = useAction(
    (body: { reason: string }) => client('POST /api/console/adjustments/:id/reject', { params, body }),
    { done: t('adjustments.rejected') },
  );
  const hasReason = reason.trim() !== '';

  return (
    <section className="pane" aria-label={adjustment.member.name}>
      <MemberHead member={adjustment.member} />
      <div className="pane-body">
        <p className="muted">
          {t(adjustment.amount > 0 ? 'adjustments.direction.in' : 'adjustments.direction.out')}
        </p>
        <p className="hero num">{bahtText(adjustment.amount)}</p>
        {isOwn && (
          <Alert color="yellow" my="sm">
            {t('adjustments.own')}
          </Alert>
        )}
        <Facts
          rows={[
            [t('adjustments.code'), t(`adjustments.code.${adjustment.reasonCode}`)],
            [t('adjustments.reason'), adjustment.reason],
            [t('adjustments.askedBy'), adjustment.requestedBy.name],
            [t('adjustments.askedAt'), dateTimeText(adjustment.createdAt)],
          ]}
        />
      </div>
      <DecisionFoot
        desk={desk}
        reject={{
          label: t(isOwn ? 'adjustments.takeBack' : 'adjustments.reject'),
          isBusy: reject.isPending,
          isAllowed: hasReason,
          decide: () => reject.mutate({ reason }),
        }}
        approve={
          isOwn
            ? undefined
            : {
                label: t('adjustments.approve', { amount: bahtText(adjustment.amount) }),
                isBusy: approve.isPending,
                isAllowed: hasReason,
                decide: () => approve.mutate({ reason }),
              }
        }
      >
        <ReasonField value={reason} onChange={setReason} />
      </DecisionFoot>
    </section>
  );
}
