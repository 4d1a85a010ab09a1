import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { type ReactNode, useState } from 'react';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { DecisionFoot, MemberHead } from '../../components/Decision.tsx';
import { DecisionForm } from '../../components/DecisionForm.tsx';
import { Facts } from '../../components/Facts.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { missingOf, type SeenTransfer, SeenTransferFields } from '../../components/SeenTransferFields.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, dateTimeText, moneyText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';

type Notices = ResponseOf<Contract['GET /api/console/notices']>;
type Notice = Notices['items'][number];
type Approval = BodyOf<Contract['POST /api/console/notices/:id/approve']>;

/** Members who say that they have transferred, while nothing has told of the transfer. */
export function Notices({ tabs }: { tabs: ReactNode }) {
  const t = useT();
  const queue = useQueue('notices', (query) => client('GET /api/console/notices', { query }));
  const [first] = queue.query.data?.pages ?? [];
  return (
    <ClaimedQueue
      queue={queue}
      title={t('incoming.notices')}
      empty={t('incoming.noNotices')}
      tabs={tabs}
      describe={({ member, createdAt, amount }) => ({
        memberId: member.id,
        name: member.name,
        since: createdAt,
        amount,
        amountText: bahtText(amount),
      })}
    >
      {(item, desk) => <Decision key={item.id} notice={item} accounts={first?.accounts ?? []} desk={desk} />}
    </ClaimedQueue>
  );
}

interface Props {
  notice: Notice;
  accounts: Notices['accounts'];
  desk: Desk;
}

function Decision({ notice, accounts, desk }: Props) {
  const t = useT();
  const { member } = notice;
  const params = { id: notice.id };
  const [seen, setSeen] = useState<SeenTransfer>({
    amount: notice.amount,
    accountId: accounts[0]?.id ?? '',
    transRef: '',
  });
  const [reason, setReason] = useState('');
  const approve = useLimitedAction(
    (body: Approval) => client('POST /api/console/notices/:id/approve', { params, body }),
    { done: t('incoming.credited') },
  );
  const reject = useAction(
    (body: { reason: string }) => client('POST /api/console/notices/:id/reject', { params, body }),
    { done: t('incoming.dismissed') },
  );
  const amount = Number(seen.amount);
  const noReason = reason.trim() === '' ? 'reason' : undefined;
  const currency = accounts.find(({ id }) => id === seen.accountId)?.currency ?? 'BAHT';

  return (
    <section className="pane" aria-label={member.name}>
      <MemberHead member={member} />
      <DecisionForm
        desk={desk}
        reject={{
          label: t('incoming.noticeNothing'),
          isBusy: reject.isPending,
          missing: noReason,
          decide: () => reject.mutate({ reason }),
        }}
        approve={{
          label: t('incoming.credit', { amount: moneyText(amount, currency) }),
          isBusy: approve.isPending,
          missing: missingOf(seen, true) ?? noReason,
          decide: () => approve.mutate({ ...seen, amount, reason }),
        }}
      >
        <div className="pane-body">
          <p className="hero num">{bahtText(notice.amount)}</p>
          <Facts
            rows={[
              [t('incoming.noticeAt'), dateTimeText(notice.createdAt)],
              [t('incoming.noticeUntil'), dateTimeText(notice.expiresAt)],
              [t('incoming.account'), `${member.bankCode} ${member.bankAccountNo}`],
              [t('incoming.sender'), member.bankAccountName],
            ]}
          />
          <SeenTransferFields accounts={accounts} value={seen} onChange={setSeen} needsRef />
          {currency === 'BAHT' && <OwnMoneyNotice amount={amount} memberId={member.id} mayBeTold />}
        </div>
        <DecisionFoot>
          <ReasonField value={reason} onChange={setReason} />
        </DecisionFoot>
      </DecisionForm>
    </section>
  );
}
