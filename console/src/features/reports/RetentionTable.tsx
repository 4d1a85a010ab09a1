import { wholeText } from '@krapao/ui/money.ts';
import { dayText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { ReportSection } from './ReportSection.tsx';

/** Of the members of each week, how many played then and in each week after. */
export function RetentionTable({ to }: { to: string }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['reports', 'retention', to],
    queryFn: () => client('POST /api/console/reports/retention', { body: { to } }),
  });
  return (
    <ReportSection title={t('reports.retention')} fileName="">
      <QueryState query={query}>
        {({ weeks }) => (
          <Rows
            label={t('reports.retention')}
            rows={weeks.map((row) => ({ ...row, id: row.week }))}
            empty={t('members.none')}
            columns={[
              { title: t('reports.week'), cell: ({ week }) => dayText(week) },
              {
                title: t('reports.registered'),
                isNumber: true,
                cell: ({ registered }) => wholeText(registered),
              },
              {
                title: t('reports.playedInWeek'),
                cell: ({ played, registered }) => (
                  <span className="num">
                    {played
                      .map((count) => `${count} (${Math.round((count / registered) * 100)}%)`)
                      .join(' › ')}
                  </span>
                ),
              },
            ]}
          />
        )}
      </QueryState>
    </ReportSection>
  );
}
