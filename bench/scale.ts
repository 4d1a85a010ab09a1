// How GET /api/wallet and the first page of the statement take it when the site grows: two databases in one PostgreSQL
// with fsync on, one with 1,000 members, one with many, a node at each, asked one by one and in turns.
// `npm run bench -- scale` takes 20,000 members and 400,000 postings; `npm run bench -- scale --full` takes 1,000,000 and
// 20 million, which needs about 20 GB and a night; BENCH_MEMBERS any other number.
import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@krapao/server/testing/database';
import { audit, median, writeResult } from './figures.ts';
import { type LoadRequest, memberGet } from './load.ts';
import { startNode } from './nodeProcess.ts';
import { oneByOne } from './oneByOne.ts';
import { populate, tokenOf } from './population.ts';

const FEW = 1_000;
const MANY = process.argv.includes('--full') ? 1_000_000 : Number(process.env.BENCH_MEMBERS ?? 20_000);
const CALLS_EACH = Number(process.env.BENCH_CALLS ?? 2_000);
const GOAL = 1.2;

const CALLS: Record<string, (token: string) => LoadRequest> = {
  'GET /api/wallet': (token) => memberGet('/api/wallet', token),
  'POST /api/statement, page 1': (token) => ({
    ...memberGet('/api/statement', token),
    method: 'POST',
    headers: { ...memberGet('', token).headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ page: 1, limit: 10 }),
  }),
};

interface Site {
  database: TestDatabase;
  url: string;
  members: number;
  postings: number;
  filledInSeconds: number;
  stop(): Promise<void>;
}

async function openSite(clusterUrl: string, port: number, members: number): Promise<Site> {
  const database = await createTestDatabase(clusterUrl);
  const node = await startNode(database.url, port, {
    KRAPAO_SANDBOX_PORT: String(port + 50),
    KRAPAO_LOG_LEVEL: 'warn',
  });
  const begun = performance.now();
  const { postings } = await populate(database, { members });
  const filledInSeconds = Math.round((performance.now() - begun) / 1_000);
  process.stderr.write(`${members} members, ${postings} postings: filled in ${filledInSeconds} s\n`);
  return {
    database,
    url: node.url,
    members,
    postings,
    filledInSeconds,
    stop: async () => {
      await node.stop();
      await database.close();
    },
  };
}

async function measure(few: Site, many: Site): Promise<void> {
  const load = loadavg()[0];
  const figures: Record<string, { few: number; many: number; ratio: number }> = {};
  for (const [name, requestOf] of Object.entries(CALLS)) {
    const waits: [few: number[], many: number[]] = [[], []];
    // In turns call by call, so that whatever else the machine does falls on both. The first hundred warm up.
    for (let nth = -100; nth < CALLS_EACH; nth += 1) {
      for (const [place, { url, members }] of [few, many].entries()) {
        const [wait] = await oneByOne(url, [requestOf(tokenOf(1 + randomInt(members)))]);
        if (nth >= 0 && wait !== undefined) waits[place]?.push(wait);
      }
    }
    const [p50Few, p50Many] = [median(waits[0]), median(waits[1])];
    figures[name] = { few: p50Few, many: p50Many, ratio: p50Many / p50Few };
  }
  const verified = await audit(many.database.url);
  const { postings, members, filledInSeconds } = many;
  await writeResult('scale', {
    settings: { few: FEW, members, postings, callsEach: CALLS_EACH, fsync: 'on' },
    filledInSeconds,
    loadAverage: load,
    p50Milliseconds: figures,
    audit: verified,
  });
  const lines = Object.entries(figures).map(
    ([name, { few: a, many: b, ratio }]) =>
      `| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${ratio.toFixed(2)} |`,
  );
  process.stdout.write(`
| p50 in ms, one by one | ${FEW} members | ${members} members, ${postings} postings | ratio (goal ${GOAL}) |
|---|---|---|---|
${lines.join('\n')}

filled in ${filledInSeconds} s, load average ${load?.toFixed(1)}
audit of the larger: ${verified}
`);
}

const cluster = await startTestCluster({ max_wal_size: '8GB' });
const sites: Site[] = [];
try {
  for (const [place, members] of [FEW, MANY].entries())
    sites.push(await openSite(cluster.url, 41_030 + place, members));
  const [few, many] = sites;
  if (few && many) await measure(few, many);
} finally {
  for (const site of sites) await site.stop();
  await cluster.stop();
}
