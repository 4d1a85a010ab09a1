import type { Elements } from '@krapao/ui/elements.ts';
import { saveCsv } from '@krapao/ui/saveFile.ts';
import { Button } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';

interface Props {
  title: string;
  fileName: string;
  /** Undefined if there is nothing to save. */
  csv?: (() => string) | undefined;
  children: Elements;
}

/** A part of a report, which can be saved as a CSV file. */
export function ReportSection({ title, fileName, csv, children }: Props) {
  const t = useT();
  return (
    <section className="report-section">
      <div className="report-caption">
        <h2>{title}</h2>
        {csv && (
          <Button
            className="report-tools"
            variant="subtle"
            size="sm"
            aria-label={t('reports.csvOf', { title })}
            onClick={() => saveCsv(fileName, csv())}
          >
            {t('reports.csv')}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
