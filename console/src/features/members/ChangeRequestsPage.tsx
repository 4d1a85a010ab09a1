import type { Contract } from '@krapao/contract/api/index';
import { CHANGE_REFUSALS } from '@krapao/contract/changeRequests';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';

type ChangeRequest = ResponseOf<Contract['GET /api/console/changeRequests']>['items'][number];
type Rejection = BodyOf<Contract['POST /api/console/changeRequests/:id/reject']>;

/** Members who ask for another phone number or payout account. */
export function ChangeRequestsPage() {
  const t = useT();
  const queue = useQueue('changeRequests', (query) => client('GET /api/console/changeRequests', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('members.requests')}
      empty={t('members.requests.empty')}
      describe={({ member, createdAt, kind }) => ({
        memberId: member.id,
        name: member.name,
        since: createdAt,
        why: t(`members.requests.${kind}`),
      })}
    >
      {(item, desk) => <Decision key={item.id} request={item} desk={desk} />}
    </ClaimedQueue>
  );
}

function Decision({ request, desk }: { request: ChangeRequest; desk: Desk }) {
  const t = useT();
  const { member, bankAccount } = request;
  const params = { id: request.id };
  const [refusal, setRefusal] = useDraft<Rejection['refusal']>('refusal', () => CHANGE_REFUSALS[0]);
  const reason = useReason();
  const approve = useLimitedAction(
    (body: { reason: string }) => client('POST /api/console/changeRequests/:id/approve', { params, body }),
    { done: t('members.requests.done') },
  );
  const reject = useAction(
    (body: Rejection) => client('POST /api/console/changeRequests/:id/reject', { params, body }),
    { done: t('members.requests.refused') },
  );
  const rows: [string, ReactNode][] =
    bankAccount === null
      ? [
          [t('members.requests.now'), member.phoneNumber],
          [t('members.requests.asked'), request.phoneNumber],
          [t('members.requests.newNumber'), t('members.requests.newProved')],
          [
            t('members.requests.oldNumber'),
            t(request.hasOldNumber ? 'members.requests.oldProved' : 'members.requests.oldMissing'),
          ],
        ]
      : [
          [t('members.requests.now'), accountText(member)],
          [t('members.requests.asked'), accountText(bankAccount)],
          [t('members.requests.toldName'), bankAccount.toldName ?? t('members.requests.untold')],
        ];

  return (
    <DecisionPane
      label={member.name}
      head={<MemberHead member={member} />}
      reason={reason}
      desk={desk}
      reject={{
        label: t('members.requests.reject'),
        isBusy: reject.isPending,
        missing: reason.missing,
        decide: () => reject.mutate({ refusal, reason: reason.text }),
      }}
      approve={{
        label: t('members.requests.approve'),
        isBusy: approve.isPending,
        missing: reason.missing,
        decide: () => approve.mutate({ reason: reason.text }),
      }}
    >
      <p className="hero">{t(`members.requests.${request.kind}`)}</p>
      {member.isFrozen && (
        <Alert color="red" mb="md">
          {t('error.ACCOUNT_FROZEN')}
        </Alert>
      )}
      <Alert color="yellow" mb="md">
        {t('members.requests.hint')}
      </Alert>
      <Facts
        rows={[
          ...rows,
          [t('members.requests.askedAt'), dateTimeText(request.createdAt)],
          ...(request.note === '' ? [] : [[t('members.requests.note'), request.note] as [string, ReactNode]]),
        ]}
      />
      <NativeSelect
        data-decides="reject"
        label={<span>{t('members.requests.refusal')}</span>}
        value={refusal}
        onChange={(event) => setRefusal(event.currentTarget.value as Rejection['refusal'])}
        data={CHANGE_REFUSALS.map((value) => ({ value, label: t(`members.requests.refusal.${value}`) }))}
      />
    </DecisionPane>
  );
}

const accountText = (account: { bankCode: string; bankAccountNo: string; bankAccountName: string }): string =>
  `${account.bankCode} ${account.bankAccountNo} · ${account.bankAccountName}`;
