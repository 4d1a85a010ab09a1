import { expect, test } from 'vitest';
import { histories, SEED } from '../testing/budget.ts';
import { runFire } from './runFire.ts';

// `npm run soak -- --kills 1000` is the longest form.
const KILLS = histories(5, 50);

test(`TRF-05 WDR-01 DEP-06 ${KILLS} kills of node, backends and postmaster under load, with bets in flight, with connections that change, lose, double and hold up nothing`, {
  timeout: 1_200_000,
}, async () => {
  const report = await runFire({ kills: KILLS, seed: SEED, members: 10 });
  expect(report.findings, `seed ${SEED}`).toEqual([]);
  const { node, backend, postmaster } = report.kills;
  expect(node + backend + postmaster).toBe(KILLS);
  expect(Math.min(node, backend, postmaster)).toBeGreaterThan(0);
  expect(report.acknowledged).toBeGreaterThan(KILLS * 4);
  expect(report.payments).toBeGreaterThan(0);
  expect(report.paidOrders).toBeGreaterThan(0);
  expect(report.rounds).toBeGreaterThan(KILLS);
  expect(report.edits).toBeGreaterThan(KILLS / 2);
});
