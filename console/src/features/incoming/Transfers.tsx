import { isClosedBy } from '@krapao/contract/protection/closedBy';
import type { Elements } from '@krapao/ui/elements.ts';
import { moneyText } from '@krapao/ui/kip.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { type FoundMember, MemberFinder } from '../../components/MemberFinder.tsx';
import { OWNER, OwnerField } from '../../components/OwnerField.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { CloseMarked } from './CloseMarked.tsx';
import { nameOf, type Transfer } from './transfer.ts';
import { useClosing } from './useClosing.ts';
import { useMarks } from './useMarks.ts';
import { useReturn } from './useReturn.tsx';

/** What safer play kept out goes back under a reference of its own; what a colleague has is the colleague's. */
const mayMark = ({ note, claim }: Transfer) => !isClosedBy(note) && (claim === null || claim.isMine);

/** Transfers without an owner: decided one by one, or several closed with one reason. */
export function Transfers({ tabs }: { tabs: Elements }) {
  const t = useT();
  const queue = useQueue('incoming', (query) => client('GET /api/console/incoming', { query }));
  const marking = useMarks(queue.query.data?.pages.flatMap(({ items }) => items) ?? [], mayMark);
  const work = useClosing<Transfer>(({ id }) => marking.unmark(id));
  // What is being closed is fixed: it goes over those that were marked when it began.
  const marks =
    marking.marks && work.closing?.isRunning ? { ...marking.marks, mayMark: () => false } : marking.marks;
  return (
    <ClaimedQueue
      queue={queue}
      title={t('incoming.transfers')}
      empty={t('incoming.empty')}
      tabs={tabs}
      footer={<CloseMarked marking={marking} work={work} />}
      marks={marks}
      describe={(transfer) => ({
        name: nameOf(transfer),
        since: transfer.transferredAt,
        amountText: moneyText(transfer.amount, transfer.currency),
        why: transfer.note === null ? undefined : wordsOr(`incoming.note.${transfer.note}`, transfer.note),
      })}
    >
      {(item, desk) => <Decision key={item.id} transfer={item} desk={desk} />}
    </ClaimedQueue>
  );
}

function Decision({ transfer, desk }: { transfer: Transfer; desk: Desk }) {
  const t = useT();
  const params = { id: transfer.id };
  const [chosen, setChosen] = useDraft<string | undefined>('owner', () => undefined);
  const [found, setFound] = useDraft<FoundMember | undefined>('found', () => undefined);
  const reason = useReason();
  const back = useReturn(transfer.note);
  const { data } = useQuery({
    queryKey: ['incoming', transfer.id],
    queryFn: () => client('GET /api/console/incoming/:id/candidates', { params }),
  });
  const candidates = data?.candidates ?? [];
  const [only, ...others] = candidates;
  // A single suggestion is selected by default, unless the sender contradicts it.
  const suggested = only && others.length === 0 && only.sender !== 'no_match' ? only.member.id : '';
  const memberId = chosen ?? suggested;
  const isSendersOwn = candidates.some(({ member, sender }) => member.id === memberId && sender === 'match');
  const credit = useLimitedAction(
    (body: { memberId: string; reason: string }) =>
      client('POST /api/console/incoming/:id/credit', { params, body }),
    { done: t('incoming.credited') },
  );
  const dismiss = useLimitedAction(
    (body: { reason: string; returnReference?: string }) =>
      client('POST /api/console/incoming/:id/dismiss', { params, body }),
    { done: t('incoming.dismissed') },
  );
  const amount = moneyText(transfer.amount, transfer.currency);

  return (
    <DecisionPane
      label={amount}
      head={
        <header className="pane-head">
          <span className="grow">
            <b>{t('incoming.transfer', { id: transfer.id })}</b>
          </span>
        </header>
      }
      reason={reason}
      repeatsReasons
      desk={desk}
      reject={{
        label: t(back.isKeptOut ? 'incoming.sentBack' : 'incoming.dismiss'),
        isBusy: dismiss.isPending,
        missing: back.missing ?? reason.missing,
        decide: () => dismiss.mutate({ reason: reason.text, ...back.body }),
      }}
      approve={{
        label: t('incoming.credit', { amount }),
        isBusy: credit.isPending,
        missing: memberId === '' ? 'member' : reason.missing,
        decide: () => credit.mutate({ memberId, reason: reason.text }),
      }}
    >
      <p translate="no" className="hero num">
        {amount}
      </p>
      <Facts
        rows={[
          [t('incoming.sender'), transfer.sender.name || '–', 'fixed'],
          [
            t('incoming.account'),
            [transfer.sender.bankCode, transfer.sender.account].filter(Boolean).join(' ') || '–',
            'fixed',
          ],
          [t('incoming.receiver'), transfer.receiver || '–', 'fixed'],
          [t('incoming.time'), dateTimeText(transfer.transferredAt)],
          [t('incoming.reference'), transfer.transRef || '–', 'fixed'],
          [t('incoming.source'), t(`incoming.source.${transfer.source as 'NOTICE'}`)],
        ]}
      />
      <span>{back.field}</span>
      <OwnerField
        hint={data?.candidates.length === 0 ? t('incoming.nobody') : undefined}
        candidates={candidates}
        found={found}
        value={memberId}
        onChange={setChosen}
      />
      {memberId !== '' && transfer.currency === 'THB' && !isSendersOwn && (
        <OwnMoneyNotice amount={transfer.amount} memberId={memberId} />
      )}
      <div style={{ marginTop: 16 }}>
        <MemberFinder
          name={OWNER}
          label={t('incoming.findMember')}
          placeholder={t('members.searchHint')}
          onChoose={(member) => {
            setFound(member);
            setChosen(member.id);
          }}
        />
      </div>
    </DecisionPane>
  );
}
