import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button, FileInput } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { intoView } from '../../lib/intoView.ts';
import { useAction } from '../../lib/useAction.ts';
import { CsvMapping } from './CsvMapping.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import { Problems } from './Problems.tsx';
import { useCsvFile } from './useCsvFile.ts';

const FIELDS = ['reference', 'amount', 'date', 'time'] as const;
const REQUIRED = ['reference', 'amount'] as const;

/** A provider's own list of transfers, as a CSV file, beside ours. */
export function ProviderFile({ code, from, to }: { code: string; from: string; to: string }) {
  const t = useT();
  const compare = useAction(() =>
    client('POST /api/console/reconciliation/providers/:code/compare', {
      params: { code },
      form: csv.form({ headerLine: csv.headerLine, ...csv.mapping, from, to }),
    }),
  );
  const csv = useCsvFile(FIELDS, compare.reset);
  const isMapped = REQUIRED.every((field) => csv.mapping[field] !== undefined);
  const shown = compare.data;
  const money = (amount: number | null) => (amount === null ? '–' : bahtText(amount));
  return (
    <section className="report-section">
      <h2>{t('reports.providerFile')}</h2>
      <div className="mapping">
        <FileInput
          label={<span>{t('reports.file')}</span>}
          description={t('reports.providerFileHint')}
          placeholder={t('reports.choose')}
          accept=".csv,.txt,.tsv,text/csv"
          value={csv.file ?? null}
          onChange={csv.choose}
          disabled={csv.isReading}
        />
      </div>
      {csv.columns && (
        <>
          <CsvMapping
            columns={csv.columns}
            fields={FIELDS}
            required={REQUIRED}
            headerLine={csv.headerLine}
            mapping={csv.mapping}
            onChange={csv.change}
          />
          <Button
            mt="md"
            variant={shown ? 'default' : 'filled'}
            disabled={!isMapped}
            loading={compare.isPending}
            onClick={() => compare.mutate(undefined)}
          >
            {t('reports.compare')}
          </Button>
        </>
      )}
      <div aria-live="polite" className="report-result">
        {shown && (
          <div ref={intoView}>
            <Problems problems={shown.problems} count={shown.problemCount} isImportable />
            <p>{t('reports.compared2', { lines: shown.lines, agreed: shown.agreed })}</p>
            {shown.differenceCount === 0 && <Alert color="teal" title={t('reports.noDifferences')} />}
            <DifferenceTable
              title={t('reports.differences', { count: shown.differenceCount })}
              fileName={`provider-${code}-${from}-${to}.csv`}
              header={[
                t('reports.kind'),
                t('reports.time'),
                t('reports.reference'),
                t('reports.member'),
                t('reports.ours'),
                t('reports.theirs'),
              ]}
              rows={shown.differences.map((row) => ({
                key: `${row.kind} ${row.line} ${row.reference}`,
                cells: [
                  t(`reports.kind.${row.kind}`),
                  row.at ? dateTimeText(row.at) : '–',
                  row.reference,
                  row.memberId ?? '–',
                  row.state === null ? money(row.ours) : `${money(row.ours)} (${row.state})`,
                  money(row.theirs),
                ],
              }))}
              total={shown.differenceCount}
            />
          </div>
        )}
      </div>
    </section>
  );
}
