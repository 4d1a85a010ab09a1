import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { DecisionFoot } from '../../components/Decision.tsx';
import { Facts } from '../../components/Facts.tsx';
import { type FoundMember, MemberFinder } from '../../components/MemberFinder.tsx';
import { MemberLink } from '../../components/MemberLink.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { wordsOr } from '../../i18n/wordsOr.ts';
import { client } from '../../lib/api.ts';
import { dateTimeText, moneyText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { useQueue } from '../../lib/useQueue.ts';

type Transfer = ResponseOf<Contract['GET /api/console/incoming']>['items'][number];

/** Transfers without an owner. */
export function Transfers({ tabs }: { tabs: ReactNode }) {
  const t = useT();
  const queue = useQueue('incoming', (query) => client('GET /api/console/incoming', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('incoming.transfers')}
      empty={t('incoming.empty')}
      tabs={tabs}
      describe={({ sender, transRef, transferredAt, amount, currency, note }) => ({
        name: sender.name || sender.account || transRef,
        since: transferredAt,
        amount,
        amountText: moneyText(amount, currency),
        why: note === null ? undefined : wordsOr(`incoming.note.${note}`, note),
      })}
    >
      {(item, desk) => <Decision key={item.id} transfer={item} desk={desk} />}
    </ClaimedQueue>
  );
}

function Decision({ transfer, desk }: { transfer: Transfer; desk: Desk }) {
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
  const hasReason = reason.trim() !== '';
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
      <DecisionFoot
        desk={desk}
        reject={{
          label: t('incoming.dismiss'),
          isBusy: dismiss.isPending,
          isAllowed: hasReason,
          decide: () => dismiss.mutate({ reason }),
        }}
        approve={{
          label: t('incoming.credit', { amount }),
          isBusy: credit.isPending,
          isAllowed: hasReason && memberId !== '',
          decide: () => credit.mutate({ memberId, reason }),
        }}
      >
        <ReasonField value={reason} onChange={setReason} />
      </DecisionFoot>
    </section>
  );
}
