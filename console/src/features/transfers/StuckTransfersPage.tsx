import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { ExportIncident } from '../../components/ExportIncident.tsx';
import { Facts } from '../../components/Facts.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { KEY_OF } from '../../lib/keyOf.ts';
import { useActions } from '../../lib/useActions.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { AskAgain } from './AskAgain.tsx';
import { OtherAmountDialog } from './OtherAmountDialog.tsx';

type Leg = ResponseOf<Contract['GET /api/console/transfers']>['items'][number];

/** Operations at game providers that the system could not finish: an operator checks the provider's own books. */
export function StuckTransfersPage() {
  const t = useT();
  const queue = useQueue('transfers', (query) => client('GET /api/console/transfers', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('transfers.title')}
      empty={t('transfers.empty')}
      describe={({ member, createdAt, title, amount, direction, reason }) => ({
        memberId: member.id,
        name: member.name,
        since: createdAt,
        detail: title,
        amount,
        amountText: bahtText(amount),
        why: reason === null ? undefined : whyText(t, reason),
        badge: <Badge color="gray">{t(`transfers.direction.${direction}`)}</Badge>,
      })}
    >
      {(item, desk) => <Decision key={item.id} leg={item} desk={desk} />}
    </ClaimedQueue>
  );
}

function Decision({ leg, desk }: { leg: Leg; desk: Desk }) {
  const t = useT();
  const reason = useReason();
  const settle = useLimitedAction(
    (outcome: 'CONFIRMED' | 'REJECTED') =>
      client('POST /api/console/transfers/:id/settle', {
        params: { id: leg.id },
        body: { outcome, reason: reason.text },
      }),
    { done: t('transfers.settled') },
  );
  const [isOther, setIsOther] = useState(false);
  const settleOther = useLimitedAction(
    ({ moved, why }: { moved: number; why: string }) =>
      client('POST /api/console/transfers/:id/settle', {
        params: { id: leg.id },
        body: { outcome: 'MOVED', moved, reason: why },
      }),
    { done: t('transfers.settled'), onDone: () => setIsOther(false) },
  );
  const mayOpen = desk.problem === undefined && desk.isHeld;
  useActions([
    {
      name: t('transfers.otherAmount'),
      key: KEY_OF.otherAmount,
      isOff: !mayOpen,
      perform: () => setIsOther(true),
    },
  ]);
  const settleAs = (outcome: 'CONFIRMED' | 'REJECTED') => ({
    isBusy: settle.isPending && settle.variables === outcome,
    missing: reason.missing,
    decide: () => settle.mutate(outcome),
  });

  return (
    <DecisionPane
      label={leg.member.name}
      head={<MemberHead member={leg.member} />}
      reason={reason}
      desk={desk}
      reject={{ label: t('transfers.rejected'), ...settleAs('REJECTED') }}
      approve={{ label: t('transfers.confirmed'), ...settleAs('CONFIRMED') }}
    >
      <p translate="no" className="hero num">
        {bahtText(leg.amount)}
      </p>
      <Alert color="yellow" my="sm">
        {t(questionOf(leg), {
          provider: leg.title,
          username: leg.username,
          amount: bahtText(leg.amount),
        })}
      </Alert>
      <Facts
        rows={[
          [t('transfers.reference'), leg.id, 'fixed'],
          [t('transfers.account'), `${leg.title} · ${leg.username}`, 'fixed'],
          [t('transfers.why'), whyText(t, leg.reason)],
          [t('transfers.createdAt'), dateTimeText(leg.createdAt)],
          [t('transfers.sentAt'), leg.sentAt === null ? '–' : dateTimeText(leg.sentAt)],
          [t('transfers.tries'), t('transfers.triesText', { sends: leg.sends, asks: leg.asks })],
          [
            t('transfers.whole'),
            `${placeText(t, leg.transfer.from, leg.transfer.fromTitle)} → ${placeText(t, leg.transfer.to, leg.transfer.toTitle)} · ${bahtText(leg.transfer.amount)} · ${t(
              'transfers.moved',
              { amount: bahtText(leg.transfer.moved) },
            )}`,
          ],
          ...leg.transfer.legs.map(
            (one, index) =>
              [
                t('transfers.step', { number: index + 1 }),
                `${one.title} · ${t(`transfers.direction.${one.direction as 'in'}`)} · ${bahtText(one.amount)} · ${t(`transfers.state.${one.state as 'SENT'}`)}`,
              ] as const,
          ),
        ]}
      />
      <Group my="md" align="flex-start">
        <Button variant="default" disabled={!mayOpen} onClick={() => setIsOther(true)}>
          {t('transfers.otherAmount')}
        </Button>
        <AskAgain id={leg.id} />
      </Group>
      {isOther && (
        <OtherAmountDialog
          asked={leg.amount}
          isBusy={settleOther.isPending}
          onClose={() => setIsOther(false)}
          onConfirm={(moved, why) => settleOther.mutate({ moved, why })}
        />
      )}
      <ExportIncident kind="transfer" id={leg.id} />
    </DecisionPane>
  );
}

/** Why the system could not finish it; `MOVED_15100` contains the satang that the provider moved instead. */
function whyText(t: ReturnType<typeof useT>, reason: string | null): string {
  if (reason === null) return '–';
  const moved = /^MOVED_(\d{1,15})$/.exec(reason)?.[1];
  if (moved !== undefined) return t('transfers.why.MOVED', { amount: bahtText(Number(moved) / 100) });
  return wordsOr(`transfers.why.${reason}`, reason);
}

function placeText(t: ReturnType<typeof useT>, place: string, title: string): string {
  return place === 'WALLET' ? t('transfers.wallet') : title;
}

/** What the operator asks the house before deciding. */
function questionOf({ direction, reason }: Leg) {
  if (reason === 'CONNECTION_REMOVED') return 'transfers.askHome';
  return direction === 'in' ? 'transfers.askIn' : 'transfers.askOut';
}
