// The effect of a flood of logins on other calls: GET /api/wallet one by one, alternately without and with a flood of
// wrong passwords. Each login has its own address and number, so that no lock but the queue before argon2 limits it.
// The defaults are short; BENCH_SECONDS and BENCH_PAIRS change them.
import { loadavg } from 'node:os';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase } from '@krapao/server/testing/database';
import { audit, median, medianRatio, percentile, writeResult } from './figures.ts';
import { memberGet } from './load.ts';
import { flood } from './loginFlood.ts';
import { startNode } from './nodeProcess.ts';
import { oneByOne } from './oneByOne.ts';
import { populate, tokenOf } from './population.ts';

interface Waits {
  answers: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 3);
const MEMBERS = 1_000;
/** Logins per second: several times more than one core can hash. */
const FLOOD = 300;
const PORT = 11_640;

const wallets = Array.from({ length: 200 }, (_, nth) => memberGet('/api/wallet', tokenOf(nth + 1)));
const cluster = await startTestCluster({});
const database = await createTestDatabase(cluster.url);
const node = await startNode(database.url, PORT, {
  KRAPAO_SANDBOX_PORT: String(PORT + 50),
  KRAPAO_LOG_LEVEL: 'fatal',
  KRAPAO_TRUSTED_PROXIES: '1',
});
try {
  await populate(database, { members: MEMBERS });
  const askWallets = async (): Promise<Waits> => {
    const waits: number[] = [];
    const end = performance.now() + SECONDS * 1_000;
    for (let nth = 0; performance.now() < end; nth += 1)
      waits.push(
        ...(await oneByOne(node.url, wallets.slice(nth % wallets.length, (nth % wallets.length) + 1))),
      );
    return { answers: waits.length, p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };
  };
  await askWallets();
  const loads: number[] = [];
  const quiet: Waits[] = [];
  const flooded: Waits[] = [];
  const floods: Record<string, number>[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    loads.push(loadavg()[0] ?? Number.NaN);
    quiet.push(await askWallets());
    const [during, of] = await Promise.all([
      askWallets(),
      flood({ url: node.url, aSecond: FLOOD, seconds: SECONDS }),
    ]);
    flooded.push(during);
    floods.push(of);
  }
  const p99 = (results: Waits[]) => results.map((result) => result.p99);
  const p50 = (results: Waits[]) => results.map((result) => result.p50);
  const ratios = {
    p50: medianRatio(p50(flooded), p50(quiet)),
    p99: medianRatio(p99(flooded), p99(quiet)),
  };
  const statuses: Record<string, number> = {};
  for (const [status, count] of floods.flatMap((one) => Object.entries(one)))
    statuses[status] = (statuses[status] ?? 0) + count;
  const verified = await audit(database.url);
  await writeResult('login', {
    settings: {
      seconds: SECONDS,
      pairs: PAIRS,
      logInsASecond: FLOOD,
      fsync: 'on',
    },
    loadAverage: loads,
    withoutFlood: quiet,
    withFlood: flooded,
    logInStatuses: statuses,
    ratios,
    audit: verified,
  });
  const line = (name: string, results: Waits[]) =>
    `| ${name} | ${median(p50(results)).toFixed(1)} | ${median(p99(results)).toFixed(1)} | ${median(results.map(({ answers }) => answers))} |`;
  process.stdout.write(`
| GET /api/wallet, one by one | p50 ms | p99 ms | answers in ${SECONDS} s |
|---|---|---|---|
${line('without a flood', quiet)}
${line(`beside ${FLOOD} log-ins a second`, flooded)}

with to without: p50 ${ratios.p50.toFixed(1)}, p99 ${ratios.p99.toFixed(1)}
log-ins by status: ${JSON.stringify(statuses)}
load average at the start of each pair: ${loads.map((value) => value.toFixed(1)).join(', ')}
audit: ${verified}
`);
} finally {
  await node.stop();
  await database.close();
  await cluster.stop();
}
