import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { DifferenceTable } from './DifferenceTable.tsx';
import { Problems } from './Problems.tsx';

type Preview = ResponseOf<Contract['POST /api/console/reconciliation/accounts/:id/preview']>;

/** Lines that only the statement has, transfers that only we have, and those that differ. */
export function StatementDifferences({ preview, currency }: { preview: Preview; currency: string }) {
  const t = useT();
  const money = (amount: number) => moneyText(amount, currency);
  const stateText = (status: string) => {
    const id = `reports.state.${status}`;
    return wordsOr(id, status);
  };
  const differences = preview.missingCount + preview.differingCount + preview.extraCount;
  return (
    <>
      <Problems
        problems={preview.problems}
        count={preview.problemCount}
        isImportable={preview.isImportable}
      />
      <p>
        <span>
          {t('reports.previewSum', {
            count: preview.incoming.count,
            amount: money(preview.incoming.amount),
            known: preview.known,
            leftAlone: preview.leftAlone,
          })}
        </span>
        {preview.from && preview.to && (
          <span className="muted num">{` ${dateTimeText(preview.from)} – ${dateTimeText(preview.to)}`}</span>
        )}
      </p>
      {differences === 0 && preview.problemCount === 0 && (
        <Alert color="teal" title={t('reports.noDifferences')} />
      )}
      <DifferenceTable
        title={t('reports.missing', { count: preview.missingCount })}
        fileName="statement-only.csv"
        header={[
          t('reports.line'),
          t('reports.time'),
          t('reports.reference'),
          t('reports.sender'),
          t('reports.amount'),
        ]}
        rows={preview.missing.map((row) => ({
          key: `${row.line}`,
          cells: [String(row.line), dateTimeText(row.at), row.reference, row.sender, money(row.amount)],
        }))}
        total={preview.missingCount}
      />
      <DifferenceTable
        title={t('reports.differing', { count: preview.differingCount })}
        fileName="other-amount.csv"
        header={[
          t('reports.line'),
          t('reports.time'),
          t('reports.reference'),
          t('reports.ours'),
          t('reports.theirs'),
        ]}
        rows={preview.differing.map((row) => ({
          key: `${row.line}`,
          cells: [
            String(row.line),
            dateTimeText(row.at),
            row.reference,
            `${money(row.ours)} (${stateText(row.status)})`,
            money(row.amount),
          ],
        }))}
        total={preview.differingCount}
      />
      <DifferenceTable
        title={t('reports.extra', { count: preview.extraCount })}
        fileName="ours-only.csv"
        header={[
          t('reports.time'),
          t('reports.reference'),
          t('reports.sender'),
          t('reports.state'),
          t('reports.amount'),
        ]}
        rows={preview.extra.map((row) => ({
          key: row.id,
          cells: [dateTimeText(row.at), row.reference, row.sender, stateText(row.status), money(row.amount)],
        }))}
        total={preview.extraCount}
      />
    </>
  );
}
