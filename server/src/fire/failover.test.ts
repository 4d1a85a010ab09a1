import { expect, test } from 'vitest';
import { histories, SEED } from '../testing/budget.ts';
import { runFire } from './runFire.ts';

// `npm run soak -- --standby` is the long form.
const KILLS = histories(2, 6);

test(`TRF-05 WDR-01 DEP-06 the database machine is lost ${KILLS / 2} times under load: its standby takes over, nothing acknowledged is lost or doubled`, {
  timeout: 600_000,
}, async () => {
  const report = await runFire({ kills: KILLS, seed: SEED, members: 6, hasStandby: true });
  expect(report.findings, `seed ${SEED}`).toEqual([]);
  expect(report.kills).toMatchObject({ primary: KILLS / 2, node: KILLS / 2 });
  expect(report.acknowledged).toBeGreaterThan(KILLS * 4);
  process.stdout.write(
    `${report.kills.primary} failovers: ${report.acknowledged} calls acknowledged, longest pause ${report.longestPauseMs} ms\n`,
  );
});
