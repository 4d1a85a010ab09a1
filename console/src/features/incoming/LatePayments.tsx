import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ClaimBadge } from '../../components/ClaimBadge.tsx';
import { Facts } from '../../components/Facts.tsx';
import { MemberLink } from '../../components/MemberLink.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { QueueList } from '../../components/QueueList.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { TwoPanes } from '../../components/TwoPanes.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, dateTimeText, waitText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { useClaim } from '../../lib/useClaim.ts';
import { useNow } from '../../lib/useNow.ts';
import { useSelection } from '../../lib/useSelection.ts';

type Payment = ResponseOf<Contract['GET /api/console/gateways']>['items'][number];

/** Gateway payments that were paid after their QR had closed. */
export function LatePayments({ items, tabs }: { items: readonly Payment[]; tabs: ReactNode }) {
  const t = useT();
  const now = useNow();
  const { item, select } = useSelection(items);
  const problem = useClaim('gateways', item?.id);
  return (
    <TwoPanes
      list={
        <QueueList
          title={t('incoming.late')}
          items={items}
          selected={item?.id}
          onSelect={select}
          empty={t('incoming.noLate')}
          footer={tabs}
        >
          {(payment) => (
            <>
              <Monogram id={payment.member.id} name={payment.member.name} />
              <span className="grow">
                <b>{payment.member.name}</b>
                <small className="muted num">{waitText(payment.paidAt, now)}</small>
              </span>
              <span className="end">
                <b className="num">{bahtText(payment.paidAmount)}</b>
                <ClaimBadge claim={payment.claim} />
              </span>
            </>
          )}
        </QueueList>
      }
    >
      {item && <Decision key={item.id} payment={item} problem={problem} />}
    </TwoPanes>
  );
}

function Decision({ payment, problem }: { payment: Payment; problem: string | undefined }) {
  const t = useT();
  const params = { id: payment.id };
  const [reason, setReason] = useState('');
  const credit = useAction(
    (body: { reason: string }) => client('POST /api/console/gateways/:id/credit', { params, body }),
    { done: t('incoming.credited') },
  );
  const dismiss = useAction(
    (body: { reason: string }) => client('POST /api/console/gateways/:id/dismiss', { params, body }),
    { done: t('incoming.dismissed') },
  );
  const mayDecide = problem === undefined && reason.trim() !== '' && !credit.isPending && !dismiss.isPending;

  return (
    <section className="pane" aria-label={payment.member.name}>
      <header className="pane-head">
        <span className="grow">
          <b>{payment.member.name}</b>
          <small className="muted num">
            {payment.member.id} · {payment.member.phoneNumber}
          </small>
        </span>
        <MemberLink id={payment.member.id} />
      </header>
      <div className="pane-body">
        <p className="hero num">{bahtText(payment.paidAmount)}</p>
        <Facts
          rows={[
            [t('incoming.gateway'), payment.gateway],
            [t('incoming.requested'), bahtText(payment.amount)],
            [t('incoming.createdAt'), dateTimeText(payment.createdAt)],
            [t('incoming.paidAt'), dateTimeText(payment.paidAt)],
            [t('incoming.closedAs'), t(`incoming.closed.${payment.closedAs as 'EXPIRED'}`)],
            [t('incoming.reference'), payment.id],
          ]}
        />
      </div>
      <footer className="pane-foot">
        {problem !== undefined && (
          <Alert color="red" role="status" py="xs">
            {problem}
          </Alert>
        )}
        <ReasonField value={reason} onChange={setReason} />
        <div className="decide">
          <Button
            variant="outline"
            color="red"
            disabled={!mayDecide}
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ reason })}
          >
            {t('incoming.paidBack')}
          </Button>
          <Button
            className="approve"
            disabled={!mayDecide}
            loading={credit.isPending}
            onClick={() => credit.mutate({ reason })}
          >
            {t('incoming.credit', { amount: bahtText(payment.paidAmount) })}
          </Button>
        </div>
      </footer>
    </section>
  );
}
