import { dateTimeText } from '@krapao/ui/time.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import type { MemberDetail } from './MemberPage.tsx';

/** Breaks and exclusions of the member: whose decision, since when and until when. */
export function PausesTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const may = useMay();
  const [entry, setEntry] = useState<string>();
  const end = useAction(
    ({ pauseId, reason }: { pauseId: string; reason: string }) =>
      client('POST /api/console/members/:id/wrong-entry', {
        params: { id: detail.member.id },
        body: { pauseId, reason },
      }),
    {
      done: ({ waits }) => t(waits === null ? 'members.wrongEntryDone' : 'approvals.asked'),
      onDone: () => setEntry(undefined),
    },
  );
  return (
    <>
      <Rows
        label={t('members.tab.pauses')}
        rows={detail.pauses}
        empty={t('members.noPauses')}
        minWidth={760}
        columns={[
          { title: t('members.pauseKind'), cell: ({ kind }) => t(`members.pause.${kind}`) },
          {
            title: t('members.pauseBy'),
            cell: ({ source, operatorName, reference }) => (
              <>
                <span>{t(`members.pauseSource.${source}`)}</span>
                {(operatorName ?? reference) && (
                  <span translate="no">{` · ${operatorName ?? reference}`}</span>
                )}
              </>
            ),
          },
          { title: t('members.pauseReason'), cell: ({ reason }) => reason ?? '–' },
          { title: t('members.pauseFrom'), isNumber: true, cell: ({ from }) => dateTimeText(from) },
          {
            title: t('members.pauseUntil'),
            isNumber: true,
            cell: ({ until }) => (until === null ? t('members.forEver') : dateTimeText(until)),
          },
          {
            title: t('members.pauseState'),
            cell: ({ id, mayBeWrong, holds, endedAt, endCause, returnAskedAt }) => {
              if (endCause !== null && endedAt !== null)
                return `${t(`members.pauseEnd.${endCause}`)} · ${dateTimeText(endedAt)}`;
              if (!holds) return t('members.pauseEnd.OVER');
              if (returnAskedAt !== null)
                return t('members.returnAsked', { time: dateTimeText(returnAskedAt) });
              return (
                <>
                  <span>{`${t('members.pauseHolds')} `}</span>
                  {mayBeWrong && may('member.suspend') && (
                    <Button size="compact-sm" variant="default" onClick={() => setEntry(id)}>
                      {t('members.wrongEntry')}
                    </Button>
                  )}
                </>
              );
            },
          },
        ]}
      />
      {entry !== undefined && (
        <ReasonDialog
          title={`${t('members.wrongEntry')} · ${detail.member.name}`}
          hint={t('members.wrongEntryHint')}
          action={t('members.wrongEntry')}
          isBusy={end.isPending}
          onClose={() => setEntry(undefined)}
          onConfirm={(reason) => end.mutate({ pauseId: entry, reason })}
        />
      )}
    </>
  );
}
