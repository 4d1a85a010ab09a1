import { isFigure } from '@krapao/ui/money.ts';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Empty: of buttons. */
  title: string;
  /** Figures are right-aligned. */
  isNumber?: boolean;
  /** Of names, codes or accounts, which no translator may change. */
  isFixed?: boolean;
  cell: (row: Row) => ReactNode;
}

interface Props<Row extends { id: string }> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  empty: string;
  minWidth?: number;
}

/**
 * A table of rows with ids, or a sentence if there are none. On a phone each row is a list of titles and values, so that
 * nothing lies beside the screen. The roles stay those of a table, whatever the style sheet makes of it.
 */
export function Rows<Row extends { id: string }>({
  label,
  rows,
  columns,
  empty,
  minWidth = 640,
}: Props<Row>) {
  if (rows.length === 0) return <p className="muted">{empty}</p>;
  return (
    <Table.ScrollContainer minWidth={minWidth} className="rows">
      <Table verticalSpacing="xs" aria-label={label} role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ title, isNumber }) =>
              // A heading without words would be read as one.
              title === '' ? (
                <Table.Td key={title} role="cell" />
              ) : (
                <Table.Th key={title} role="columnheader" data-number={isNumber}>
                  {title}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr key={row.id} role="row">
              {columns.map(({ title, isNumber, isFixed, cell }) => {
                const shown = cell(row);
                return (
                  <Table.Td
                    key={title}
                    role="cell"
                    className="num"
                    translate={isFixed || isFigure(shown) ? 'no' : undefined}
                    data-title={title}
                    data-number={isNumber}
                  >
                    {shown}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
