import { csvText } from '@krapao/contract/csv';
import { timeHead } from '@krapao/contract/fileTime';
import { PagedRows } from '../../components/PagedRows.tsx';
import type { Column } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { ReportSection } from './ReportSection.tsx';

interface Line {
  id: string;
  cells: readonly string[];
}

interface Props {
  title: string;
  fileName: string;
  header: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
  /** The total number, if not all are shown. */
  total: number;
}

/** One kind of difference, which can be saved as CSV; nothing if there is none. Amounts are in the last column. */
export function DifferenceTable({ title, fileName, header, rows, total }: Props) {
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <ReportSection
      title={title}
      fileName={fileName}
      csv={() =>
        csvText(
          header.map((name) => (name === t('reports.time') ? timeHead(name) : name)),
          rows.map(({ cells }) => cells),
        )
      }
    >
      <PagedRows
        label={title}
        rows={rows.map(({ key, cells }) => ({ id: key, cells }))}
        columns={header.map(
          (name, nth): Column<Line> => ({
            title: name,
            isNumber: nth === header.length - 1,
            isFixed: name === t('reports.reference') || name === t('reports.sender'),
            cell: ({ cells }) => cells[nth],
          }),
        )}
        empty=""
        minWidth={720}
      />
      {total > rows.length && <p className="muted">{t('reports.notAll', { shown: rows.length, total })}</p>}
    </ReportSection>
  );
}
