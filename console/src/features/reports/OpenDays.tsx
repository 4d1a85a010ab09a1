import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { wholeText } from '@krapao/ui/money.ts';
import { dayText } from '@krapao/ui/time.ts';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';

type Day = ResponseOf<Contract['GET /api/console/reports/days']>['days'][number];

/** Days of play whose house has told no figures; nothing where there is none. */
export function OpenDays() {
  const query = useQuery({
    queryKey: ['reports', 'days'],
    queryFn: () => client('GET /api/console/reports/days'),
  });
  return (
    <QueryState query={query}>{({ days }) => (days.length === 0 ? null : <Days days={days} />)}</QueryState>
  );
}

function Days({ days }: { days: readonly Day[] }) {
  const t = useT();
  const [chosen, setChosen] = useState<Day | null>(null);
  const close = useLimitedAction(
    ({ id, reason }: { id: string; reason: string }) =>
      client('POST /api/console/reports/days/:id/close', { params: { id }, body: { reason } }),
    { done: t('reports.days.closed'), onDone: () => setChosen(null) },
  );
  return (
    <section className="report-section">
      <h2>{t('reports.days.title')}</h2>
      <p className="muted">{t('reports.days.hint')}</p>
      <Rows
        label={t('reports.days.title')}
        rows={days}
        empty=""
        columns={[
          { title: t('reports.days.day'), cell: ({ day }) => dayText(day) },
          { title: t('reports.provider'), cell: ({ title }) => title },
          { title: t('reports.days.house'), cell: ({ house }) => house ?? '–' },
          { title: t('reports.days.why'), cell: ({ reason }) => whyText(reason) },
          { title: t('reports.days.held'), isNumber: true, cell: ({ members }) => wholeText(members) },
          {
            title: '',
            cell: (day) =>
              day.waits ? (
                <Badge color="yellow">{t('reports.days.asks')}</Badge>
              ) : (
                <Button size="xs" variant="default" onClick={() => setChosen(day)}>
                  {t('reports.days.close')}
                </Button>
              ),
          },
        ]}
      />
      {chosen && (
        <ReasonDialog
          title={`${chosen.title} · ${dayText(chosen.day)}`}
          hint={t('reports.days.closeBody', { members: wholeText(chosen.members) })}
          action={t('reports.days.close')}
          isBusy={close.isPending}
          onClose={() => setChosen(null)}
          onConfirm={(reason) => close.mutate({ id: chosen.id, reason })}
        />
      )}
    </section>
  );
}

/** Why a house told nothing: it never does, or what the last question came to. */
function whyText(reason: string): string {
  return wordsOr(`reports.days.why.${reason}`, wordsOr(`connections.trouble.${reason}`, reason));
}
