import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { databaseUrlOf } from '../database/hostList.ts';
import { openLossyDisk } from './lossyDisk.ts';
import { type FireReport, runFire } from './runFire.ts';

const SAY_EVERY_MS = 15_000;

interface Drill {
  kills: number;
  /** Ends earlier than after all kills. */
  minutes?: number;
  seed: number;
  members: number;
  /** Every other kill cuts the power of the machine's disk; takes root and Linux. */
  hasPowerCuts: boolean;
  /** Every other kill is the primary's, whose standby is promoted. */
  hasStandby: boolean;
  /** Plays against the cluster of `npm run cluster`, and kills its nodes and primaries. */
  isCluster: boolean;
  /**
   * An empty database of a cluster whose owner fails it over meanwhile (docs/operations.md, Failover). Nothing is killed,
   * and the books are compared.
   */
  database: string | undefined;
}

/** Money moves under kills, and says what it does. @returns whether everything that was acknowledged is true */
export async function drill({ minutes, hasPowerCuts, database, ...options }: Drill): Promise<boolean> {
  const { seed, members } = options;
  const databaseUrl = databaseUrlOf({ DATABASE_URL: database });
  const kills = databaseUrl === undefined ? options.kills : 0;
  const started = Date.now();
  const say = (line: string) =>
    process.stdout.write(`${String(Math.round((Date.now() - started) / 1000)).padStart(6)} s  ${line}\n`);
  const folder = resolve(process.env.KRAPAO_DATA || '.data', 'soak');
  await mkdir(folder, { recursive: true });
  const journalFile = join(folder, `journal-${seed}-${started}.jsonl`);
  say(`Seed ${seed}, ${kills} kills, ${members} members; journal in ${journalFile}`);

  let saidAt = 0;
  const disk = hasPowerCuts ? await openLossyDisk() : undefined;
  const report = await runFire({
    kills,
    seed,
    members,
    journalFile,
    ...(disk && { disk }),
    hasStandby: options.hasStandby,
    isCluster: options.isCluster,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(minutes !== undefined && { until: started + minutes * 60_000 }),
    onKill: (so) => {
      if (Date.now() - saidAt < SAY_EVERY_MS) return;
      saidAt = Date.now();
      say(lineOf(so));
    },
    onPause: (ms) => say(`Nothing was acknowledged for ${(ms / 1000).toFixed(1)} s.`),
  }).finally(() => disk?.close());
  say(lineOf(report));
  for (const finding of report.findings) say(`NOT TRUE: ${finding}`);
  const isTrue = report.findings.length === 0;
  say(
    isTrue
      ? 'Everything that was acknowledged is true.'
      : `${report.findings.length} findings; seed ${seed}.`,
  );
  return isTrue;
}

function lineOf({ kills: { node, backend, postmaster, machine, primary }, ...so }: FireReport): string {
  return (
    `${node + backend + postmaster + machine + primary} kills (${node} nodes, ${backend} backends, ${postmaster} postmasters, ` +
    `${machine} power cuts, ${primary} failovers): ` +
    `${so.acknowledged} calls acknowledged, ${so.undecided} sendings undecided, ${so.payments} payments, ${so.rounds} rounds, ` +
    `longest pause ${(so.longestPauseMs / 1000).toFixed(1)} s`
  );
}
