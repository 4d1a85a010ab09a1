// The ledger's `post` in SQL, and a node that posts in batches, compared with pgbench's TPC-B on the same database with
// fsync on: interleaved, median of the ratios of the pairs. The defaults are short; BENCH_SECONDS and BENCH_PAIRS make
// the run longer. The sealer runs beside, each second.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@krapao/server/testing/database';
import { sql } from 'kysely';
import { type BatchedRun, postFromNode } from './batchedPostings.ts';
import { audit, median, medianRatio, writeResult } from './figures.ts';
import { findPgbench } from './pgbench.ts';
import { sealBeside, sealEverything } from './sealing.ts';
import { CLIENTS, pgbenchRate, prepareTpcb, SCALE } from './tpcb.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 5);
const WALLETS = 20_000;
/** Number of requests that wait for their posting at the same time. */
const CALLERS = Number(process.env.BENCH_CALLERS ?? 256);

// Deposits and withdrawals between a member's wallet and a house account; the house has accounts 1 to 20.
const postFrom = (house: string) => `
\\set wallet random(21, ${WALLETS + 20})
\\set house ${house}
\\set way random(0, 1)
\\if :way
SELECT id FROM ledger.post(gen_random_uuid(), 'single', 'deposit', :house, :wallet, 100, null, null, null, 'system', 'bench:1');
\\else
SELECT id FROM ledger.post(gen_random_uuid(), 'single', 'transfer', :wallet, :house, 100, null, null, null, 'system', 'bench:1');
\\endif
`;
const TPCB = 'TPC-B';
const SPREAD = 'post, 20 house accounts';
const HOT = 'post, one house account in all';
const NODE = 'Node in batches, 20 house accounts';
const SCRIPTS = { [TPCB]: undefined, [SPREAD]: postFrom('random(1, 20)'), [HOT]: postFrom('1') };

async function measure(pgbench: string, { db, owner, url }: TestDatabase, folder: string): Promise<void> {
  await sql`select ledger.ensure_account('provider', null, 'bench-' || n, 'THB') from generate_series(1, 20) n`.execute(
    db,
  );
  await sql`select ledger.ensure_account('wallet', n, null, 'THB') from generate_series(1, ${WALLETS}::int) n`.execute(
    db,
  );
  await sql`select ledger.post(gen_random_uuid(), 'single', 'deposit', 1, id, 100000, null, null, null, 'system', 'bench:open')
    from ledger.account where mode = 'strict'`.execute(db);
  await sealEverything(db);
  await prepareTpcb(pgbench, url);
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);

  const loads: number[] = [];
  const batched: BatchedRun[] = [];
  const rates = Object.fromEntries([...Object.keys(SCRIPTS), NODE].map((name) => [name, [] as number[]]));
  const note = async (name: string, rate: number) => {
    rates[name]?.push(rate);
    process.stderr.write(`${name}: ${rate.toFixed(0)}/s\n`);
  };
  const stopSealing = sealBeside(db);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    loads.push(loadavg()[0] ?? Number.NaN);
    for (const [name, script] of Object.entries(SCRIPTS)) {
      const file = join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.sql`);
      if (script !== undefined) await writeFile(file, script);
      await note(name, await pgbenchRate(pgbench, url, SECONDS, script === undefined ? undefined : file));
    }
    const result = await postFromNode(db, { seconds: SECONDS, callers: CALLERS, wallets: WALLETS });
    batched.push(result);
    await note(NODE, result.postingsPerSecond);
  }
  const sealing = await stopSealing();
  await sealEverything(db);
  process.stderr.write(`a turn of the sealer, median: ${median(sealing).toFixed(0)} ms\n`);
  await report(rates, batched, loads, await audit(url));
}

async function report(
  rates: Record<string, number[]>,
  batched: BatchedRun[],
  loads: number[],
  verified: string,
): Promise<void> {
  const of = (name: string) => rates[name] ?? [];
  const ratios = {
    postToTpcb: medianRatio(of(SPREAD), of(TPCB)),
    oneHouseAccountToSpread: medianRatio(of(HOT), of(SPREAD)),
    batchedToTpcb: medianRatio(of(NODE), of(TPCB)),
  };
  const p99 = median(batched.map((result) => result.p99));
  await writeResult('ledger', {
    settings: {
      seconds: SECONDS,
      pairs: PAIRS,
      clients: CLIENTS,
      callers: CALLERS,
      tpcbScale: SCALE,
      wallets: WALLETS,
      fsync: 'on',
      protocol: 'prepared',
    },
    // Load of the whole machine over a minute, at the start of each pair.
    loadAverage: loads,
    transactionsPerSecond: rates,
    batched,
    ratios,
    audit: verified,
  });
  const lines = Object.entries(rates).map(([name, values]) => `| ${name} | ${median(values).toFixed(0)} |`);
  process.stdout.write(`
| Ledger, ${CLIENTS} clients, ${CALLERS} callers of the node, fsync on | a second, median of ${PAIRS} |
|---|---|
${lines.join('\n')}

post to TPC-B: ${ratios.postToTpcb.toFixed(2)} (goal 1.5)
one house account in all to spread: ${ratios.oneHouseAccountToSpread.toFixed(2)} (goal 0.9)
Node in batches to TPC-B: ${ratios.batchedToTpcb.toFixed(2)} (goal 5), p99 ${p99.toFixed(1)} ms (goal 25)
load average at the start of each pair: ${loads.map((load) => load.toFixed(1)).join(', ')}
audit: ${verified}
`);
}

const pgbench = await findPgbench();
if (pgbench === undefined) {
  process.stdout.write(
    'Ledger: not measured. The embedded PostgreSQL ships no pgbench and this machine has none (package postgresql-contrib or postgresql).\n',
  );
  process.exit(0);
}
const cluster = await startTestCluster({});
const folder = await mkdtemp(join(tmpdir(), 'krapao-bench-'));
try {
  const database = await createTestDatabase(cluster.url);
  try {
    await measure(pgbench, database, folder);
  } finally {
    await database.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  await cluster.stop();
}
