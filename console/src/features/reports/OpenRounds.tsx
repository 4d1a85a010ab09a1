import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Rows } from '../../components/Rows.tsx';
import { t, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { useAction } from '../../lib/useAction.ts';

type Item = ResponseOf<Contract['GET /api/console/reports/rounds']>['items'][number];

/** What a maker of seamless games has to be asked about; nothing where there is none. */
export function OpenRounds() {
  const query = useQuery({
    queryKey: ['reports', 'rounds'],
    queryFn: () => client('GET /api/console/reports/rounds'),
  });
  return (
    <QueryState query={query}>
      {({ items }) => (items.length === 0 ? null : <Items items={items} />)}
    </QueryState>
  );
}

/** What the maker said of a round when it was asked; a dash beside what is no round. */
function makerSays({ reason, maker }: Item): string {
  if (reason !== 'OPEN') return '–';
  if (maker === null) return t('reports.rounds.maker.none');
  if (maker.outcome !== 'TOLD') return t(`reports.rounds.maker.${maker.outcome}`);
  if (maker.known === 0) return t('reports.rounds.maker.unknownRound');
  const { staked, won, missing } = maker;
  const sums = { staked: bahtText(staked), won: bahtText(won), missing };
  return t(missing === 0 ? 'reports.rounds.maker.TOLD' : 'reports.rounds.maker.missing', sums);
}

function Items({ items }: { items: readonly Item[] }) {
  const t = useT();
  const [chosen, setChosen] = useState<Item | null>(null);
  const settle = useAction(
    ({ id, reason }: { id: string; reason: string }) =>
      client('POST /api/console/reports/rounds/:id/settle', { params: { id }, body: { reason } }),
    {
      done: t('reports.rounds.settled'),
      onDone: () => setChosen(null),
    },
  );
  return (
    <section className="report-section">
      <h2>{t('reports.rounds.title')}</h2>
      <p className="muted">{t('reports.rounds.hint')}</p>
      <Rows
        label={t('reports.rounds.title')}
        rows={items}
        empty=""
        columns={[
          { title: t('reports.rounds.since'), cell: ({ since }) => dateTimeText(since) },
          { title: t('reports.provider'), cell: ({ title, house }) => `${title} · ${house ?? '–'}` },
          {
            title: t('reports.rounds.member'),
            cell: ({ memberId }) => <Link href={memberPath(memberId)}>{memberId}</Link>,
          },
          { title: t('reports.rounds.why'), cell: ({ reason }) => t(`reports.rounds.why.${reason}`) },
          { title: t('reports.rounds.reference'), isFixed: true, cell: ({ reference }) => reference },
          { title: t('reports.rounds.maker'), cell: (item) => <span>{makerSays(item)}</span> },
          { title: t('reports.rounds.amount'), isNumber: true, cell: ({ amount }) => bahtText(amount) },
          {
            title: '',
            cell: (item) => (
              <Button size="xs" variant="default" onClick={() => setChosen(item)}>
                {t('reports.rounds.settle')}
              </Button>
            ),
          },
        ]}
      />
      {chosen && (
        <ReasonDialog
          title={`${chosen.title} · ${chosen.reference}`}
          hint={t('reports.rounds.settleBody')}
          action={t('reports.rounds.settle')}
          isBusy={settle.isPending}
          onClose={() => setChosen(null)}
          onConfirm={(reason) => settle.mutate({ id: chosen.id, reason })}
        />
      )}
    </section>
  );
}
