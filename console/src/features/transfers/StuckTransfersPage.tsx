import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ClaimBadge } from '../../components/ClaimBadge.tsx';
import { Facts } from '../../components/Facts.tsx';
import { MemberLink } from '../../components/MemberLink.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { QueueList } from '../../components/QueueList.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { TwoPanes } from '../../components/TwoPanes.tsx';
import { hasMessage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, dateTimeText, waitText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { useClaim } from '../../lib/useClaim.ts';
import { useNow } from '../../lib/useNow.ts';
import { useSelection } from '../../lib/useSelection.ts';

type Leg = ResponseOf<Contract['GET /api/console/transfers']>['items'][number];

/** Operations at game providers that no machine could end: a person looks into the provider's own books. */
export function StuckTransfersPage() {
  const query = useQuery({ queryKey: ['transfers'], queryFn: () => client('GET /api/console/transfers') });
  return <QueryState query={query}>{({ items }) => <StuckTransfers items={items} />}</QueryState>;
}

function StuckTransfers({ items }: { items: readonly Leg[] }) {
  const t = useT();
  const now = useNow();
  const { item, select } = useSelection(items);
  const problem = useClaim('transfers', item?.id);
  return (
    <TwoPanes
      list={
        <QueueList
          title={t('transfers.title')}
          items={items}
          selected={item?.id}
          onSelect={select}
          empty={t('transfers.empty')}
        >
          {(leg) => (
            <>
              <Monogram id={leg.member.id} name={leg.member.name} />
              <span className="grow">
                <b>{leg.member.name}</b>
                <small className="muted num">
                  {leg.provider} · {waitText(leg.createdAt, now)}
                </small>
              </span>
              <span className="end">
                <b className="num">{bahtText(leg.amount)}</b>
                <ClaimBadge claim={leg.claim} />
              </span>
            </>
          )}
        </QueueList>
      }
    >
      {item && <Decision key={item.id} leg={item} problem={problem} />}
    </TwoPanes>
  );
}

function Decision({ leg, problem }: { leg: Leg; problem: string | undefined }) {
  const t = useT();
  const [reason, setReason] = useState('');
  const settle = useAction(
    (outcome: 'CONFIRMED' | 'REJECTED') =>
      client('POST /api/console/transfers/:id/settle', { params: { id: leg.id }, body: { outcome, reason } }),
    { done: t('transfers.settled') },
  );
  const mayDecide = problem === undefined && reason.trim() !== '' && !settle.isPending;

  return (
    <section className="pane" aria-label={leg.member.name}>
      <header className="pane-head">
        <span className="grow">
          <b>{leg.member.name}</b>
          <small className="muted num">
            {leg.member.id} · {leg.member.phoneNumber}
          </small>
        </span>
        <MemberLink id={leg.member.id} />
      </header>
      <div className="pane-body">
        <p className="hero num">{bahtText(leg.amount)}</p>
        <Alert color="yellow" my="sm">
          {t(leg.direction === 'in' ? 'transfers.askIn' : 'transfers.askOut', {
            provider: leg.provider,
            username: leg.username,
            amount: bahtText(leg.amount),
          })}
        </Alert>
        <Facts
          rows={[
            [t('transfers.reference'), leg.id],
            [t('transfers.account'), `${leg.provider} · ${leg.username}`],
            [t('transfers.why'), whyText(t, leg.reason)],
            [t('transfers.createdAt'), dateTimeText(leg.createdAt)],
            [t('transfers.sentAt'), leg.sentAt === null ? '–' : dateTimeText(leg.sentAt)],
            [t('transfers.tries'), t('transfers.triesText', { sends: leg.sends, asks: leg.asks })],
            [
              t('transfers.whole'),
              `${placeText(t, leg.transfer.from)} → ${placeText(t, leg.transfer.to)} · ${bahtText(leg.transfer.amount)} · ${t(
                'transfers.moved',
                { amount: bahtText(leg.transfer.moved) },
              )}`,
            ],
            ...leg.transfer.legs.map(
              (one, index) =>
                [
                  t('transfers.step', { number: index + 1 }),
                  `${one.provider} · ${t(`transfers.direction.${one.direction as 'in'}`)} · ${bahtText(one.amount)} · ${t(`transfers.state.${one.state as 'SENT'}`)}`,
                ] as const,
            ),
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
        <div className="decide" style={{ gridTemplateColumns: '1fr 1fr' }}>
          <Button
            variant="outline"
            color="red"
            disabled={!mayDecide}
            loading={settle.isPending && settle.variables === 'REJECTED'}
            onClick={() => settle.mutate('REJECTED')}
          >
            {t('transfers.rejected')}
          </Button>
          <Button
            className="approve"
            disabled={!mayDecide}
            loading={settle.isPending && settle.variables === 'CONFIRMED'}
            onClick={() => settle.mutate('CONFIRMED')}
          >
            {t('transfers.confirmed')}
          </Button>
        </div>
      </footer>
    </section>
  );
}

/** Why no machine could end it; `MOVED_15100` tells the satang that the provider moved instead. */
function whyText(t: ReturnType<typeof useT>, reason: string | null): string {
  if (reason === null) return '–';
  const moved = /^MOVED_(\d{1,15})$/.exec(reason)?.[1];
  if (moved !== undefined) return t('transfers.why.MOVED', { amount: bahtText(Number(moved) / 100) });
  const id = `transfers.why.${reason}`;
  return hasMessage(id) ? t(id) : reason;
}

function placeText(t: ReturnType<typeof useT>, place: string): string {
  return place === 'WALLET' ? t('transfers.wallet') : place;
}
