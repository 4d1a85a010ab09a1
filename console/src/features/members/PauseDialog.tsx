import type { PauseKind } from '@krapao/contract/api/protection/breaks';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import type { MemberDetail } from './MemberPage.tsx';

type Term = { days: number } | { months: number | null };

/** Begins a break or an exclusion for one of the terms of the jurisdiction's pack. */
export function PauseDialog({
  detail: { member, pauseChoices: choices },
  kind,
  onClose,
}: {
  detail: MemberDetail;
  kind: PauseKind;
  onClose: () => void;
}) {
  const t = useT();
  const [nth, setNth] = useState(0);
  const terms: Term[] =
    kind === 'break'
      ? [...choices.breakDays.map((days) => ({ days })), ...choices.breakMonths.map((months) => ({ months }))]
      : [
          ...choices.exclusionMonths.map((months) => ({ months })),
          ...(choices.isForEver ? [{ months: null }] : []),
        ];
  const params = { id: member.id };
  const begin = useAction(
    ({ term, reason }: { term: Term; reason: string }): Promise<{ code: string; waits?: unknown }> =>
      kind === 'break'
        ? client('POST /api/console/members/:id/break', {
            params,
            body: 'days' in term ? { reason, days: term.days } : { reason, months: term.months ?? 1 },
          })
        : client('POST /api/console/members/:id/exclude', {
            params,
            body: { reason, months: 'months' in term ? term.months : null },
          }),
    {
      done: (answer) =>
        answer.waits ? t('approvals.asked') : t(kind === 'break' ? 'members.breakBegan' : 'members.excluded'),
      onDone: onClose,
    },
  );
  const termText = (term: Term) =>
    'days' in term
      ? t('members.days', { count: term.days })
      : term.months === null
        ? t('members.forEver')
        : t('members.months', { count: term.months });
  const verb = t(kind === 'break' ? 'members.break' : 'members.exclude');
  return (
    <ReasonDialog
      title={`${verb} · ${member.name}`}
      hint={t(kind === 'break' ? 'members.breakHint' : 'members.excludeHint')}
      action={verb}
      isBusy={begin.isPending}
      onClose={onClose}
      onConfirm={(reason) => {
        const term = terms[nth];
        if (term !== undefined) begin.mutate({ term, reason });
      }}
    >
      <NativeSelect
        label={<span>{t('members.pauseTerm')}</span>}
        mt="md"
        value={nth}
        onChange={(event) => setNth(Number(event.currentTarget.value))}
        data={terms.map((term, index) => ({ value: String(index), label: termText(term) }))}
      />
    </ReasonDialog>
  );
}
