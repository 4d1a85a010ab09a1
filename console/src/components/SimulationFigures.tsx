import { bahtText } from '@krapao/ui/money.ts';
import { Alert, Text } from '@mantine/core';
import { t, useT, wordsOr } from '../i18n/i18n.ts';
import type { SimulationResult } from '../lib/simulation.ts';
import { Facts } from './Facts.tsx';

type Spread = SimulationResult['cost'];

const numberText = (value: number) => value.toLocaleString('en');
const percentText = (value: number) => `${value.toFixed(1)} %`;
const spreadText = ({ median, low, high }: Spread, show: (value: number) => string) =>
  t('simulation.spread', { median: show(median), low: show(low), high: show(high) });

/** The figures of a simulation, and what its thieves win. */
export function SimulationFigures({ result }: { result: SimulationResult }) {
  const t = useT();
  const { spin, thieves, sampled, members, takeUpPercent } = result;
  return (
    <>
      <Facts
        rows={[
          [t('simulation.eligible'), numberText(result.eligible)],
          [t('simulation.claimants'), spreadText(result.claimants, numberText)],
          [t(spin ? 'simulation.spins' : 'simulation.claims'), spreadText(result.claims, numberText)],
          [t('simulation.ahead'), spreadText(result.aheadPercent, percentText)],
          [t('simulation.cost'), spreadText(result.cost, bahtText)],
          [t('simulation.worst'), bahtText(result.worst)],
          ...(spin
            ? ([
                [
                  t('simulation.spin'),
                  t('simulation.spinValue', {
                    mean: bahtText(spin.mean),
                    deviation: bahtText(spin.deviation),
                  }),
                ],
              ] as const)
            : ([
                [t('simulation.takenBack'), bahtText(result.takenBack)],
                [t('simulation.turnover'), bahtText(result.turnover)],
                [t('simulation.reached'), percentText(result.reachedPercent)],
                [t('simulation.missed'), percentText(result.failedPercent)],
              ] as const)),
        ]}
      />
      <p className="muted">
        {`${t('simulation.basis', {
          sampled: numberText(sampled),
          members: numberText(members),
          runs: result.runs,
        })} ${
          takeUpPercent !== null
            ? t('simulation.takeUp', { percent: percentText(takeUpPercent) })
            : spin === null
              ? t('simulation.takeUpAll')
              : ''
        }`}
      </p>
      <h2 style={{ fontSize: '1rem' }}>{t('simulation.thieves')}</h2>
      <Facts
        rows={thieves.map(({ name, profit, rule, turnover }) => [
          wordsOr(`simulation.thief.${name}`, name),
          <span key={name}>
            <Text translate="no" span fw={600} {...(profit > 0 && { c: 'red' })}>
              {bahtText(profit)}
            </Text>
            <br />
            <span>{`${wordsOr(`simulation.rule.${rule}`, rule)}${turnover !== null ? ` × ${turnover}` : ''}`}</span>
          </span>,
        ])}
      />
      {thieves.some(({ profit }) => profit > 0) && (
        <Alert color="yellow" my="sm">
          {t('simulation.found')}
        </Alert>
      )}
    </>
  );
}
