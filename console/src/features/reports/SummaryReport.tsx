import { csvText, moneyCell } from '@krapao/contract/csv';
import { saveCsv } from '@krapao/ui/saveFile.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CsvButton } from '../../components/CsvButton.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { CourseChart } from './CourseChart.tsx';
import { FigureCards, figureRows } from './FigureCards.tsx';
import { KeptPromises } from './KeptPromises.tsx';
import { ProviderTable } from './ProviderTable.tsx';
import { type Period, periodText } from './period.ts';
import { QueueTimes } from './QueueTimes.tsx';
import type { Summary } from './summary.ts';

const AGAIN_MS = 60_000;

/** The figures of a period, its course, the providers' results and how long members waited. */
export function SummaryReport({ period }: { period: Period }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['reports', 'summary', period],
    queryFn: () => client('POST /api/console/reports/summary', { body: period }),
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  });

  function save(summary: Summary) {
    const rows = figureRows(summary).map(({ title, value, before, isMoney }) => [
      t(title),
      isMoney ? moneyCell(value) : value,
      isMoney ? moneyCell(before) : before,
    ]);
    const header = [t('reports.figure'), periodText(period), t('reports.before')];
    saveCsv(`report-${period.from}-${period.to}.csv`, csvText(header, rows));
  }

  return (
    <QueryState query={query}>
      {(summary) => (
        <div aria-busy={query.isPlaceholderData} className="report-sheet">
          <div className="report-caption">
            <p className="muted">
              {`${periodText(period)} · ${t(
                summary.isUntilNow ? 'reports.comparedSoFar' : 'reports.compared',
                {
                  period: periodText({ from: summary.beforeFrom, to: summary.beforeTo }),
                },
              )}`}
            </p>
            <div className="report-tools">
              <CsvButton onPress={() => save(summary)} />
              <Button variant="default" size="sm" onClick={() => window.print()}>
                {t('reports.print')}
              </Button>
            </div>
          </div>
          <FigureCards summary={summary} period={period} />
          <CourseChart series={summary.series} period={period} />
          <ProviderTable providers={summary.providers} period={period} />
          <QueueTimes queues={summary.queues} period={period} />
          {summary.promises.length > 0 && <KeptPromises promises={summary.promises} period={period} />}
        </div>
      )}
    </QueryState>
  );
}
