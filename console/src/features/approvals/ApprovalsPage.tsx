import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText, isFigure } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, VisuallyHidden } from '@mantine/core';
import { Changes } from '../../components/Changes.tsx';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { SimulationPanel } from '../../components/SimulationPanel.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { causeText, factName, factText, kindText, subjectText, wordOf } from '../../lib/approvalWords.ts';
import { driverChoiceText, driverFieldText } from '../../lib/driverWords.ts';
import { useAction } from '../../lib/useAction.ts';
import { useQueue } from '../../lib/useQueue.ts';

/** A fact that is a whole document, before and after. */
const DOCUMENT = 'document';
/** A fact that is the settings of a connection, before and after. */
const CONFIG = 'config';
const DRIVER_LABELS = { field: driverFieldText, option: driverChoiceText };

type Approval = ResponseOf<Contract['GET /api/console/approvals']>['items'][number];

/** Requests of one operator that a second one approves. */
export function ApprovalsPage() {
  const t = useT();
  const queue = useQueue('approvals', (query) => client('GET /api/console/approvals', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('approvals.title')}
      empty={t('approvals.empty')}
      describe={(item) => ({
        ...(item.member !== null && { memberId: item.member.id }),
        name: item.member?.name ?? subjectText(item),
        since: item.createdAt,
        amount: item.amount,
        amountText: item.amount === null ? '' : bahtText(item.amount),
        why: kindText(item.kind),
      })}
    >
      {(item, desk) => <Decision key={item.id} approval={item} desk={desk} />}
    </ClaimedQueue>
  );
}

interface Props {
  approval: Approval;
  desk: Desk;
}

function Decision({ approval, desk }: Props) {
  const t = useT();
  const { member, amount, barred, takesEffectAt } = approval;
  const params = { id: approval.id };
  const reason = useReason();
  const approve = useAction(
    (body: { reason: string }) => client('POST /api/console/approvals/:id/approve', { params, body }),
    { done: t('approvals.approved') },
  );
  const reject = useAction(
    (body: { reason: string }) => client('POST /api/console/approvals/:id/reject', { params, body }),
    { done: t('approvals.rejected') },
  );

  return (
    <DecisionPane
      label={member?.name ?? subjectText(approval)}
      head={
        member === null ? (
          <header className="pane-head">
            <b className="grow">{subjectText(approval)}</b>
          </header>
        ) : (
          <MemberHead member={member} />
        )
      }
      reason={reason}
      desk={desk}
      reject={{
        label: t(barred === 'OWN' ? 'approvals.takeBack' : 'approvals.reject'),
        isBusy: reject.isPending,
        missing: reason.missing,
        decide: () => reject.mutate({ reason: reason.text }),
      }}
      approve={
        barred !== null
          ? undefined
          : {
              label:
                amount === null
                  ? t('approvals.approve')
                  : t('approvals.approveAmount', { amount: bahtText(amount) }),
              isBusy: approve.isPending,
              missing: reason.missing,
              decide: () => approve.mutate({ reason: reason.text }),
            }
      }
    >
      <p className="muted">{kindText(approval.kind)}</p>
      {amount !== null && (
        <p translate="no" className="hero num">
          {bahtText(amount)}
        </p>
      )}
      {barred !== null && (
        <Alert color="yellow" my="sm">
          {t(`approvals.barred.${barred}`)}
        </Alert>
      )}
      {takesEffectAt !== null && (
        <Alert color="red" my="sm">
          {t('approvals.takesEffect', { time: dateTimeText(takesEffectAt) })}
        </Alert>
      )}
      <Facts
        rows={[
          [t('approvals.cause'), causeText(approval.cause)],
          ...approval.facts
            .filter(({ name }) => name !== DOCUMENT)
            .map((fact) => [factName(fact.name), <FactValue key={fact.name} fact={fact} />] as const),
          [t('approvals.reason'), approval.reason],
          [t('approvals.askedBy'), `${approval.askedBy.name} · ${approval.askedBy.username}`, 'fixed'],
          [t('approvals.askedAt'), dateTimeText(approval.createdAt)],
        ]}
      />
      {approval.facts.map(
        ({ name, change }) =>
          name === DOCUMENT &&
          change !== null && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long document is scrolled by the arrow keys
            <section key={name} tabIndex={0} aria-label={t('approvals.document')}>
              <Changes before={change.before} after={change.after} />
              <WhatIf approval={approval} change={change} />
            </section>
          ),
      )}
    </DecisionPane>
  );
}

/** The offer that a document is; null if it is something else. */
function offerIn({ kind, subject }: Approval, { before, after }: NonNullable<Fact['change']>) {
  const [of, item = ''] = subject.split(':');
  if (kind !== 'content.publish' || (of !== 'bonus' && of !== 'wheel')) return null;
  const isNew = Object.keys(before as object).length === 0;
  return { kind: of, item: isNew ? 'new' : item, value: after } as const;
}

/** The simulation of the offer that is to be published. */
function WhatIf({ approval, change }: { approval: Approval; change: NonNullable<Fact['change']> }) {
  const offer = offerIn(approval, change);
  return offer && <SimulationPanel document={offer} />;
}

type Fact = ResponseOf<Contract['GET /api/console/approvals']>['items'][number]['facts'][number];

/** One fact of a request; for a change, the old and the new value. */
function FactValue({ fact }: { fact: Fact }) {
  const t = useT();
  if (fact.change === null) return <Shown text={factText(fact)} />;
  if (fact.name === CONFIG)
    return (
      <Changes before={fact.change.before ?? {}} after={fact.change.after ?? {}} labels={DRIVER_LABELS} />
    );
  return (
    <>
      <del className="muted">
        <VisuallyHidden>{`${t('content.before')} `}</VisuallyHidden>
        <Shown text={wordOf(fact.name, String(fact.change.before))} />
      </del>{' '}
      <ins style={{ textDecoration: 'none' }}>
        <VisuallyHidden>{`${t('content.after')} `}</VisuallyHidden>
        <Shown text={wordOf(fact.name, String(fact.change.after))} />
      </ins>
    </>
  );
}

function Shown({ text }: { text: string }) {
  return <span translate={isFigure(text) ? 'no' : undefined}>{text}</span>;
}
