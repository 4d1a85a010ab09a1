import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@krapao/server/testing/database';
import { freePort } from '@krapao/server/testing/freePort';
import { childrenOf } from '@krapao/server/testing/processes';
import { startSandbox } from '@krapao/server/testing/sandboxProcess';
import { makeOperator } from '@krapao/server/testing/testOperator';
import { sql } from 'kysely';
import { openBetting } from '../betting.ts';
import { type NodeProcess, SANDBOX_SECRET, startNode } from '../nodeProcess.ts';
import { askAsMember, openPlayers } from '../players.ts';
import type { SiteFacts } from './site.ts';
import { type Parts, parentOf } from './usage.ts';

const OPERATORS = 20;
const PLAYERS = 300;
/** Files of a node that are neither lines nor sockets. */
const OTHER_FILES = 1_500;

export interface Site {
  database: TestDatabase;
  nodes: NodeProcess[];
  facts: Omit<SiteFacts, 'generator' | 'generators'>;
  /** The processes of the run: nodes, database, sandbox. */
  parts(): Promise<Parts>;
  stop(): Promise<void>;
}

/** How many files a process may have open: it limits the screens of a node. */
async function filesMax(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? 1_024);
}

/** Starts database, sandbox and nodes with a population at work. Nothing is left after `stop`, nor when it throws. */
export async function openSite(nodeCount: number, members: number): Promise<Site> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    return { ...(await start(nodeCount, members, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(nodeCount: number, members: number, stops: (() => Promise<void>)[]) {
  const cluster = await startTestCluster({ max_connections: '300' });
  stops.push(() => cluster.stop());
  const database = await createTestDatabase(cluster.url);
  stops.push(() => database.close());
  const folder = await mkdtemp(join(tmpdir(), 'krapao-bench-mixed-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox({ dataDir: join(folder, 'sandbox'), secret: SANDBOX_SECRET });
  stops.push(() => sandbox.stop());
  const shared = {
    KRAPAO_DATA: join(folder, 'nodes'),
    KRAPAO_SECRET: randomBytes(32).toString('hex'),
    KRAPAO_SANDBOX_PORT: new URL(sandbox.url).port,
    KRAPAO_TRUSTED_PROXIES: '1',
    KRAPAO_LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'fatal',
  };
  const nodes: NodeProcess[] = [];
  for (let nth = 0; nth < nodeCount; nth += 1) {
    const node = await startNode(database.url, await freePort(), shared);
    stops.push(() => node.stop());
    nodes.push(node);
  }
  const [{ url }] = nodes as [NodeProcess];
  const betting = await openBetting(database, url, members);
  const cookies: string[] = [];
  for (let nth = 0; nth < OPERATORS; nth += 1)
    cookies.push((await makeOperator({ owner: database.owner, url }, 'administrator')).cookie);
  const players = Math.min(PLAYERS, members);
  const game = await openPlayers(database, url, players);
  const { banks } = await askAsMember<{ banks: Record<string, string>[] }>(url, '/api/lookup/deposit');
  const bank = banks.find(({ bankType, mode }) => bankType === 'BANK' && mode === 'AUTO');
  const { PREFIX } = await askAsMember<{ PREFIX: string }>(url, '/api/chat/config');
  const room = (await filesMax()) - OTHER_FILES - Math.ceil(members / nodeCount);
  const facts = {
    nodes: nodes.map((node) => node.url),
    sandboxUrl: sandbox.url,
    sandboxSecret: SANDBOX_SECRET,
    connectionId: betting.connectionId,
    privateKey: betting.privateKey,
    members: betting.members,
    players,
    game,
    password: betting.password,
    cookies,
    bankCode: bank?.bankCode ?? '',
    accountNo: bank?.bankAccountNo ?? '',
    chatPrefix: PREFIX,
    sockets: Math.max(0, Math.min(members, room * nodeCount)),
  };
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.owner);
  const postmaster = await parentOf(rows[0]?.pid ?? 0);
  const pids = nodes.map(({ pid }) => pid);
  const known = new Set(pids);
  const sandboxPids = await sandboxOf(process.pid, known);
  const parts = async (): Promise<Parts> => ({
    ...Object.fromEntries(pids.map((pid, nth) => [`node ${nth + 1}`, [pid]])),
    database: [postmaster, ...(await childrenOf(postmaster))],
    sandbox: sandboxPids,
  });
  return { database, nodes, facts, parts };
}

/** The child process that runs the sandbox. */
async function sandboxOf(parent: number, nodes: Set<number>): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await childrenOf(parent)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!nodes.has(pid) && command.includes('sandbox/src/main.ts')) found.push(pid);
  }
  return found;
}
