import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<Row> {
  title: string;
  /** Figures are right-aligned. */
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

interface Props<Row extends { id: string }> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  empty: string;
  minWidth?: number;
}

/** A table of rows with ids, or a sentence if there are none. */
export function Rows<Row extends { id: string }>({
  label,
  rows,
  columns,
  empty,
  minWidth = 640,
}: Props<Row>) {
  if (rows.length === 0) return <p className="muted">{empty}</p>;
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table verticalSpacing="xs" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isNumber }) => (
              <Table.Th key={title} ta={isNumber ? 'right' : undefined}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {columns.map(({ title, isNumber, cell }) => (
                <Table.Td key={title} className="num" ta={isNumber ? 'right' : undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
