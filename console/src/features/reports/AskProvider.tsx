import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { dayText } from '@krapao/ui/time.ts';
import { Alert, Button } from '@mantine/core';
import { Facts } from '../../components/Facts.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { DifferenceTable } from './DifferenceTable.tsx';

/** Asks the provider about each of our transfers of a day, and about the play. */
export function AskProvider({ code, day }: { code: string; day: string }) {
  const t = useT();
  const ask = useAction(() =>
    client('POST /api/console/reports/providers/:code/ask', { params: { code }, body: { day } }),
  );
  const told = ask.data;
  const playText = ({ players, stake, win }: { players: number; stake: number; win: number }) =>
    t('reports.playText', { players, stake: bahtText(stake), win: bahtText(win) });
  return (
    <section className="report-section">
      <div className="report-caption">
        <h2>{t('reports.ask')}</h2>
        <Button variant="default" size="sm" loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
          {t('reports.askDay', { day: dayText(day) })}
        </Button>
      </div>
      <div aria-live="polite">
        {told && (
          <>
            <Facts
              rows={[
                [t('reports.transfers'), wholeText(told.transfers)],
                [t('reports.asked'), wholeText(told.asked)],
                [t('reports.agreed'), wholeText(told.agreed)],
                [t('reports.unanswered'), wholeText(told.unanswered)],
                ...(told.play
                  ? [
                      [t('reports.playOurs'), playText(told.play.ours)] as const,
                      [t('reports.playTheirs'), playText(told.play.theirs)] as const,
                    ]
                  : [[t('reports.playTheirs'), t('reports.playUntold')] as const]),
              ]}
            />
            {told.differences.length === 0 && told.unanswered === 0 && told.asked === told.transfers && (
              <Alert color="teal" mt="md" title={t('reports.noDifferences')} />
            )}
            {told.asked < told.transfers && <Alert color="yellow" mt="md" title={t('reports.notAllAsked')} />}
            <DifferenceTable
              title={t('reports.differences', { count: told.differences.length })}
              fileName={`provider-${code}-${day}.csv`}
              header={[
                t('reports.reference'),
                t('reports.member'),
                t('reports.direction'),
                t('reports.stateOurs'),
                t('reports.stateTheirs'),
                t('reports.amount'),
              ]}
              rows={told.differences.map((row) => ({
                key: row.id,
                cells: [
                  row.id,
                  row.memberId,
                  t(row.direction === 'in' ? 'reports.transferredIn' : 'reports.transferredOut'),
                  row.ours,
                  row.theirAmount === null ? row.theirs : `${row.theirs} ${bahtText(row.theirAmount)}`,
                  bahtText(row.amount),
                ],
              }))}
              total={told.differences.length}
            />
          </>
        )}
      </div>
    </section>
  );
}
