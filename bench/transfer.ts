// POST /api/wallet/transfer to a game of the sandbox, 16 connections, beside pgbench's TPC-B on the same database with
// fsync on: interleaved, median of the ratios of the pairs. Each connection has its own members, as a site has it; then
// all connections press for one member at a time, which is the worst case of the member's locks. And the sandbox's game
// house alone, with the two calls that a transfer makes there: where it is the limit, the figures say so.
// BENCH_SECONDS and BENCH_PAIRS make the run longer.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@krapao/server/testing/database';
import { type SandboxProcess, startSandbox } from '@krapao/server/testing/sandboxProcess';
import { sql } from 'kysely';
import { audit, median, medianRatio, percentile, writeResult } from './figures.ts';
import { KeptConnection } from './keptConnection.ts';
import { type Load, memberGet, wireText } from './load.ts';
import { SANDBOX_SECRET, startNode } from './nodeProcess.ts';
import { onOwnDatabase } from './ownDatabase.ts';
import { findPgbench } from './pgbench.ts';
import { openPlayers } from './players.ts';
import { populate, tokenOf } from './population.ts';
import { pgbenchRate, prepareTpcb } from './tpcb.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 3);
const CONNECTIONS = 16;
const MEMBERS = 480;
/** More than any machine does: no connection may run out of requests. */
const A_SECOND_AT_MOST = 6_000;
const [NODE_PORT, SANDBOX_PORT] = [11_631, 11_632];
/** Transfers before the first measured one. */
const WARM_UP = 1_500;
/** Baht that each transfer moves into the game. */
const TRANSFERRED = 1;
/** An answer with a code, or a transfer that goes on. */
const REFUSED = /"code":|"PENDING"/;
const GOALS = { ofTpcb: 0.06, p99ToP50: 4 };

interface Site {
  database: TestDatabase;
  url: string;
  sandbox: SandboxProcess;
  game: string;
}

/** Transfers of many members as they go over the wire, each under its own key; one list for each connection. */
function transfers({ url, game }: Site, seconds: number, memberOf: MemberOf): string[][] {
  const body = { from: 'WALLET', to: game, amount: TRANSFERRED };
  return lists(seconds, (connection, nth) =>
    wireText(url, 'POST', '/api/wallet/transfer', {
      headers: {
        ...memberGet('', tokenOf(memberOf(connection, nth))).headers,
        'Idempotency-Key': randomUUID(),
      },
      body,
    }),
  );
}

/** Enough requests for each connection. */
function lists(seconds: number, requestOf: (connection: number, nth: number) => string): string[][] {
  const each = Math.ceil((seconds * A_SECOND_AT_MOST) / CONNECTIONS);
  return Array.from({ length: CONNECTIONS }, (_, connection) =>
    Array.from({ length: each }, (_, nth) => requestOf(connection, nth)),
  );
}

/** The member of a connection's nth request. */
type MemberOf = (connection: number, nth: number) => number;
const OWN = MEMBERS / CONNECTIONS;
const ownMembers: MemberOf = (connection, nth) => connection * OWN + (nth % OWN) + 1;
const oneMember: MemberOf = (_, nth) => (nth % MEMBERS) + 1;

/** The game house with a node's two calls of a transfer: a look at the balance, then the order. */
async function houseAlone({ database, sandbox, game }: Site): Promise<Asked> {
  const { rows } = await sql<{ username: string }>`select username from game_account`.execute(database.owner);
  const root = `/providers/${game}`;
  const headers = { 'x-api-key': SANDBOX_SECRET };
  const requests = lists(SECONDS, (connection, nth) => {
    const { username = '' } = rows[ownMembers(connection, nth >> 1) - 1] ?? {};
    if (nth % 2 === 0)
      return wireText(sandbox.url, 'GET', `${root}/players/${username}/balance`, { headers });
    const body = { id: randomUUID(), username, direction: 'in', amount: '1.00' };
    return wireText(sandbox.url, 'POST', `${root}/transfers`, { headers, body });
  });
  return askFor(sandbox.url, requests, SECONDS);
}

/** Sends each connection's requests, one after the other, for so many seconds. All were made before the clock starts. */
async function askFor(url: string, requests: string[][], seconds: number): Promise<Asked> {
  const took: number[] = [];
  let refused = 0;
  const began = performance.now();
  const until = began + seconds * 1_000;
  await Promise.all(
    requests.map(async (own) => {
      const connection = new KeptConnection(url);
      for (const request of own) {
        if (performance.now() >= until) break;
        const asked = performance.now();
        const answer = await connection.ask(request);
        took.push(performance.now() - asked);
        if (REFUSED.test(answer)) refused += 1;
      }
      connection.end();
    }),
  );
  const perSecond = took.length / ((performance.now() - began) / 1_000);
  return { perSecond, p50: percentile(took, 0.5), p99: percentile(took, 0.99), refused };
}

type Asked = Pick<Load, 'perSecond' | 'p50' | 'p99' | 'refused'>;

async function measure(pgbench: string, site: Site): Promise<void> {
  const { database, url } = site;
  await prepareTpcb(pgbench, database.url);
  await sql`vacuum analyze`.execute(database.owner);
  await sql`checkpoint`.execute(database.owner);
  const move = (seconds: number, memberOf: MemberOf) =>
    askFor(url, transfers(site, seconds, memberOf), seconds);
  // Unmeasured rounds, so that all compile their hot paths: on a busy machine one round of seconds has too few transfers.
  for (let done = 0, round = 0; done < WARM_UP && round < 10; round += 1)
    done += 3 * (await move(3, ownMembers)).perSecond;
  const loads: number[] = [];
  const tpcb: number[] = [];
  const moved: Asked[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    loads.push(loadavg()[0] ?? Number.NaN);
    tpcb.push(await pgbenchRate(pgbench, database.url, SECONDS));
    moved.push(await move(SECONDS, ownMembers));
    const { perSecond, p50, p99 } = moved.at(-1) as Asked;
    process.stderr.write(
      `TPC-B ${tpcb.at(-1)?.toFixed(0)}/s, transfers ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms\n`,
    );
  }
  const together = await move(SECONDS, oneMember);
  const house = await houseAlone(site);
  await report({ loads, tpcb, moved, together, house, verified: await audit(database.url) });
}

interface Results {
  loads: number[];
  tpcb: number[];
  moved: Asked[];
  /** All connections for one member at a time. */
  together: Asked;
  /** The sandbox's game house without the product; two answers are one transfer's. */
  house: Asked;
  verified: string;
}

async function report({ loads, tpcb, moved, together, house, verified }: Results): Promise<void> {
  const ofTpcb = medianRatio(
    moved.map(({ perSecond }) => perSecond),
    tpcb,
  );
  const p99ToP50 = median(moved.map(({ p50, p99 }) => p99 / p50));
  await writeResult('transfer', {
    settings: { seconds: SECONDS, pairs: PAIRS, connections: CONNECTIONS, members: MEMBERS, fsync: 'on' },
    loadAverage: loads,
    tpcb,
    transfers: moved,
    oneMemberAtATime: together,
    gameHouseAlone: house,
    ratios: { ofTpcb, p99ToP50 },
    audit: verified,
  });
  const line = (name: string, results: Asked[]) => {
    const of = (figure: 'perSecond' | 'p50' | 'p99') => median(results.map((result) => result[figure]));
    const refused = results.reduce((sum, result) => sum + result.refused, 0);
    return `| ${name} | ${of('perSecond').toFixed(0)} | ${of('p50').toFixed(0)} | ${of('p99').toFixed(0)} | ${refused} |`;
  };
  process.stdout.write(`
| ${CONNECTIONS} connections, median of ${PAIRS} | a second | p50 ms | p99 ms | refused |
|---|---|---|---|---|
${line('POST /api/wallet/transfer', moved)}
${line('the same, all for one member at a time', [together])}
${line('game house of the sandbox alone, calls', [house])}
| TPC-B | ${median(tpcb).toFixed(0)} | | | |

transfers to TPC-B: ${(ofTpcb * 100).toFixed(1)} % (goal ${GOALS.ofTpcb * 100} %); p99 to p50: ${p99ToP50.toFixed(1)} (goal ${GOALS.p99ToP50})
load average at the start of each pair: ${loads.map((value) => value.toFixed(1)).join(', ')}
audit: ${verified}
`);
}

async function openSite(database: TestDatabase, measureSite: (site: Site) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-bench-sandbox-'));
  const sandbox = await startSandbox({ port: SANDBOX_PORT, dataDir: folder, secret: SANDBOX_SECRET });
  try {
    const node = await startNode(database.url, NODE_PORT, {
      KRAPAO_SANDBOX_PORT: String(SANDBOX_PORT),
      KRAPAO_LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'warn',
    });
    try {
      await populate(database, { members: MEMBERS });
      const game = await openPlayers(database, node.url, MEMBERS);
      await measureSite({ database, url: node.url, sandbox, game });
    } finally {
      await node.stop();
    }
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const pgbench = await findPgbench();
if (pgbench === undefined) {
  process.stdout.write(
    'Transfers: not measured. This machine has no pgbench (package postgresql-contrib).\n',
  );
  process.exit(0);
}
await onOwnDatabase({}, (database) => openSite(database, (site) => measure(pgbench, site)));
