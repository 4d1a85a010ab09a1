import type { Contract } from '@krapao/contract/api/index';
import { csvText, moneyCell } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { Rows } from '../../components/Rows.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import type { Period } from './period.ts';
import { ReportSection } from './ReportSection.tsx';

type Reward = ResponseOf<Contract['POST /api/console/reports/gaming']>['rewards'][number];

/** What each bonus cost in a period. */
export function RewardCosts({ rewards, period }: { rewards: readonly Reward[]; period: Period }) {
  const t = useT();
  return (
    <ReportSection
      title={t('reports.byBonus')}
      fileName={`bonuses-${period.from}-${period.to}.csv`}
      csv={() => costCsv(t, rewards)}
    >
      <Rows
        label={t('reports.byBonus')}
        rows={rewards.map((row) => ({ ...row, id: `${row.way} ${row.code}` }))}
        empty={t('reports.noRewards')}
        columns={[
          {
            title: t('reports.bonusName'),
            cell: ({ way, code, name }) => (
              <>
                <span translate="no">{name ?? wordsOr(`registers.way.${way}`, way)}</span>
                {code !== '' && (
                  <div translate="no" className="muted">
                    {code}
                  </div>
                )}
              </>
            ),
          },
          { title: t('registers.count'), isNumber: true, cell: ({ count }) => wholeText(count) },
          { title: t('reports.given'), isNumber: true, cell: ({ given }) => bahtText(given) },
          { title: t('registers.takenBack'), isNumber: true, cell: ({ takenBack }) => bahtText(takenBack) },
          { title: t('reports.costOf'), isNumber: true, cell: ({ cost }) => bahtText(cost) },
        ]}
      />
    </ReportSection>
  );
}

function costCsv(t: ReturnType<typeof useT>, rewards: readonly Reward[]): string {
  return csvText(
    [
      t('reports.bonusName'),
      t('reports.code'),
      t('registers.count'),
      t('reports.given'),
      t('registers.takenBack'),
      t('reports.costOf'),
    ],
    rewards.map(({ way, code, name, count, given, takenBack, cost }) => [
      name ?? wordsOr(`registers.way.${way}`, way),
      code,
      count,
      ...[given, takenBack, cost].map(moneyCell),
    ]),
  );
}
