// Bets from the wallet over HTTP, each signed by its maker (RSA-SHA256, Hub88's format), on a node of its own, beside
// pgbench's TPC-B on the same database with fsync on: interleaved, median of the ratios of the pairs. The bets are signed
// before the clock starts. BENCH_SECONDS, BENCH_PAIRS and BENCH_CALLERS change the run.
import { loadavg } from 'node:os';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase } from '@krapao/server/testing/database';
import { sql } from 'kysely';
import { type Betting, betTexts, openBetting } from './betting.ts';
import { audit, median, medianRatio, percentile, writeResult } from './figures.ts';
import { KeptConnection } from './keptConnection.ts';
import { startNode } from './nodeProcess.ts';
import { findPgbench } from './pgbench.ts';
import { sealEverything } from './sealing.ts';
import { CLIENTS, pgbenchRate, prepareTpcb, SCALE } from './tpcb.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 3);
/** Bets on their way at the same time. */
const CALLERS = Number(process.env.BENCH_CALLERS ?? 64);
const MEMBERS = 2_000;
const BETS_A_SECOND_AT_MOST = 5_000;
const PORT = 18_790;

async function betFor(wallet: Betting, requests: string[], seconds: number) {
  const callers = Array.from({ length: CALLERS }, () => new KeptConnection(wallet.url));
  const took: number[] = [];
  const other = new Map<string, number>();
  const began = performance.now();
  const until = began + seconds * 1_000;
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() < until) {
        const request = requests.pop();
        if (request === undefined) throw new Error('not enough bets were signed');
        const asked = performance.now();
        const answer = await caller.ask(request);
        took.push(performance.now() - asked);
        const status = /"status":"(\w+)"/.exec(answer)?.[1] ?? 'none';
        if (status !== 'RS_OK') other.set(status, (other.get(status) ?? 0) + 1);
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1_000;
  for (const caller of callers) caller.end();
  if (other.size > 0) throw new Error(`refused bets: ${JSON.stringify([...other])}`);
  return { perSecond: took.length / elapsed, p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
}

async function measure(pgbench: string): Promise<void> {
  const cluster = await startTestCluster({});
  const database = await createTestDatabase(cluster.url);
  let isRunning = true;
  const node = await startNode(database.url, PORT, { KRAPAO_LOG_LEVEL: 'error' });
  try {
    const wallet = await openBetting(database, node.url, MEMBERS);
    await prepareTpcb(pgbench, database.url);
    await sql`checkpoint`.execute(database.owner);
    const tpcb: number[] = [];
    const runs: Awaited<ReturnType<typeof betFor>>[] = [];
    const loads: number[] = [];
    await betFor(wallet, betTexts(wallet, 2_000), 0.3);
    for (let pair = 0; pair < PAIRS; pair += 1) {
      loads.push(loadavg()[0] ?? Number.NaN);
      const requests = betTexts(wallet, SECONDS * BETS_A_SECOND_AT_MOST);
      tpcb.push(await pgbenchRate(pgbench, database.url, SECONDS));
      const bet = await betFor(wallet, requests, SECONDS);
      runs.push(bet);
      process.stderr.write(
        `TPC-B ${tpcb.at(-1)?.toFixed(0)}/s, bets ${bet.perSecond.toFixed(0)}/s, p50 ${bet.p50.toFixed(1)} ms, p99 ${bet.p99.toFixed(1)} ms\n`,
      );
    }
    await node.stop();
    isRunning = false;
    await sealEverything(database.owner);
    const ratio = medianRatio(
      runs.map(({ perSecond }) => perSecond),
      tpcb,
    );
    const of = (figure: 'perSecond' | 'p50' | 'p99') => median(runs.map((one) => one[figure]));
    const verified = await audit(database.url);
    await writeResult('seamless', {
      settings: {
        seconds: SECONDS,
        pairs: PAIRS,
        callers: CALLERS,
        members: MEMBERS,
        tpcbScale: SCALE,
        fsync: 'on',
      },
      loadAverage: loads,
      tpcb,
      runs,
      ratio,
      audit: verified,
    });
    process.stdout.write(`
| Bets from the wallet, ${CALLERS} at once, signed, over HTTP, fsync on | a second | p50 ms | p99 ms |
|---|---|---|---|
| bets | ${of('perSecond').toFixed(0)} | ${of('p50').toFixed(1)} | ${of('p99').toFixed(1)} |
| TPC-B, ${CLIENTS} clients | ${median(tpcb).toFixed(0)} | | |

bets to TPC-B: ${ratio.toFixed(2)} (goal 0.5), p99 goal 50 ms
load average at the start of each pair: ${loads.map((one) => one.toFixed(1)).join(', ')}
audit: ${verified}
`);
  } finally {
    if (isRunning) await node.stop();
    await database.close();
    await cluster.stop();
  }
}

const pgbench = await findPgbench();
if (pgbench === undefined)
  process.stdout.write('Seamless: not measured. This machine has no pgbench (package postgresql-contrib).\n');
else await measure(pgbench);
