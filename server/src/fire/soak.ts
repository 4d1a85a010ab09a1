import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseUrlOf } from '../database/hostList.ts';
import { openLossyDisk } from './lossyDisk.ts';
import { type FireReport, runFire } from './runFire.ts';

// `npm run soak [-- --kills 1000 --minutes 600 --seed 1 --members 10 --power --standby]`: the long form of the tests
// under fire. Kills (with --power every other one cuts the power of the machine's disk, which takes root and Linux; with
// --standby every other one is the primary's, whose standby is promoted), then every switch of the sandbox with every
// mode, then the property tests with 5,000 sequences each. Exit 0 when all checks pass.
// `-- --database postgresql://… --minutes 5` kills nothing: the load runs on this empty database while its owner fails it
// over (docs/operations.md, Failover), and only the books are compared. `-- --cluster` plays against the cluster of
// `npm run cluster` and kills its nodes and primaries, and then ends too.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    members: { type: 'string', default: '10' },
    power: { type: 'boolean', default: false },
    standby: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    database: { type: 'string' },
  },
});
const PROPERTY_RUNS = '5000';
const SAY_EVERY_MS = 15_000;

const databaseUrl = databaseUrlOf({ DATABASE_URL: values.database });
const [kills, seed, members] = [
  databaseUrl === undefined ? values.kills : '0',
  values.seed,
  values.members,
].map(Number) as [number, number, number];
if (
  ![kills, seed, members, Number(values.minutes ?? 0)].every((value) => Number.isInteger(value) && value >= 0)
) {
  say('--kills, --minutes, --seed and --members take whole numbers.');
  process.exit(2);
}
const started = Date.now();
const folder = resolve(process.env.KRAPAO_DATA || '.data', 'soak');
await mkdir(folder, { recursive: true });
const journalFile = join(folder, `journal-${seed}-${started}.jsonl`);
say(`Seed ${seed}, ${kills} kills, ${members} members; journal in ${journalFile}`);

let isTrue = false;
if (kills > 0 || databaseUrl !== undefined) {
  let saidAt = 0;
  const disk = values.power ? await openLossyDisk() : undefined;
  const report = await runFire({
    kills,
    seed,
    members,
    journalFile,
    ...(disk && { disk }),
    hasStandby: values.standby,
    isCluster: values.cluster,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(values.minutes !== undefined && { until: started + Number(values.minutes) * 60_000 }),
    onKill: (so) => {
      if (Date.now() - saidAt < SAY_EVERY_MS) return;
      saidAt = Date.now();
      sayReport(so);
    },
    onPause: (ms) => say(`Nothing was acknowledged for ${(ms / 1000).toFixed(1)} s.`),
  }).finally(() => disk?.close());
  sayReport(report);
  for (const finding of report.findings) say(`NOT TRUE: ${finding}`);
  isTrue = report.findings.length === 0;
  say(
    isTrue
      ? 'Everything that was acknowledged is true.'
      : `${report.findings.length} findings; seed ${seed}.`,
  );
} else isTrue = true;

if (databaseUrl !== undefined || values.cluster) process.exit(isTrue ? 0 : 1);
isTrue =
  runTests('Every switch with every mode', ['src/fire/gameSwitches.test.ts', 'src/console/incidents'], {
    KRAPAO_ALL_SWITCHES: '1',
  }) && isTrue;
isTrue =
  runTests(`Property tests, ${PROPERTY_RUNS} sequences`, ['property.test'], {
    KRAPAO_PROPERTY_RUNS: PROPERTY_RUNS,
  }) && isTrue;
process.exitCode = isTrue ? 0 : 1;

function sayReport({ kills: { node, backend, postmaster, machine, primary }, ...so }: FireReport): void {
  say(
    `${node + backend + postmaster + machine + primary} kills (${node} nodes, ${backend} backends, ${postmaster} postmasters, ` +
      `${machine} power cuts, ${primary} failovers): ` +
      `${so.acknowledged} calls acknowledged, ${so.undecided} sendings undecided, ${so.payments} payments, ${so.rounds} rounds, ` +
      `longest pause ${(so.longestPauseMs / 1000).toFixed(1)} s`,
  );
}

function runTests(name: string, filter: string[], environment: Record<string, string>): boolean {
  say(name);
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs'), 'run', ...filter],
    {
      cwd: join(import.meta.dirname, '../..'),
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    },
  );
  return status === 0;
}

function say(line: string): void {
  const seconds = Math.round((Date.now() - (started ?? Date.now())) / 1000);
  process.stdout.write(`${String(seconds).padStart(6)} s  ${line}\n`);
}
