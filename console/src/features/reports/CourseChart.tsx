import { csvText, moneyCell } from '@krapao/contract/csv';
import { timeHead } from '@krapao/contract/fileTime';
import { bahtText } from '@krapao/ui/money.ts';
import { dayText } from '@krapao/ui/time.ts';
import { BarChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import type { Period } from './period.ts';
import { ReportSection } from './ReportSection.tsx';
import type { Summary } from './summary.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Deposits and withdrawals over the period, as a chart and as a table. */
export function CourseChart({ series, period }: { series: Summary['series']; period: Period }) {
  const t = useT();
  const label = (start: string) => (start.includes(':') ? start : dayText(start));
  const isHours = period.from === period.to;
  const header = [
    t(isHours ? 'reports.hour' : 'reports.day'),
    t('reports.deposits'),
    t('reports.withdrawals'),
    t('reports.net'),
    t('reports.cost'),
  ];
  const rows = series.map(({ start, deposits, withdrawals, net, cost }) => [
    label(start),
    deposits,
    withdrawals,
    net,
    cost,
  ]);
  return (
    <ReportSection
      title={t('reports.course')}
      fileName={`course-${period.from}-${period.to}.csv`}
      csv={() =>
        csvText(
          isHours ? header.with(0, timeHead(header[0] ?? '')) : header,
          rows.map(([start = '', ...amounts]) => [
            start,
            ...amounts.map((amount) => moneyCell(Number(amount))),
          ]),
        )
      }
    >
      <div aria-hidden className="chart">
        <BarChart
          h={260}
          data={series.map((point) => ({
            start: point.start.includes(':') ? point.start : dayText(point.start).slice(0, 5),
            deposits: point.deposits,
            withdrawals: point.withdrawals,
          }))}
          dataKey="start"
          series={[
            { name: 'deposits', label: t('reports.deposits'), color: 'var(--jade-fill)' },
            { name: 'withdrawals', label: t('reports.withdrawals'), color: 'var(--gold)' },
          ]}
          valueFormatter={(value) => compact.format(value)}
          withLegend
          gridAxis="y"
          tickLine="none"
          maxBarWidth={28}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
        />
      </div>
      <details>
        <summary>{t('reports.asTable')}</summary>
        <Table.ScrollContainer minWidth={640} mah={420}>
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
              {series.map((point) => (
                <Table.Tr key={point.start}>
                  <Table.Th scope="row" fw={400}>
                    {label(point.start)}
                  </Table.Th>
                  <Table.Td translate="no" ta="right">
                    {bahtText(point.deposits)}
                  </Table.Td>
                  <Table.Td translate="no" ta="right">
                    {bahtText(point.withdrawals)}
                  </Table.Td>
                  <Table.Td translate="no" ta="right">
                    {bahtText(point.net)}
                  </Table.Td>
                  <Table.Td translate="no" ta="right">
                    {bahtText(point.cost)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </details>
    </ReportSection>
  );
}
