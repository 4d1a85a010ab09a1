// GET /api/wallet compared with a bare Fastify hello world, and with a bare Fastify that runs only the call's database
// query. Each is a separate process; PostgreSQL with fsync on and the load generator share this machine's cores.
// Interleaved, median of the ratios of the pairs. The defaults are short; BENCH_SECONDS and BENCH_PAIRS make the run longer.
import { loadavg } from 'node:os';
import type { TestDatabase } from '@krapao/server/testing/database';
import { audit, median, medianRatio, writeResult } from './figures.ts';
import { type Load, type LoadRequest, load, memberGet } from './load.ts';
import { startAsking, startHello, startNode } from './nodeProcess.ts';
import { onOwnDatabase } from './ownDatabase.ts';
import { populate, tokenOf } from './population.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 5);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 64);
const MEMBERS = 1_000;
/** Number of members that send requests; each connection starts at a different one. */
const ASKING = 500;
const [HELLO_PORT, NODE_PORT, ASKING_PORT] = [11_610, 11_611, 11_613];

async function measure(database: TestDatabase): Promise<void> {
  const node = await startNode(database.url, NODE_PORT, {
    KRAPAO_LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'warn',
  });
  const hello = await startHello(HELLO_PORT);
  const bare = await startAsking(database.url, ASKING_PORT);
  try {
    await populate(database, { members: MEMBERS });
    const wallets = Array.from({ length: ASKING }, (_, nth) => memberGet('/api/wallet', tokenOf(nth + 1)));
    const loads: number[] = [];
    const hellos: Load[] = [];
    const bares: Load[] = [];
    const asked: Load[] = [];
    const settings = { seconds: SECONDS, connections: CONNECTIONS };
    // One unmeasured round, so that all compile their hot paths.
    for (const [url, requests] of [
      [hello.url, [{ method: 'GET', path: '/' }]],
      [bare.url, wallets],
      [node.url, wallets],
    ] as const)
      await load(url, { ...settings, seconds: 2, requests: requests as LoadRequest[] });
    for (let pair = 0; pair < PAIRS; pair += 1) {
      loads.push(loadavg()[0] ?? Number.NaN);
      hellos.push(await load(hello.url, { ...settings, requests: [{ method: 'GET', path: '/' }] }));
      bares.push(await load(bare.url, { ...settings, requests: wallets }));
      asked.push(await load(node.url, { ...settings, requests: wallets }));
      const [a, b, c] = [hellos, bares, asked].map((results) => results.at(-1)?.perSecond.toFixed(0));
      process.stderr.write(`hello world ${a}/s, its question alone ${b}/s, wallet ${c}/s\n`);
    }
    await report({ hellos, bares, asked, loads, verified: await audit(database.url) });
  } finally {
    await bare.stop();
    await hello.stop();
    await node.stop();
  }
}

interface Results {
  hellos: Load[];
  /** A bare Fastify with the wallet's database query. */
  bares: Load[];
  asked: Load[];
  loads: number[];
  verified: string;
}

async function report({ hellos, bares, asked, loads, verified }: Results): Promise<void> {
  const rate = (results: Load[]) => results.map(({ perSecond }) => perSecond);
  const ratio = medianRatio(rate(asked), rate(bares));
  const helloRatio = medianRatio(rate(asked), rate(hellos));
  await writeResult('wallet', {
    settings: { seconds: SECONDS, pairs: PAIRS, connections: CONNECTIONS, members: MEMBERS, fsync: 'on' },
    loadAverage: loads,
    helloWorld: hellos,
    questionAlone: bares,
    wallet: asked,
    ratio,
    helloRatio,
    audit: verified,
  });
  const line = (name: string, results: Load[]) =>
    `| ${name} | ${median(rate(results)).toFixed(0)} | ${median(results.map(({ p50 }) => p50))} | ${median(results.map(({ p99 }) => p99))} | ${results.reduce((sum, { refused }) => sum + refused, 0)} |`;
  process.stdout.write(`
| ${CONNECTIONS} connections, median of ${PAIRS} | answers a second | p50 ms | p99 ms | refused |
|---|---|---|---|---|
${line('Fastify hello world', hellos)}
${line('bare Fastify with the question of the wallet', bares)}
${line('GET /api/wallet', asked)}

GET /api/wallet to its question alone: ${ratio.toFixed(2)} (goal 0.8); to hello world: ${helloRatio.toFixed(2)}
load average at the start of each pair: ${loads.map((value) => value.toFixed(1)).join(', ')}
audit: ${verified}
`);
}

await onOwnDatabase({}, measure);
