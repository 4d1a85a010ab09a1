import { bahtText } from '@krapao/ui/money.ts';
import { saveFile } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { CsvButton } from '../../components/CsvButton.tsx';
import { Facts } from '../../components/Facts.tsx';
import { MorePages } from '../../components/MorePages.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { actionText } from '../../lib/auditWords.ts';
import { memberPath, paths } from '../../lib/paths.ts';
import { useMay, useSelf } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { usePages } from '../../lib/usePages.ts';
import { type Report, ShiftAccounts, ShiftFigures } from './ShiftFigures.tsx';

/** The report of a shift, down to its decisions. */
export function ShiftReportPage({ id }: { id: string }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['shifts', id],
    queryFn: () => client('GET /api/console/shifts/:id', { params: { id } }),
  });
  return (
    <div className="inside">
      <p>
        <Link href={paths.shifts}>{t('shifts.back')}</Link>
      </p>
      <QueryState query={query}>{(report) => <Shown report={report} />}</QueryState>
    </div>
  );
}

function Shown({ report: { shift, figures, accounts } }: { report: Report }) {
  const t = useT();
  const may = useMay();
  const { self } = useSelf();
  const [isEnding, setIsEnding] = useState(false);
  const params = { id: shift.id };
  const file = useAction(async () => {
    const { content } = await client('POST /api/console/shifts/:id/file', { params });
    saveFile(`shift-${shift.id}.csv`, new Blob([content], { type: 'text/csv;charset=utf-8' }));
  });
  const end = useAction(
    (reason: string) => client('POST /api/console/shifts/:id/end', { params, body: { reason } }),
    { done: t('shifts.closed'), onDone: () => setIsEnding(false) },
  );
  const mayEnd = may('shift.manage') && shift.isOverdue && shift.operator.id !== self?.id;
  return (
    <>
      <PageHead title={t('shifts.report', { name: shift.operator.name })}>
        {shift.isOverdue && <Badge color="red">{t('shifts.overdue')}</Badge>}
        <CsvButton onPress={() => file.mutate(undefined)} isLoading={file.isPending} size="md" />
        {mayEnd && (
          <Button color="red" onClick={() => setIsEnding(true)}>
            {t('shifts.end')}
          </Button>
        )}
      </PageHead>
      {shift.closedBy !== null && (
        <Alert color="yellow" mb="md">
          {t('shifts.endedBy', { name: shift.closedBy, reason: shift.closedBecause ?? '' })}
        </Alert>
      )}
      <Facts
        rows={[
          [t('shifts.from'), dateTimeText(shift.openedAt)],
          [t('shifts.to'), shift.closedAt === null ? '–' : dateTimeText(shift.closedAt)],
          [t('shifts.note'), shift.note ?? '–'],
        ]}
      />
      <h2>{t('shifts.figures')}</h2>
      <ShiftFigures figures={figures} />
      {accounts.length > 0 && <h2>{t('shifts.accounts')}</h2>}
      <ShiftAccounts accounts={accounts} />
      <h2>{t('shifts.decisions')}</h2>
      <Decisions id={shift.id} />
      {isEnding && (
        <ReasonDialog
          title={t('shifts.end')}
          hint={t('shifts.endHint')}
          action={t('shifts.end')}
          isBusy={end.isPending}
          onClose={() => setIsEnding(false)}
          onConfirm={end.mutate}
        />
      )}
    </>
  );
}

function Decisions({ id }: { id: string }) {
  const t = useT();
  const query = usePages(
    ['shifts', id, 'decisions'],
    (page) => client('POST /api/console/shifts/:id/decisions', { params: { id }, body: page }),
    ({ decisions }) => decisions.at(-1)?.id,
  );
  return (
    <QueryState query={query}>
      {({ pages }) => (
        <>
          <Rows
            label={t('shifts.decisions')}
            rows={pages.flatMap(({ decisions }) => decisions)}
            empty={t('shifts.nothing')}
            minWidth={860}
            columns={[
              { title: t('members.time'), cell: ({ at }) => dateTimeText(at) },
              { title: t('shifts.figures'), cell: ({ action }) => actionText(action) },
              {
                title: t('members.name'),
                cell: ({ member }) =>
                  member === null ? (
                    '–'
                  ) : (
                    <Link translate="no" href={memberPath(member.id)}>
                      {member.name}
                    </Link>
                  ),
              },
              {
                title: t('members.amount'),
                isNumber: true,
                cell: ({ amount }) => (amount === null ? '–' : bahtText(amount)),
              },
              {
                title: t('members.reference'),
                cell: ({ subject }) => (
                  <small translate="no" className="reference">
                    {subject}
                  </small>
                ),
              },
              { title: t('app.reason'), cell: ({ reason }) => reason ?? '–' },
            ]}
          />
          <MorePages query={query} />
        </>
      )}
    </QueryState>
  );
}
