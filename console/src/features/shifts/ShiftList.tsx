import type { Contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { saveFile } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { CsvButton } from '../../components/CsvButton.tsx';
import { MorePages } from '../../components/MorePages.tsx';
import { PeriodFields } from '../../components/PeriodFields.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { shiftPath } from '../../lib/paths.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { usePages } from '../../lib/usePages.ts';

const DAY_MS = 86_400_000;
type Shift = ResponseOf<Contract['POST /api/console/shifts/list']>['shifts'][number];

/** The shifts of a period: of everybody for managers, for others their own. */
export function ShiftList() {
  const t = useT();
  const may = useMay();
  const [period, setPeriod] = useState(() => ({
    from: bangkokDay(Date.now() - 6 * DAY_MS),
    to: bangkokDay(Date.now()),
  }));
  const [operatorId, setOperatorId] = useState('');
  const filter = { ...period, ...(operatorId !== '' && { operatorId }) };
  const query = usePages(
    ['shifts', 'list', filter],
    (page) => client('POST /api/console/shifts/list', { body: { ...filter, ...page } }),
    ({ shifts }) => shifts.at(-1)?.id,
  );
  const file = useAction(async () => {
    const { content } = await client('POST /api/console/shifts/list/file', { body: filter });
    saveFile(
      `shifts-${period.from}-${period.to}.csv`,
      new Blob([content], { type: 'text/csv;charset=utf-8' }),
    );
  });
  const mayAll = may('shift.manage');
  const operators = query.data?.pages[0]?.operators ?? [];
  const title = t(mayAll ? 'shifts.all' : 'shifts.own');
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <search style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap', marginBottom: 12 }}>
        <PeriodFields period={period} onChange={setPeriod} />
        {mayAll && (
          <>
            <NativeSelect
              aria-label={t('shifts.operator')}
              value={operatorId}
              onChange={(event) => setOperatorId(event.currentTarget.value)}
              data={[
                { value: '', label: t('shifts.anybody') },
                ...operators.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <CsvButton onPress={() => file.mutate(undefined)} isLoading={file.isPending} />
          </>
        )}
      </search>
      <QueryState query={query}>
        {({ pages }) => (
          <>
            <Rows
              label={title}
              rows={pages.flatMap(({ shifts }) => shifts)}
              empty={t('shifts.none')}
              minWidth={860}
              columns={[
                {
                  title: t('shifts.from'),
                  cell: ({ id, openedAt }) => <Link href={shiftPath(id)}>{dateTimeText(openedAt)}</Link>,
                },
                { title: t('shifts.operator'), isFixed: true, cell: ({ operator }) => operator.name },
                { title: t('shifts.to'), cell: (shift) => <End shift={shift} /> },
                {
                  title: t('shifts.decisions'),
                  isNumber: true,
                  cell: ({ decisions }) => wholeText(decisions),
                },
                { title: t('shifts.credited'), isNumber: true, cell: ({ credited }) => bahtText(credited) },
                { title: t('shifts.paid'), isNumber: true, cell: ({ paid }) => bahtText(paid) },
                {
                  title: t('shifts.counted'),
                  cell: ({ differs, closedAt }) =>
                    closedAt === null && !differs ? (
                      '–'
                    ) : (
                      <Badge color={differs ? 'red' : 'gray'}>
                        {t(differs ? 'shifts.differs' : 'shifts.agrees')}
                      </Badge>
                    ),
                },
              ]}
            />
            <MorePages query={query} />
          </>
        )}
      </QueryState>
    </section>
  );
}

function End({ shift: { closedAt, isOverdue } }: { shift: Shift }) {
  const t = useT();
  if (closedAt !== null) return <span>{dateTimeText(closedAt)}</span>;
  return (
    <Badge color={isOverdue ? 'red' : 'teal'}>{t(isOverdue ? 'shifts.overdue' : 'shifts.running')}</Badge>
  );
}
