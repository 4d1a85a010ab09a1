import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button, Group, Progress } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { type Simulated, useSimulation } from '../lib/simulation.ts';
import { QueryState } from './QueryState.tsx';
import { SimulationFigures } from './SimulationFigures.tsx';

/** What the offer of a document would have come to last month: starts the simulation, follows it, shows it. */
export function SimulationPanel({ document }: { document: Simulated }) {
  const t = useT();
  const { query, simulation, start, cancel } = useSimulation(document);
  const isWaiting = simulation?.state === 'WAITING';
  return (
    <section className="what-if" aria-label={t('simulation.title')}>
      <h2 style={{ fontSize: '1rem' }}>{t('simulation.title')}</h2>
      <QueryState query={query}>
        {() => (
          <>
            {simulation === null && <p className="muted">{t('simulation.none')}</p>}
            {isWaiting && (
              <Group>
                <Progress
                  className="grow"
                  value={simulation.percent}
                  aria-label={t('simulation.running')}
                  striped
                  animated
                />
                <Button
                  size="sm"
                  variant="default"
                  loading={cancel.isPending}
                  onClick={() => cancel.mutate(simulation.id)}
                >
                  {t('simulation.cancel')}
                </Button>
              </Group>
            )}
            {simulation?.state === 'CANCELLED' && <p className="muted">{t('simulation.cancelled')}</p>}
            {simulation?.state === 'FAILED' && <Alert color="red">{t('simulation.failed')}</Alert>}
            {simulation?.result && (
              <>
                <SimulationFigures result={simulation.result} />
                <p className="muted num">
                  {t('simulation.seed', { time: dateTimeText(simulation.at), seed: simulation.seed })}
                </p>
              </>
            )}
            {!isWaiting && (
              <Button
                type="button"
                variant="default"
                loading={start.isPending}
                onClick={() => start.mutate(undefined)}
              >
                {t(simulation === null ? 'simulation.start' : 'simulation.again')}
              </Button>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}
