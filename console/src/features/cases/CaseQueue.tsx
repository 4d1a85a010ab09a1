import type { Contract } from '@krapao/contract/api/index';
import { type CaseDecision, DECISIONS_OF } from '@krapao/contract/cases';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { NativeSelect, NumberInput } from '@mantine/core';
import { Link } from 'wouter';
import { ClaimedQueue, type Desk } from '../../components/ClaimedQueue.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/self.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { CaseView } from './CaseView.tsx';

type Case = ResponseOf<Contract['GET /api/console/cases']>['items'][number];
type Decided = BodyOf<Contract['POST /api/console/cases/:id/decide']>;

const WATCH_DAYS = 30;
/** What is done about a case that stays open. */
const INTERIM: readonly CaseDecision[] = ['HOLD', 'RELEASE', 'REPORT'];

/** Cases that wait for an operator. */
export function CaseQueue() {
  const t = useT();
  const queue = useQueue('cases', (query) => client('GET /api/console/cases', { query }));
  return (
    <ClaimedQueue
      queue={queue}
      title={t('cases.title')}
      empty={t('cases.empty')}
      footer={<Link href={paths.allCases}>{t('cases.all')}</Link>}
      describe={({ member, newsAt, kind, amount }) => ({
        memberId: member.id,
        name: member.name,
        since: newsAt,
        amount,
        amountText: amount === null ? '' : bahtText(amount),
        why: t(`cases.kind.${kind}`),
      })}
    >
      {(item, desk) => <Decision key={item.id} item={item} desk={desk} />}
    </ClaimedQueue>
  );
}

function Decision({ item, desk }: { item: Case; desk: Desk }) {
  const t = useT();
  const may = useMay();
  const params = { id: item.id };
  // Closing has its own button; payouts are either held or released.
  const choices = DECISIONS_OF[item.kind].filter(
    (decision) => decision !== 'CLOSE' && decision !== (item.holdsPayouts ? 'HOLD' : 'RELEASE'),
  );
  const [decision, setDecision] = useDraft<CaseDecision>('decision', () => choices[0] ?? 'WATCH');
  const [days, setDays] = useDraft('days', () => WATCH_DAYS);
  const reason = useReason();
  const decide = useLimitedAction(
    (body: Decided) => client('POST /api/console/cases/:id/decide', { params, body }),
    { done: t('cases.done') },
  );
  const verdict = {
    isBusy: decide.isPending,
    missing: reason.missing,
    isBarred: !may('case.decide'),
  };
  return (
    <DecisionPane
      label={item.member.name}
      head={<MemberHead member={item.member} />}
      reason={reason}
      desk={desk}
      reject={{
        ...verdict,
        label: t('cases.decision.CLOSE'),
        decide: () => decide.mutate({ decision: 'CLOSE', reason: reason.text }),
      }}
      approve={{
        ...verdict,
        label: t(`cases.decision.${decision}`),
        isInterim: INTERIM.includes(decision),
        decide: () =>
          decide.mutate({
            decision,
            reason: reason.text,
            ...(decision === 'WATCH' && { watchDays: days }),
          }),
      }}
    >
      <CaseView id={item.id} />
      <NativeSelect
        label={<span>{t('cases.decision')}</span>}
        description={t(`cases.hint.${decision}` as 'cases.hint.WATCH')}
        value={decision}
        onChange={(event) => setDecision(event.currentTarget.value as CaseDecision)}
        data={choices.map((value) => ({ value, label: t(`cases.decision.${value}`) }))}
      />
      {decision === 'WATCH' && (
        <NumberInput
          mt="sm"
          label={<span>{t('cases.days')}</span>}
          min={1}
          max={365}
          allowDecimal={false}
          value={days}
          onChange={(value) => setDays(Number(value) || WATCH_DAYS)}
        />
      )}
    </DecisionPane>
  );
}
