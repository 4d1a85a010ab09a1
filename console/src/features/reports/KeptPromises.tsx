import { csvText } from '@krapao/contract/csv';
import { wholeText } from '@krapao/ui/money.ts';
import { Table } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { queueTitle } from '../../lib/queueNames.ts';
import type { Period } from './period.ts';
import { ReportSection } from './ReportSection.tsx';
import type { Summary } from './summary.ts';

/** Which waits of the period ended in the promised time and which did not, by queue and day. */
export function KeptPromises({ promises, period }: { promises: Summary['promises']; period: Period }) {
  const t = useT();
  const rows = promises.flatMap(({ queue, days }) =>
    days.map(({ day, kept, broken }) => ({
      key: `${queue} ${day}`,
      title: queue === 'chats' ? t('reports.firstAnswer') : queueTitle(queue),
      day,
      kept,
      broken,
      // Never 100 while one was broken.
      percent: Math.floor((kept / (kept + broken)) * 100),
    })),
  );
  const header = [
    t('reports.queueName'),
    t('reports.promiseDay'),
    t('reports.promiseKept'),
    t('reports.promiseBroken'),
    '%',
  ];
  const csv = () =>
    csvText(
      header,
      rows.map(({ title, day, kept, broken, percent }) => [title, day, kept, broken, percent]),
    );
  return (
    <ReportSection
      title={t('reports.promises')}
      fileName={`promises-${period.from}-${period.to}.csv`}
      csv={csv}
    >
      {rows.length === 0 && <p className="muted">{t('reports.noPromises')}</p>}
      {rows.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              {header.map((title, nth) => (
                <Table.Th key={title} ta={nth < 2 ? 'left' : 'right'}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="num">
            {rows.map(({ key, title, day, kept, broken, percent }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={400}>
                  {title}
                </Table.Th>
                <Table.Td>{day}</Table.Td>
                <Table.Td translate="no" ta="right">
                  {wholeText(kept)}
                </Table.Td>
                <Table.Td translate="no" ta="right" className={broken > 0 ? 'overdue' : undefined}>
                  {wholeText(broken)}
                </Table.Td>
                <Table.Td ta="right">{percent}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </ReportSection>
  );
}
