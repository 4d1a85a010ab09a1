import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { SlipReason } from '@krapao/contract/errors';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, NativeSelect } from '@mantine/core';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { Desk } from '../../components/ClaimedQueue.tsx';
import { DecisionFoot, MemberHead } from '../../components/Decision.tsx';
import { DecisionForm, useNeed } from '../../components/DecisionForm.tsx';
import { Key } from '../../components/Key.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { missingOf, type SeenTransfer, SeenTransferFields } from '../../components/SeenTransferFields.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { useKeys } from '../../lib/useKeys.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';

type Slip = ResponseOf<Contract['GET /api/console/slips/:id']>;
type Approval = BodyOf<Contract['POST /api/console/slips/:id/approve']>;

/** Reasons that a person can see on a slip; only machines give the others. */
const REASONS = [
  'NOT_MATCH',
  'SLIP_REFNO_DUPLICATED',
  'DEST_ACC_INVALID',
  'EXPIRED_SLIP',
  'INVALID_SLIP',
  'UNKNOW_ERROR',
] as const satisfies readonly SlipReason[];
type Reason = (typeof REASONS)[number];

/** Compares the slip with our data, with the decision; E sends it to a supervisor. */
export function SlipDecision({ slip, desk }: { slip: Slip; desk: Desk }) {
  const t = useT();
  const params = { id: slip.id };
  const [seen, setSeen] = useState<SeenTransfer>({
    amount: slip.amount ?? '',
    accountId: slip.accountId ?? slip.accounts[0]?.id ?? '',
    transRef: '',
  });
  const { accountId, transRef } = seen;
  const amount = Number(seen.amount);
  const [note, setNote] = useState<Reason | ''>('');
  const approve = useLimitedAction(
    (body: Approval) => client('POST /api/console/slips/:id/approve', { params, body }),
    {
      done: t('slips.approved'),
    },
  );
  const reject = useAction(
    (body: { note: Reason; reason: string }) =>
      client('POST /api/console/slips/:id/reject', { params, body }),
    { done: t('slips.rejected') },
  );
  const [isEscalating, setIsEscalating] = useState(false);
  const escalate = useAction(
    (reason: string) => client('POST /api/console/slips/:id/escalate', { params, body: { reason } }),
    { done: t('slips.escalated'), onDone: () => setIsEscalating(false) },
  );
  const mayEscalate =
    desk.problem === undefined && !approve.isPending && !reject.isPending && slip.escalation === null;
  const needsRef = slip.transRef === null;
  const isBaht = slip.accounts.find(({ id }) => id === accountId)?.currency === 'BAHT';
  useKeys([['E', () => mayEscalate && setIsEscalating(true)]]);

  const concerns = slip.facts.filter(({ verdict }) => verdict !== 'match').length;
  return (
    <>
      <MemberHead member={slip.member} />
      <DecisionForm
        desk={desk}
        reject={{
          label: t('slips.reject'),
          isBusy: reject.isPending,
          missing: note === '' ? 'why' : undefined,
          decide: () => note !== '' && reject.mutate({ note, reason: t(`slipReason.${note}`) }),
        }}
        approve={{
          label: amount > 0 ? t('slips.approveAmount', { amount: bahtText(amount) }) : t('slips.approve'),
          isBusy: approve.isPending,
          missing: missingOf(seen, needsRef),
          decide: () =>
            approve.mutate({
              amount,
              accountId,
              ...(needsRef ? { transRef } : {}),
              reason: t('slips.approvedReason'),
            }),
        }}
      >
        <div className="pane-body">
          <p className="muted">{t('slips.amount')}</p>
          <p className="hero num">{slip.amount === null ? '–' : bahtText(slip.amount)}</p>
          {slip.escalation !== null && (
            <Alert color="violet" py="xs" my="sm">
              {t('slips.escalatedBy', { name: slip.escalation.operatorName, reason: slip.escalation.reason })}
            </Alert>
          )}
          {concerns > 0 && (
            <Alert color="yellow" icon={<TriangleAlert size={18} />} py="xs" my="sm">
              {t('slips.concerns', { count: concerns })}
            </Alert>
          )}
          <table className="facts">
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
                  <td className="num">{factText(t, fact.name, fact.onSlip)}</td>
                  <td className="num">{factText(t, fact.name, fact.inSystem)}</td>
                  <td>
                    <Verdict verdict={fact.verdict} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <SlipQr slip={slip} />
          <SeenTransferFields accounts={slip.accounts} value={seen} onChange={setSeen} needsRef={needsRef} />
          {isBaht && amount !== slip.amount && (
            <OwnMoneyNotice amount={amount} memberId={slip.member.id} mayBeTold />
          )}
        </div>
        <DecisionFoot
          more={
            slip.escalation === null && (
              <button
                type="button"
                className="skip muted"
                disabled={!mayEscalate}
                onClick={() => setIsEscalating(true)}
              >
                {t('slips.escalate')} <Key>E</Key>
              </button>
            )
          }
        >
          <WhyNotField value={note} onChange={setNote} />
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

function WhyNotField({ value, onChange }: { value: Reason | ''; onChange: (value: Reason | '') => void }) {
  const t = useT();
  return (
    <NativeSelect
      {...useNeed('why')}
      label={t('slips.whyNot')}
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

/** What the QR code on the picture says, as it was read. */
function SlipQr({ slip }: { slip: Slip }) {
  const t = useT();
  if (slip.payload === null) return <p className="muted slip-qr">{t('slips.qrNone')}</p>;
  return (
    <details className="slip-qr">
      <summary>{t('slips.qr')}</summary>
      {slip.sendingBank !== null && (
        <p>
          {t('slips.qrBank')} <b>{slip.sendingBank}</b>
        </p>
      )}
      <code>{slip.payload}</code>
    </details>
  );
}
