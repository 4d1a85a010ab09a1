import { wholeText } from '@krapao/ui/money.ts';
import { NumberInput, Select, Table } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import type { Columns, Field, Mapping } from './csvColumns.ts';

interface Props {
  columns: Columns;
  fields: readonly Field[];
  required: readonly Field[];
  headerLine: number;
  mapping: Mapping;
  onChange: (headerLine: number, mapping: Mapping) => void;
}

/** The operator says which column holds what, beside the file's first lines. */
export function CsvMapping({ columns, fields, required, headerLine, mapping, onChange }: Props) {
  const t = useT();
  const header = (columns.rows.find(({ line }) => line === headerLine) ?? columns.rows[0])?.cells ?? [];
  const width = Math.max(...columns.rows.map(({ cells }) => cells.length));
  const names = Array.from({ length: width }, (_, column) => ({
    value: String(column),
    label: `${column + 1}. ${header[column] || '–'}`,
  }));
  return (
    <>
      <div className="mapping">
        <NumberInput
          label={<span>{t('reports.headerLine')}</span>}
          min={1}
          max={200}
          allowDecimal={false}
          value={headerLine}
          onChange={(value) => onChange(Number(value) || 1, mapping)}
        />
        {fields.map((field) => (
          <Select
            key={field}
            label={<span>{t(`reports.column.${field}`)}</span>}
            data={names}
            value={mapping[field] === undefined ? null : String(mapping[field])}
            onChange={(value) => {
              const { [field]: _, ...rest } = mapping;
              onChange(headerLine, value === null ? rest : { ...rest, [field]: Number(value) });
            }}
            clearable={!required.includes(field)}
            withAsterisk={required.includes(field)}
            allowDeselect={false}
            placeholder={t('reports.none')}
            clearButtonProps={{ 'aria-label': t('reports.none') }}
          />
        ))}
      </div>
      <Table.ScrollContainer minWidth={700} mah={320}>
        <Table withTableBorder fz="sm" className="num">
          <caption>{t('reports.sample', { lines: wholeText(columns.lines) })}</caption>
          <Table.Tbody>
            {columns.rows.map(({ line, cells }) => (
              <Table.Tr key={line} fw={line === headerLine ? 600 : 400}>
                <Table.Th scope="row" fw={400} className="muted">
                  {line}
                </Table.Th>
                {names.map(({ value }) => (
                  <Table.Td key={value}>{cells[Number(value)] ?? ''}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
