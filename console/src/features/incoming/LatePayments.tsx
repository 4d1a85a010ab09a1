import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { isClosedBy } from '@krapao/contract/protection/closedBy';
import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { useReturn } from './useReturn.tsx';

type Payment = ResponseOf<Contract['GET /api/console/latePayments']>['items'][number];

/** Gateway payments that were paid after their QR had closed, and orders of which nobody can be asked any more. */
export function LatePayments({ tabs }: { tabs: Elements }) {
  const t = useT();
  const queue = useQueue('latePayments', (query) => client('GET /api/console/latePayments', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('incoming.late')}
      empty={t('incoming.noLate')}
      tabs={tabs}
      describe={({ member, paidAt, createdAt, paidAmount, closedAs, why }) => ({
        memberId: member.id,
        name: member.name,
        since: paidAt ?? createdAt,
        amount: paidAmount,
        amountText: bahtText(paidAmount),
        why: isUnclear(paidAt, why) ? unclearWords(why) : wordsOr(`incoming.closed.${closedAs}`, closedAs),
      })}
    >
      {(item, desk) => <Decision key={item.id} payment={item} desk={desk} />}
    </ClaimedQueue>
  );
}

/** It waits for another reason than that its QR had closed. */
const isUnclear = (paidAt: string | null, why: string | null) =>
  paidAt === null || why === 'TOO_MUCH' || isClosedBy(why);

/** Why it waits, if not because its QR had closed. */
const unclearWords = (why: string | null): string => wordsOr(`incoming.unclear.${why}`, why ?? '–');

function Decision({ payment, desk }: { payment: Payment; desk: Desk }) {
  const t = useT();
  const params = { id: payment.id };
  const reason = useReason();
  const back = useReturn(payment.why);
  const credit = useLimitedAction(
    (body: { reason: string }) => client('POST /api/console/latePayments/:id/credit', { params, body }),
    { done: t('incoming.credited') },
  );
  const dismiss = useAction(
    (body: { reason: string; returnReference?: string }) =>
      client('POST /api/console/latePayments/:id/dismiss', { params, body }),
    { done: t('incoming.dismissed') },
  );

  return (
    <DecisionPane
      label={payment.member.name}
      head={<MemberHead member={payment.member} />}
      reason={reason}
      repeatsReasons
      desk={desk}
      reject={{
        label: t(payment.paidAt === null ? 'incoming.notPaid' : 'incoming.paidBack'),
        isBusy: dismiss.isPending,
        missing: back.missing ?? reason.missing,
        decide: () => dismiss.mutate({ reason: reason.text, ...back.body }),
      }}
      approve={{
        label: t('incoming.credit', { amount: bahtText(payment.paidAmount) }),
        isBusy: credit.isPending,
        missing: reason.missing,
        decide: () => credit.mutate({ reason: reason.text }),
      }}
    >
      <p translate="no" className="hero num">
        {bahtText(payment.paidAmount)}
      </p>
      {payment.paidAt === null && <p className="muted">{t('incoming.unclearText')}</p>}
      {payment.why === 'TOO_MUCH' && <Alert color="red">{t('incoming.tooMuchText')}</Alert>}
      <Facts
        rows={[
          [t('incoming.gateway'), payment.gateway, 'fixed'],
          [t('incoming.requested'), bahtText(payment.amount)],
          [t('incoming.createdAt'), dateTimeText(payment.createdAt)],
          [
            t('incoming.paidAt'),
            payment.paidAt === null ? unclearWords(payment.why) : dateTimeText(payment.paidAt),
          ],
          [
            t('incoming.closedAs'),
            isUnclear(payment.paidAt, payment.why)
              ? unclearWords(payment.why)
              : wordsOr(`incoming.closed.${payment.closedAs}`, payment.closedAs),
          ],
          [t('incoming.reference'), payment.id, 'fixed'],
          [t('incoming.payment'), payment.paymentId ?? '–', 'fixed'],
        ]}
      />
      <span>{back.field}</span>
      <OwnMoneyNotice amount={payment.paidAmount} memberId={payment.member.id} />
    </DecisionPane>
  );
}
