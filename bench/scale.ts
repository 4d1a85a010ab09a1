// The response times of GET /api/wallet and the first page of the statement as the site grows. Two databases in one
// PostgreSQL with fsync on, one with 1,000 members, one with many, each with a node; requests alternate between them,
// one by one. In both, 1,000 members send requests; in the larger one they are spread over all members. First each
// member once, as after a night, then repeatedly.
// Then the size on disk, how long `npm run verify` takes, and what it costs to archive the first of the two months.
// `npm run bench -- scale` takes 20,000 members and 400,000 postings; `--full` takes 1,000,000 and 20 million, which needs
// about 22 GB and an hour; `--huge` 5,000,000 and 100 million, about 110 GB and half a day. BENCH_MEMBERS sets any other
// number, BENCH_PORT the first of the ports.
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@krapao/server/testing/database';
import { sql } from 'kysely';
import { audit, median, runLedgerCommand, writeResult } from './figures.ts';
import { type LoadRequest, memberGet } from './load.ts';
import { startNode } from './nodeProcess.ts';
import { oneByOne } from './oneByOne.ts';
import { populate, tokenOf } from './population.ts';

const FEW = 1_000;
const MANY = process.argv.includes('--huge')
  ? 5_000_000
  : process.argv.includes('--full')
    ? 1_000_000
    : Number(process.env.BENCH_MEMBERS ?? 20_000);
const PORT = Number(process.env.BENCH_PORT ?? 11_640);
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

/** The setting that docs/operations.md recommends; BENCH_BUFFERS shows what a smaller cache does. */
const MEMORY = { shared_buffers: process.env.BENCH_BUFFERS ?? `${Math.floor(totalmem() / 4 / 2 ** 20)}MB` };

/** Milliseconds. */
interface Figure {
  few: number;
  many: number;
  ratio: number;
  /** Pages of 8 kB for each call that the larger database did not have in its own memory. */
  pagesRead: number;
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

/** Pages that were read from the operating system since the database was made. */
async function pagesRead({ owner }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select sum(heap_blks_read + idx_blks_read)::float8 as pages from pg_statio_all_tables`.execute(owner);
  return rows[0]?.pages ?? Number.NaN;
}

/** Megabytes of the large tables with their indexes, and of the whole database. */
async function sizesOf(owner: TestDatabase['owner']): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; megabytes: number }>`
    select coalesce(i.inhparent, c.oid)::regclass::text as name,
      round(sum(pg_total_relation_size(c.oid)) / 1e6)::int as megabytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' group by 1 having sum(pg_total_relation_size(c.oid)) > 50e6
    union all
    select 'database', round(pg_database_size(current_database()) / 1e6)::int order by 2 desc`.execute(owner);
  return Object.fromEntries(rows.map(({ name, megabytes }) => [name, megabytes]));
}

/** What it costs to archive the first month, in which half of the postings are; the time without the audit before it. */
async function archiveMonth({ owner, url }: TestDatabase) {
  await sql`update ledger.posting_part set began_at = began_at - interval '2 days' where began_at is not null`.execute(
    owner,
  );
  const folder = await mkdtemp(join(tmpdir(), 'krapao-bench-archive-'));
  try {
    const month = new Date().toISOString().slice(0, 7);
    const archived = await runLedgerCommand('archive', url, [month, folder]);
    const sizes = await sizesOf(owner);
    const verified = await timed(() => audit(url, folder));
    return { archived: archived.replace(/^.*\/postings/, 'postings'), sizes, verified };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - begun) / 100) / 10 };
}

async function measure(few: Site, many: Site): Promise<void> {
  const load = loadavg()[0];
  const sites = [few, many].map(({ url, members }) => ({ url, askers: someOf(members) }));
  const figures: Record<string, Figure> = {};
  for (const [name, requestOf] of Object.entries(CALLS)) {
    // Alternates call by call, so that other load on the machine affects both.
    const p50s = async (calls: number, place: (nth: number) => number) => {
      const waits: number[][] = [[], []];
      const before = await pagesRead(many.database);
      for (let nth = 0; nth < calls; nth += 1) {
        const asker = place(nth);
        for (const [site, { url, askers }] of sites.entries()) {
          const [wait] = await oneByOne(url, [requestOf(tokenOf(askers[asker] ?? 1))]);
          if (wait !== undefined) waits[site]?.push(wait);
        }
      }
      const [ofFew = Number.NaN, ofMany = Number.NaN] = waits.map(median);
      const pages = ((await pagesRead(many.database)) - before) / calls;
      return { few: ofFew, many: ofMany, ratio: ofMany / ofFew, pagesRead: pages };
    };
    // Compiles the hot paths, with members who send requests again later.
    await p50s(100, (nth) => nth);
    figures[`${name}, first`] = await p50s(ASKING - 100, (nth) => nth + 100);
    figures[`${name}, again`] = await p50s(CALLS_EACH, () => randomInt(ASKING));
  }
  const sizes = await sizesOf(many.database.owner);
  const verified = await timed(() => audit(many.database.url));
  const archive = await archiveMonth(many.database);
  const { postings, members, filledInSeconds } = many;
  await writeResult('scale', {
    settings: { few: FEW, members, postings, asking: ASKING, callsEach: CALLS_EACH, fsync: 'on', ...MEMORY },
    filledInSeconds,
    loadAverage: load,
    p50Milliseconds: figures,
    megabytes: sizes,
    audit: verified,
    archive,
  });
  const lines = Object.entries(figures).map(
    ([name, { few: a, many: b, ratio, pagesRead: pages }]) =>
      `| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${ratio.toFixed(2)} | ${pages.toFixed(1)} |`,
  );
  process.stdout.write(`
| p50 in ms, one by one | ${FEW} members | ${members} members, ${postings} postings | ratio (goal ${GOAL}) | pages read |
|---|---|---|---|---|
${lines.join('\n')}

filled in ${filledInSeconds} s, load average ${load?.toFixed(1)}
the larger in MB: ${textOf(sizes)}
audit of the larger, ${verified.seconds} s: ${verified.result}
a month in a file: ${archive.archived}
then in MB: ${textOf(archive.sizes)}
audit with the file, ${archive.verified.seconds} s: ${archive.verified.result}
`);
}

const textOf = (sizes: Record<string, number>) =>
  Object.entries(sizes)
    .map(([name, megabytes]) => `${name} ${megabytes}`)
    .join(', ');

const cluster = await startTestCluster({ max_wal_size: '8GB', ...MEMORY });
const sites: Site[] = [];
try {
  for (const [place, members] of [FEW, MANY].entries())
    sites.push(await openSite(cluster.url, PORT + place, members));
  const [few, many] = sites;
  if (few && many) await measure(few, many);
} finally {
  for (const site of sites) await site.stop();
  await cluster.stop();
}
