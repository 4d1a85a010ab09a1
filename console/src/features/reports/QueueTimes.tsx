import { csvText } from '@krapao/contract/csv';
import { durationText } from '@krapao/ui/duration.ts';
import { wholeText } from '@krapao/ui/money.ts';
import { Table } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { queueTitle } from '../../lib/queueNames.ts';
import type { Period } from './period.ts';
import { ReportSection } from './ReportSection.tsx';
import type { Summary } from './summary.ts';

/** The waiting times of slips, transfers and withdrawals decided in the period. */
export function QueueTimes({ queues, period }: { queues: Summary['queues']; period: Period }) {
  const t = useT();
  const rows = queues.flatMap(({ queue, all, byPeople }) => [
    { key: queue, title: queueTitle(queue), wait: all },
    {
      key: `${queue}-people`,
      title: t('reports.byPeople', { queue: queueTitle(queue) }),
      wait: byPeople,
    },
  ]);
  const header = [t('reports.queueName'), t('reports.decided'), t('reports.median'), t('reports.p90')];
  const csv = () =>
    csvText(
      [...header.slice(0, 2), `${header[2]} (s)`, `${header[3]} (s)`],
      rows.map(({ title, wait }) => [title, wait.count, wait.medianSeconds ?? '', wait.p90Seconds ?? '']),
    );
  return (
    <ReportSection
      title={t('reports.queueTimes')}
      fileName={`queue-times-${period.from}-${period.to}.csv`}
      csv={csv}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            {header.map((title, nth) => (
              <Table.Th key={title} ta={nth === 0 ? 'left' : 'right'}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="num">
          {rows.map(({ key, title, wait }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {title}
              </Table.Th>
              <Table.Td translate="no" ta="right">
                {wholeText(wait.count)}
              </Table.Td>
              <Table.Td ta="right">{secondsText(wait.medianSeconds)}</Table.Td>
              <Table.Td ta="right">{secondsText(wait.p90Seconds)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ReportSection>
  );
}

/** As a clock; a dash if nothing was decided. */
function secondsText(seconds: number | null): string {
  return seconds === null ? '–' : durationText(seconds);
}
