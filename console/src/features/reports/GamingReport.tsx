import type { Contract } from '@krapao/contract/api/index';
import { csvText, moneyCell } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Figure } from '@krapao/contract/figures';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { FigureButton } from '../../components/FigureButton.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { type Column, Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { FigureDrawer, type Games } from './FigureDrawer.tsx';
import type { Period } from './period.ts';
import { ReportSection } from './ReportSection.tsx';
import { RetentionTable } from './RetentionTable.tsx';
import { RewardCosts } from './RewardCosts.tsx';

type Gaming = ResponseOf<Contract['POST /api/console/reports/gaming']>;
/** A figure whose rows are shown, of all games or of some. */
interface Opened {
  figure: Figure;
  games?: Games;
}

interface Played {
  id: string;
  stake: number;
  win: number;
  ggr: number;
}

/** What play earned the house before and after rewards, and who comes back. */
export function GamingReport({ period }: { period: Period }) {
  const t = useT();
  const [opened, setOpened] = useState<Opened>();
  const query = useQuery({
    queryKey: ['reports', 'gaming', period],
    queryFn: () => client('POST /api/console/reports/gaming', { body: period }),
    placeholderData: keepPreviousData,
  });
  const playColumns: Column<Played>[] = (['stake', 'win', 'ggr'] as const).map((figure) => ({
    title: t(`reports.${figure}`),
    isNumber: true,
    cell: (row) => bahtText(row[figure]),
  }));
  const openColumns = <Row extends Omit<Played, 'id'>>(gamesOf: (row: Row) => Games): Column<Row>[] =>
    (['stake', 'win', 'ggr'] as const).map((figure) => ({
      title: t(`reports.${figure}`),
      isNumber: true,
      cell: (row) => (
        <FigureButton
          figure={figure}
          text={bahtText(row[figure])}
          onOpen={() => setOpened({ figure, games: gamesOf(row) })}
        />
      ),
    }));
  const netColumns: Column<Played & { cost: number; ngr: number }>[] = [
    ...playColumns,
    { title: t('reports.rewards'), isNumber: true, cell: ({ cost }) => bahtText(cost) },
    { title: t('reports.ngr'), isNumber: true, cell: ({ ngr }) => bahtText(ngr) },
  ];
  const players = {
    title: t('reports.players'),
    isNumber: true,
    cell: (row: { players: number }) => wholeText(row.players),
  };
  const empty = t('reports.noPlay');
  return (
    <>
      <QueryState query={query}>
        {({ total, games, groups, rewards, members }) => (
          <div aria-busy={query.isPlaceholderData} className="report-sheet">
            <ReportSection
              title={t('reports.all')}
              fileName={`play-${period.from}-${period.to}.csv`}
              csv={() => memberCsv(t, members)}
            >
              <Rows
                label={t('reports.all')}
                rows={[{ ...total, id: 'all' }]}
                empty=""
                columns={[
                  players,
                  ...(['stake', 'win', 'ggr', 'cost', 'ngr'] as const).map((figure) => ({
                    title: t(figure === 'cost' ? 'reports.rewards' : `reports.${figure}`),
                    isNumber: true,
                    cell: (row: typeof total) => (
                      <FigureButton
                        figure={figure}
                        text={bahtText(row[figure])}
                        onOpen={() => setOpened({ figure })}
                      />
                    ),
                  })),
                ]}
              />
              {opened !== undefined && (
                <FigureDrawer {...opened} period={period} onClose={() => setOpened(undefined)} />
              )}
              <p className="muted">{t('reports.gamingNote')}</p>
            </ReportSection>
            <ReportSection title={t('reports.byGroup')} fileName="">
              <Rows
                label={t('reports.byGroup')}
                rows={groups.map((row) => ({ ...row, id: row.group }))}
                empty={empty}
                columns={[
                  { title: t('reports.group'), cell: ({ group }) => group },
                  players,
                  ...openColumns(({ group }: Gaming['groups'][number]) => ({ group, title: group })),
                ]}
              />
            </ReportSection>
            <ReportSection title={t('reports.byGame')} fileName="">
              <Rows
                label={t('reports.byGame')}
                rows={games.map((row) => ({ ...row, id: row.code }))}
                empty={empty}
                columns={[
                  { title: t('reports.provider'), isFixed: true, cell: ({ name }) => name },
                  players,
                  ...openColumns(({ code, name }: Gaming['games'][number]) => ({ game: code, title: name })),
                ]}
              />
            </ReportSection>
            <RewardCosts rewards={rewards} period={period} />
            <ReportSection title={t('reports.byMember')} fileName="">
              <Rows
                label={t('reports.byMember')}
                rows={members.map((row) => ({ ...row, id: row.member.id }))}
                empty={empty}
                columns={[
                  {
                    title: t('members.name'),
                    cell: ({ member }) => (
                      <Link translate="no" href={memberPath(member.id)}>
                        {member.name}
                      </Link>
                    ),
                  },
                  ...netColumns,
                ]}
              />
            </ReportSection>
          </div>
        )}
      </QueryState>
      <RetentionTable to={period.to} />
    </>
  );
}

function memberCsv(t: ReturnType<typeof useT>, members: Gaming['members']): string {
  return csvText(
    [
      t('members.id'),
      t('members.name'),
      t('reports.stake'),
      t('reports.win'),
      t('reports.ggr'),
      t('reports.rewards'),
      t('reports.ngr'),
    ],
    members.map(({ member, stake, win, ggr, cost, ngr }) => [
      member.id,
      member.name,
      ...[stake, win, ggr, cost, ngr].map(moneyCell),
    ]),
  );
}
