// The response times of GET /api/wallet and the first page of the statement as the site grows. Two databases in one
// PostgreSQL with fsync on, one with 1,000 members, one with many, each with a node; requests alternate between them,
// one by one. In both, 1,000 members send requests; in the larger one they are spread over all members. First each
// member once, as after a night, then repeatedly.
// `npm run bench -- scale` takes 20,000 members and 400,000 postings; `npm run bench -- scale --full` takes 1,000,000
// and 20 million, which needs about 22 GB and an hour; BENCH_MEMBERS sets any other number.
import { randomInt } from 'node:crypto';
import { loadavg, totalmem } from 'node:os';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@krapao/server/testing/database';
import { audit, median, writeResult } from './figures.ts';
import { type LoadRequest, memberGet } from './load.ts';
import { startNode } from './nodeProcess.ts';
import { oneByOne } from './oneByOne.ts';
import { populate, tokenOf } from './population.ts';

const FEW = 1_000;
const MANY = process.argv.includes('--full') ? 1_000_000 : Number(process.env.BENCH_MEMBERS ?? 20_000);
const ASKING = FEW;
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

/** The setting that docs/operations.md recommends. */
const MEMORY = { shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB` };

/** Milliseconds. */
interface Figure {
  few: number;
  many: number;
  ratio: number;
}

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

/** A sample of distinct members, spread evenly over all. */
function someOf(members: number): number[] {
  const apart = members / ASKING;
  return Array.from(
    { length: ASKING },
    (_, nth) => 1 + Math.floor(nth * apart) + randomInt(Math.floor(apart)),
  );
}

async function measure(few: Site, many: Site): Promise<void> {
  const load = loadavg()[0];
  const sites = [few, many].map(({ url, members }) => ({ url, askers: someOf(members) }));
  const figures: Record<string, Figure> = {};
  for (const [name, requestOf] of Object.entries(CALLS)) {
    // Alternates call by call, so that other load on the machine affects both.
    const p50s = async (calls: number, place: (nth: number) => number) => {
      const waits: number[][] = [[], []];
      for (let nth = 0; nth < calls; nth += 1) {
        const asker = place(nth);
        for (const [site, { url, askers }] of sites.entries()) {
          const [wait] = await oneByOne(url, [requestOf(tokenOf(askers[asker] ?? 1))]);
          if (wait !== undefined) waits[site]?.push(wait);
        }
      }
      const [ofFew = Number.NaN, ofMany = Number.NaN] = waits.map(median);
      return { few: ofFew, many: ofMany, ratio: ofMany / ofFew };
    };
    // Compiles the hot paths, with members who send requests again later.
    await p50s(100, (nth) => nth);
    figures[`${name}, first`] = await p50s(ASKING - 100, (nth) => nth + 100);
    figures[`${name}, again`] = await p50s(CALLS_EACH, () => randomInt(ASKING));
  }
  const verified = await audit(many.database.url);
  const { postings, members, filledInSeconds } = many;
  await writeResult('scale', {
    settings: { few: FEW, members, postings, asking: ASKING, callsEach: CALLS_EACH, fsync: 'on', ...MEMORY },
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

const cluster = await startTestCluster({ max_wal_size: '8GB', ...MEMORY });
const sites: Site[] = [];
try {
  for (const [place, members] of [FEW, MANY].entries())
    sites.push(await openSite(cluster.url, 11_640 + place, members));
  const [few, many] = sites;
  if (few && many) await measure(few, many);
} finally {
  for (const site of sites) await site.stop();
  await cluster.stop();
}
