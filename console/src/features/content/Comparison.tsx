import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText, dayText } from '@krapao/ui/time.ts';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { Kind } from '../../lib/content/document.ts';

const LOOK_MS = 60_000;

/** The published offer: what was simulated beside what happened, day by day up to now. Nothing without a simulation. */
export function Comparison({ kind, item }: { kind: Kind; item: string }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['content', kind, item, 'comparison'],
    queryFn: () => client('GET /api/console/content/:kind/:item/comparison', { params: { kind, item } }),
    refetchInterval: LOOK_MS,
  });
  if (!data?.simulated || data.since === null) return null;
  const { simulated, days, claims, cost, aheadPercent, since } = data;
  const expected = (pick: (day: { claims: number; cost: number }) => number) => {
    const month = simulated.days.reduce((sum, day) => sum + pick(day), 0);
    return (month / simulated.days.length) * days.length;
  };
  const mean = { claims: expected((day) => day.claims), cost: expected((day) => day.cost) };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by the arrow keys
    <section aria-label={t('simulation.compared')} className="compared" tabIndex={0}>
      <h2>{t('simulation.compared')}</h2>
      <p className="muted">{t('simulation.since', { time: dateTimeText(since) })}</p>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('simulation.day')}</th>
            <th scope="col">{t('simulation.claims')}</th>
            <th scope="col">{t('simulation.cost')}</th>
            <th scope="col">{t('simulation.ahead')}</th>
          </tr>
        </thead>
        <tbody className="num">
          <tr>
            <th scope="row">{t('simulation.simulated')}</th>
            <td>{mean.claims.toFixed(1)}</td>
            <td translate="no">{bahtText(Math.round(mean.cost * 100) / 100)}</td>
            <td>{`${simulated.aheadPercent.median.toFixed(1)} %`}</td>
          </tr>
          <tr>
            <th scope="row">{t('simulation.happened')}</th>
            <td>{claims}</td>
            <td translate="no">{bahtText(cost)}</td>
            <td>{aheadPercent === null ? '–' : `${aheadPercent.toFixed(1)} %`}</td>
          </tr>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayText(day.day)}</th>
              <td>{day.claims}</td>
              <td translate="no">{bahtText(day.cost)}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
