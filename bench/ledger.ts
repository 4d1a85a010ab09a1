import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase } from '@krapao/server/testing/database';

// The ledger's `post` in SQL beside pgbench's TPC-B on the same database with fsync on: interleaved, median of the
// pairs' ratios. Short runs: BENCH_SECONDS and BENCH_PAIRS make it longer.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 5);
const CLIENTS = 16;
const SCALE = 50;
const WALLETS = 20_000;
const run = promisify(execFile);

const SCRIPTS = {
  // Deposits and withdrawals between a member's wallet and one of 20 house accounts; the house has accounts 1 to 20.
  post: (house: string) => `
\\set wallet random(21, ${WALLETS + 20})
\\set house ${house}
\\set way random(0, 1)
\\if :way
SELECT id FROM ledger.post(gen_random_uuid(), 'single', 'deposit', :house, :wallet, 100, null, null, null, 'system', 'bench:1');
\\else
SELECT id FROM ledger.post(gen_random_uuid(), 'single', 'transfer', :wallet, :house, 100, null, null, null, 'system', 'bench:1');
\\endif
`,
};
const WORKLOADS = {
  'TPC-B': undefined,
  'post, 20 house accounts': SCRIPTS.post('random(1, 20)'),
  'post, one house account in all': SCRIPTS.post('1'),
};

async function findPgbench(): Promise<string | undefined> {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/lib/postgresql/18/bin',
    '/usr/lib/postgresql/15/bin',
  ];
  for (const folder of folders) {
    const path = join(folder, 'pgbench');
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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
    await measure(pgbench, database);
  } finally {
    await database.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  await cluster.stop();
}

async function measure(
  program: string,
  database: Awaited<ReturnType<typeof createTestDatabase>>,
): Promise<void> {
  const { sql } = await import('kysely');
  await sql`select ledger.ensure_account('provider', null, 'bench-' || n, 'THB') from generate_series(1, 20) n`.execute(
    database.db,
  );
  await sql`select ledger.ensure_account('wallet', n, null, 'THB') from generate_series(1, ${WALLETS}::int) n`.execute(
    database.db,
  );
  await sql`select ledger.post(gen_random_uuid(), 'single', 'deposit', 1, id, 100000, null, null, null, 'system', 'bench:open')
    from ledger.account where mode = 'strict'`.execute(database.db);
  await sql`select ledger.seal_postings()`.execute(database.db);
  await run(program, ['-i', '-q', '-s', String(SCALE), database.url]);
  await sql`vacuum analyze`.execute(database.owner);
  await sql`checkpoint`.execute(database.owner);

  const loads: number[] = [];
  const rates = new Map<string, number[]>(Object.keys(WORKLOADS).map((name) => [name, []]));
  for (let pair = 0; pair < PAIRS; pair += 1) {
    loads.push(loadavg()[0] ?? Number.NaN);
    for (const [name, script] of Object.entries(WORKLOADS)) {
      const workload = script === undefined ? [] : ['-f', await scriptFile(name, script)];
      const { stdout } = await run(program, [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(CLIENTS),
        '-j',
        '2',
        '-T',
        String(SECONDS),
        ...workload,
        database.url,
      ]);
      const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
      rates.get(name)?.push(rate);
      process.stderr.write(`${name}: ${rate.toFixed(0)}/s\n`);
      await sql`select ledger.seal_postings()`.execute(database.db);
    }
  }
  await report(rates, loads, await verified(database.url));
}

async function scriptFile(name: string, text: string): Promise<string> {
  const path = join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.sql`);
  await writeFile(path, text);
  return path;
}

async function verified(url: string): Promise<string> {
  const command = join(import.meta.dirname, '..', 'server', 'src', 'ledger', 'verifyCommand.ts');
  const { stdout } = await run(process.execPath, [command], {
    env: { ...process.env, DATABASE_URL: url, KRAPAO_DATA: folder },
  }).catch((error: { stdout: string; stderr: string }) => ({
    stdout: `FAILED: ${error.stdout}${error.stderr}`,
  }));
  return stdout.trim();
}

async function report(rates: Map<string, number[]>, loads: number[], audit: string): Promise<void> {
  const ratio = (a: string, b: string) =>
    median((rates.get(a) ?? []).map((rate, pair) => rate / (rates.get(b)?.[pair] ?? Number.NaN)));
  const [base, spread, hot] = Object.keys(WORKLOADS) as [string, string, string];
  const result = {
    measured: new Date().toISOString(),
    machine: { processors: cpus().length, model: cpus()[0]?.model },
    settings: {
      seconds: SECONDS,
      pairs: PAIRS,
      clients: CLIENTS,
      tpcbScale: SCALE,
      wallets: WALLETS,
      fsync: 'on',
      protocol: 'prepared',
    },
    // Of the whole machine over a minute, at the start of each pair.
    loadAverage: loads,
    transactionsPerSecond: Object.fromEntries(rates),
    ratios: { postToTpcb: ratio(spread, base), oneHouseAccountToSpread: ratio(hot, spread) },
    audit,
  };
  const results = join(import.meta.dirname, 'results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'ledger.json'), `${JSON.stringify(result, null, 2)}\n`);
  const lines = [...rates].map(([name, values]) => `| ${name} | ${median(values).toFixed(0)} |`);
  process.stdout.write(`
| Ledger, ${CLIENTS} clients, fsync on | transactions a second, median of ${PAIRS} |
|---|---|
${lines.join('\n')}

post to TPC-B: ${result.ratios.postToTpcb.toFixed(2)} (goal 1.5)
one house account in all to spread: ${result.ratios.oneHouseAccountToSpread.toFixed(2)} (goal 0.9)
load average at the start of each pair: ${loads.map((load) => load.toFixed(1)).join(', ')}
audit: ${audit}
`);
}
