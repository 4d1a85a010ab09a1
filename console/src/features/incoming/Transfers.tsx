import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert, Badge, Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ClaimBadge } from '../../components/ClaimBadge.tsx';
import { Facts } from '../../components/Facts.tsx';
import { type FoundMember, MemberFinder } from '../../components/MemberFinder.tsx';
import { MemberLink } from '../../components/MemberLink.tsx';
import { QueueList } from '../../components/QueueList.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { TwoPanes } from '../../components/TwoPanes.tsx';
import { hasMessage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { dateTimeText, moneyText, waitText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { useClaim } from '../../lib/useClaim.ts';
import { useNow } from '../../lib/useNow.ts';
import { useSelection } from '../../lib/useSelection.ts';

type Transfer = ResponseOf<Contract['GET /api/console/incoming']>['items'][number];

/** Transfers without an owner. */
export function Transfers({ items, tabs }: { items: readonly Transfer[]; tabs: ReactNode }) {
  const t = useT();
  const now = useNow();
  const { item, select } = useSelection(items);
  const problem = useClaim('incoming', item?.id);
  return (
    <TwoPanes
      list={
        <QueueList
          title={t('incoming.title')}
          items={items}
          selected={item?.id}
          onSelect={select}
          empty={t('incoming.empty')}
          footer={tabs}
        >
          {(transfer) => (
            <>
              <span className="grow">
                <b>{transfer.sender.name || transfer.sender.account || transfer.transRef}</b>
                <small className="muted num">{waitText(transfer.transferredAt, now)}</small>
              </span>
              <span className="end">
                <b className="num">{moneyText(transfer.amount, transfer.currency)}</b>
                <ClaimBadge claim={transfer.claim} />
                {transfer.note !== null && <Badge color="yellow">{noteText(t, transfer.note)}</Badge>}
              </span>
            </>
          )}
        </QueueList>
      }
    >
      {item && <Decision key={item.id} transfer={item} problem={problem} />}
    </TwoPanes>
  );
}

function noteText(t: ReturnType<typeof useT>, note: string): string {
  const id = `incoming.note.${note}`;
  return hasMessage(id) ? t(id) : note;
}

function Decision({ transfer, problem }: { transfer: Transfer; problem: string | undefined }) {
  const t = useT();
  const params = { id: transfer.id };
  const [memberId, setMemberId] = useState('');
  const [found, setFound] = useState<FoundMember>();
  const [reason, setReason] = useState('');
  const { data } = useQuery({
    queryKey: ['incoming', transfer.id],
    queryFn: () => client('GET /api/console/incoming/:id/candidates', { params }),
  });
  const candidates = data?.candidates ?? [];
  // Whom the operator found stands beside whom the system suggests.
  const choices = [
    ...candidates.map(({ member, because, at }) => ({
      member,
      why: `${t(`incoming.because.${because}`)}${at === null ? '' : ` · ${dateTimeText(at)}`}`,
    })),
    ...(found && !candidates.some(({ member }) => member.id === found.id)
      ? [{ member: found, why: t('incoming.because.found') }]
      : []),
  ];
  const credit = useAction(
    (body: { memberId: string; reason: string }) =>
      client('POST /api/console/incoming/:id/credit', { params, body }),
    { done: t('incoming.credited') },
  );
  const dismiss = useAction(
    (body: { reason: string }) => client('POST /api/console/incoming/:id/dismiss', { params, body }),
    { done: t('incoming.dismissed') },
  );
  const mayDecide = problem === undefined && reason.trim() !== '' && !credit.isPending && !dismiss.isPending;
  const amount = moneyText(transfer.amount, transfer.currency);

  return (
    <section className="pane" aria-label={amount}>
      <header className="pane-head">
        <span className="grow">
          <b>{t('incoming.transfer', { id: transfer.id })}</b>
        </span>
      </header>
      <div className="pane-body">
        <p className="hero num">{amount}</p>
        <Facts
          rows={[
            [t('incoming.sender'), transfer.sender.name || '–'],
            [
              t('incoming.account'),
              [transfer.sender.bankCode, transfer.sender.account].filter(Boolean).join(' ') || '–',
            ],
            [t('incoming.receiver'), transfer.receiver || '–'],
            [t('incoming.time'), dateTimeText(transfer.transferredAt)],
            [t('incoming.reference'), transfer.transRef],
            [t('incoming.source'), t(`incoming.source.${transfer.source as 'NOTICE'}`)],
          ]}
        />
        <Radio.Group
          label={t('incoming.whose')}
          description={data?.candidates.length === 0 ? t('incoming.nobody') : undefined}
          value={memberId}
          onChange={setMemberId}
          mt="lg"
        >
          {choices.map(({ member, why }) => (
            <Radio
              key={member.id}
              value={member.id}
              mt="sm"
              label={`${member.name} · ${member.id} · ${member.phoneNumber}`}
              description={why}
            />
          ))}
        </Radio.Group>
        {memberId !== '' && (
          <p className="chosen">
            <MemberLink id={memberId} />
          </p>
        )}
        <div style={{ marginTop: 16 }}>
          <MemberFinder
            label={t('incoming.findMember')}
            placeholder={t('members.searchHint')}
            onChoose={(member) => {
              setFound(member);
              setMemberId(member.id);
            }}
          />
        </div>
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
            {t('incoming.dismiss')}
          </Button>
          <Button
            className="approve"
            disabled={!mayDecide || memberId === ''}
            loading={credit.isPending}
            onClick={() => credit.mutate({ memberId, reason })}
          >
            {t('incoming.credit', { amount })}
          </Button>
        </div>
      </footer>
    </section>
  );
}
