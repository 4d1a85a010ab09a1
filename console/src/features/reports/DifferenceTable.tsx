import { csvText } from '@krapao/contract/csv';
import { Table } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { ReportSection } from './ReportSection.tsx';

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
          header,
          rows.map(({ cells }) => cells),
        )
      }
    >
      <Table.ScrollContainer minWidth={720} mah={420}>
        <Table className="num">
          <Table.Thead>
            <Table.Tr>
              {header.map((name, nth) => (
                <Table.Th key={name} ta={nth === header.length - 1 ? 'right' : 'left'}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, cells }) => (
              <Table.Tr key={key}>
                {cells.map((cell, nth) => (
                  <Table.Td key={header[nth]} ta={nth === cells.length - 1 ? 'right' : 'left'}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {total > rows.length && <p className="muted">{t('reports.notAll', { shown: rows.length, total })}</p>}
    </ReportSection>
  );
}
