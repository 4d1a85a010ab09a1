import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { Elements } from '@krapao/ui/elements.ts';
import { moneyText } from '@krapao/ui/kip.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { missingOf, type SeenTransfer, SeenTransferFields } from '../../components/SeenTransferFields.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';

type TransferClaims = ResponseOf<Contract['GET /api/console/transferClaims']>;
type TransferClaim = TransferClaims['items'][number];
type Approval = BodyOf<Contract['POST /api/console/transferClaims/:id/approve']>;

/** Members who claim a transfer that no source has reported. */
export function TransferClaims({ tabs }: { tabs: Elements }) {
  const t = useT();
  const queue = useQueue('transferClaims', (query) => client('GET /api/console/transferClaims', { query }));
  const [first] = queue.query.data?.pages ?? [];
  return (
    <ClaimedQueue
      queue={queue}
      title={t('incoming.claims')}
      empty={t('incoming.noClaims')}
      tabs={tabs}
      describe={({ member, createdAt, amount }) => ({
        memberId: member.id,
        name: member.name,
        since: createdAt,
        amount,
        amountText: bahtText(amount),
      })}
    >
      {(item, desk) => <Decision key={item.id} claim={item} accounts={first?.accounts ?? []} desk={desk} />}
    </ClaimedQueue>
  );
}

interface Props {
  claim: TransferClaim;
  accounts: TransferClaims['accounts'];
  desk: Desk;
}

function Decision({ claim, accounts, desk }: Props) {
  const t = useT();
  const { member } = claim;
  const params = { id: claim.id };
  const [typed, setSeen] = useDraft<SeenTransfer>('seen', () => ({
    amount: claim.amount,
    accountId: accounts[0]?.id ?? '',
    transRef: '',
  }));
  // An account that is no longer there is not chosen.
  const isThere = accounts.some(({ id }) => id === typed.accountId);
  const seen = isThere ? typed : { ...typed, accountId: '' };
  const reason = useReason();
  const approve = useLimitedAction(
    (body: Approval) => client('POST /api/console/transferClaims/:id/approve', { params, body }),
    { done: t('incoming.credited') },
  );
  const reject = useAction(
    (body: { reason: string }) => client('POST /api/console/transferClaims/:id/reject', { params, body }),
    { done: t('incoming.dismissed') },
  );
  const amount = Number(seen.amount);
  const currency = accounts.find(({ id }) => id === seen.accountId)?.currency ?? 'BAHT';

  return (
    <DecisionPane
      label={member.name}
      head={<MemberHead member={member} />}
      reason={reason}
      repeatsReasons
      desk={desk}
      reject={{
        label: t('incoming.claimNothing'),
        isBusy: reject.isPending,
        missing: reason.missing,
        decide: () => reject.mutate({ reason: reason.text }),
      }}
      approve={{
        label: t('incoming.credit', { amount: moneyText(amount, currency) }),
        isBusy: approve.isPending,
        missing: missingOf(seen, true) ?? reason.missing,
        decide: () => approve.mutate({ ...seen, amount, reason: reason.text }),
      }}
    >
      <p translate="no" className="hero num">
        {bahtText(claim.amount)}
      </p>
      <Facts
        rows={[
          [t('incoming.claimAt'), dateTimeText(claim.createdAt)],
          [t('incoming.claimUntil'), dateTimeText(claim.expiresAt)],
          [t('incoming.account'), `${member.bankCode} ${member.bankAccountNo}`, 'fixed'],
          [t('incoming.sender'), member.bankAccountName, 'fixed'],
        ]}
      />
      <SeenTransferFields accounts={accounts} value={seen} onChange={setSeen} needsRef />
      {currency === 'BAHT' && <OwnMoneyNotice amount={amount} memberId={member.id} mayBeTold />}
    </DecisionPane>
  );
}
