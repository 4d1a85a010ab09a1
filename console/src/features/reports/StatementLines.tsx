import type { Contract } from '@krapao/contract/api/index';
import type { PreviewLine } from '@krapao/contract/api/operator/reconciliation';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge } from '@mantine/core';
import { PagedRows } from '../../components/PagedRows.tsx';
import type { Column } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';

type Preview = ResponseOf<Contract['POST /api/console/reconciliation/accounts/:id/preview']>;

const COLORS: Record<PreviewLine['becomes'], string> = {
  NEW: 'teal',
  JOINS: 'teal',
  KNOWN: 'gray',
  EXPLAINED: 'gray',
  DIFFERS: 'yellow',
  UNEXPLAINED: 'yellow',
  UNREADABLE: 'red',
};

/** Each line of a statement file, and what an import makes of it; its balance beside our books. */
export function StatementLines({ preview, currency }: { preview: Preview; currency: string }) {
  const t = useT();
  const { lines, lineCount, outgoing, closing } = preview;
  const money = (amount: number | null) => (amount === null ? '–' : moneyText(amount, currency));
  const columns: Column<PreviewLine & { id: string }>[] = [
    { title: t('reports.line'), cell: ({ line }) => wholeText(line) },
    { title: t('reports.time'), cell: ({ at, isDay }) => timeText(at, isDay) },
    {
      title: t('reports.text'),
      isFixed: true,
      cell: ({ text, reference }) => [text, reference].filter(Boolean).join(' · '),
    },
    {
      title: t('reports.amount'),
      isNumber: true,
      cell: ({ amount, direction }) => `${direction === 'OUT' ? '−' : ''}${money(amount)}`,
    },
    { title: t('reports.column.balance'), isNumber: true, cell: ({ balance }) => money(balance) },
    {
      title: t('reports.becomes'),
      cell: ({ becomes, subject, problem }) => (
        <>
          <Badge color={COLORS[becomes]}>{t(`reports.becomes.${becomes}`)}</Badge>
          {problem === null ? (
            <span translate="no">{` ${subject ?? ''}`}</span>
          ) : (
            <span>{` ${t(`reports.problem.${problem}`)}`}</span>
          )}
        </>
      ),
    },
  ];
  return (
    <section className="statement-lines" aria-labelledby="statement-lines">
      <h3 id="statement-lines">{t('reports.lines', { count: lineCount })}</h3>
      {closing !== null && (
        <p data-bad={closing.difference === 0 ? undefined : ''}>
          {t('reports.closing', {
            balance: money(closing.balance),
            time: dateTimeText(closing.at),
            expected: money(closing.expected),
            difference: money(closing.difference),
          })}
        </p>
      )}
      {outgoing.count > 0 && (
        <p>
          {t('reports.outgoing', {
            count: outgoing.count,
            amount: money(outgoing.amount),
            unexplained: outgoing.unexplained,
          })}
        </p>
      )}
      <PagedRows
        label={t('reports.lines', { count: lineCount })}
        rows={lines.map((line) => ({ ...line, id: String(line.line) }))}
        columns={columns}
        empty={t('reports.noLines')}
      />
      {lineCount > lines.length && (
        <p className="muted">{t('reports.notAll', { shown: lines.length, total: lineCount })}</p>
      )}
    </section>
  );
}

/** A file that tells the day alone shows no hour. */
function timeText(at: string | null, isDay: boolean): string {
  if (at === null) return '–';
  const text = dateTimeText(at);
  return isDay ? text.slice(0, text.indexOf(' ')) : text;
}
