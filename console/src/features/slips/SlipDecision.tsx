import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, NativeSelect } from '@mantine/core';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { Desk } from '../../components/ClaimedQueue.tsx';
import { DecisionFoot, MemberHead } from '../../components/Decision.tsx';
import { DecisionForm, useNeed } from '../../components/DecisionForm.tsx';
import { ExportIncident } from '../../components/ExportIncident.tsx';
import { Key } from '../../components/Key.tsx';
import { MemberLink } from '../../components/MemberLink.tsx';
import { type Candidate, OwnerField } from '../../components/OwnerField.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { SeenTransferFields } from '../../components/SeenTransferFields.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client, isCode } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { KEY_OF } from '../../lib/keyOf.ts';
import { useAction } from '../../lib/useAction.ts';
import { useActions } from '../../lib/useActions.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { LookUp, SlipQr } from './SlipReading.tsx';
import { type Approval, REASONS, type Reason, type Slip, slipDecision, startEntry } from './slipDecision.ts';
import { useSeveral } from './useSeveral.ts';

/** Compares the slip with our data, with the decision; E sends it to a supervisor. */
export function SlipDecision({ slip, desk }: { slip: Slip; desk: Desk }) {
  const t = useT();
  const { id, escalation } = slip;
  const params = { id };
  const [entry, setEntry] = useDraft('entry', () => startEntry(slip));
  const [isEscalating, setIsEscalating] = useState(false);
  const { note } = entry;
  const several = useSeveral(slip, slipDecision(slip, entry).seen);
  const { seen, needsRef, amount, concerns, alsoFits, owner, ...decision } = slipDecision(
    { ...slip, candidates: several.candidates },
    entry,
    several.isSeveral,
  );
  const approve = useLimitedAction(
    (body: Approval) =>
      client('POST /api/console/slips/:id/approve', { params, body }).catch((error: unknown) => {
        if (isCode(error, 'SENDER_FITS_SEVERAL')) several.note(body);
        throw error;
      }),
    { done: t('slips.approved') },
  );
  const reject = useAction(
    (body: { note: Reason; reason: string }) =>
      client('POST /api/console/slips/:id/reject', { params, body }),
    { done: t('slips.rejected') },
  );
  const escalate = useAction(
    (reason: string) => client('POST /api/console/slips/:id/escalate', { params, body: { reason } }),
    { done: t('slips.escalated'), onDone: () => setIsEscalating(false) },
  );
  const mayEscalate =
    desk.problem === undefined && !approve.isPending && !reject.isPending && escalation === null;
  const startEscalating = () => setIsEscalating(true);
  useActions([
    { name: t('slips.escalate'), key: KEY_OF.escalate, isOff: !mayEscalate, perform: startEscalating },
  ]);

  return (
    <>
      <MemberHead member={slip.member} />
      <DecisionForm
        desk={desk}
        reject={{
          label: t('slips.reject'),
          isBusy: reject.isPending,
          missing: decision.refusalMissing,
          decide: () => note !== '' && reject.mutate({ note, reason: t(`slipReason.${note}`) }),
        }}
        approve={{
          label: amount > 0 ? t('slips.approveAmount', { amount: bahtText(amount) }) : t('slips.approve'),
          isBusy: approve.isPending,
          missing: decision.approvalMissing,
          decide: () => approve.mutate({ ...decision.approval, reason: t('slips.approvedReason') }),
        }}
      >
        <div className="pane-body">
          <p className="muted">{t('slips.amount')}</p>
          <p translate="no" className="hero num">
            {slip.amount === null ? '–' : bahtText(slip.amount)}
          </p>
          <Concerns slip={slip} count={concerns} />
          <FactsTable slip={slip} />
          {alsoFits.length > 0 && (
            <>
              <AlsoFits members={alsoFits.map(({ member }) => member)} />
              <OwnerField
                candidates={several.candidates.filter(
                  ({ member, sender }) => sender === 'match' || member.id === slip.member.id,
                )}
                value={owner}
                onChange={(memberId) => setEntry({ ...entry, memberId })}
              />
            </>
          )}
          <LookUp slip={slip} />
          <SlipQr slip={slip} />
          <SeenTransferFields
            accounts={slip.accounts}
            value={seen}
            onChange={(value) => setEntry({ ...entry, seen: value })}
            needsRef={needsRef}
          />
          {decision.isOwnMoney && owner !== '' && (
            <OwnMoneyNotice amount={amount} memberId={owner} mayBeTold />
          )}
          <ExportIncident kind="deposit" id={id} />
        </div>
        <DecisionFoot
          more={
            escalation === null && (
              <button type="button" className="skip muted" disabled={!mayEscalate} onClick={startEscalating}>
                <span>{`${t('slips.escalate')} `}</span>
                <Key>{KEY_OF.escalate}</Key>
              </button>
            )
          }
        >
          <WhyNotField value={note} onChange={(value) => setEntry({ ...entry, note: value })} />
        </DecisionFoot>
      </DecisionForm>
      {isEscalating && (
        <ReasonDialog
          title={t('slips.escalate')}
          hint={t('slips.escalateHint')}
          action={t('slips.escalate')}
          isHarmless
          isBusy={escalate.isPending}
          onClose={() => setIsEscalating(false)}
          onConfirm={(reason) => escalate.mutate(reason)}
        />
      )}
    </>
  );
}

/** Who gave it to a supervisor and why, and how much on it is not as it should be. */
function Concerns({ slip, count }: { slip: Slip; count: number }) {
  const t = useT();
  return (
    <>
      {slip.escalation !== null && (
        <Alert color="violet" py="xs" my="sm">
          {t('slips.escalatedBy', { name: slip.escalation.operatorName, reason: slip.escalation.reason })}
        </Alert>
      )}
      {count > 0 && (
        <Alert color="yellow" icon={<TriangleAlert size={18} />} py="xs" my="sm">
          {t('slips.concerns', { count })}
        </Alert>
      )}
    </>
  );
}

/** Other members whose account the sender may be: people pass on pictures of slips. */
function AlsoFits({ members }: { members: readonly Candidate['member'][] }) {
  const t = useT();
  return (
    <Alert color="yellow" py="xs" my="sm">
      {members.map(({ id, name }) => (
        <p key={id}>
          <span>{`${t('slips.alsoFits')} `}</span>
          <b translate="no">{name}</b> <MemberLink id={id} />
        </p>
      ))}
    </Alert>
  );
}

/** What the slip says beside what we know. */
function FactsTable({ slip }: { slip: Slip }) {
  const t = useT();
  return (
    <table className="facts compared">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('slips.onSlip')}</th>
          <th scope="col">{t('slips.inSystem')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {slip.facts.map((fact) => (
          <tr key={fact.name}>
            <th scope="row">{t(`slips.fact.${fact.name}`)}</th>
            <td className="num" data-title={t('slips.onSlip')} translate="no">
              {factText(t, fact.name, fact.onSlip)}
            </td>
            <td
              className="num"
              data-title={t('slips.inSystem')}
              translate={fact.name === 'reference' ? undefined : 'no'}
            >
              {factText(t, fact.name, fact.inSystem)}
            </td>
            <td>
              <Verdict verdict={fact.verdict} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WhyNotField({ value, onChange }: { value: Reason | ''; onChange: (value: Reason | '') => void }) {
  const t = useT();
  return (
    <NativeSelect
      {...useNeed('why')}
      data-decides="reject"
      label={<span>{t('slips.whyNot')}</span>}
      value={value}
      onChange={(event) => onChange(REASONS.find((one) => one === event.currentTarget.value) ?? '')}
      data={[
        { value: '', label: t('slips.chooseReason') },
        ...REASONS.map((reason) => ({ value: reason, label: t(`slipReason.${reason}`) })),
      ]}
    />
  );
}

function factText(t: ReturnType<typeof useT>, name: string, value: string): string {
  if (value === '') return '–';
  if (name === 'time') return dateTimeText(value);
  if (value === 'USED') return t('slips.used');
  return value === 'UNUSED' ? t('slips.unused') : value;
}

function Verdict({ verdict }: { verdict: Slip['facts'][number]['verdict'] }) {
  const t = useT();
  const label = t(`slips.verdict.${verdict}`);
  if (verdict === 'match') return <Check size={20} color="var(--jade)" aria-label={label} role="img" />;
  if (verdict === 'differs') return <X size={20} color="var(--verm)" aria-label={label} role="img" />;
  return <TriangleAlert size={20} color="var(--turm)" aria-label={label} role="img" />;
}
