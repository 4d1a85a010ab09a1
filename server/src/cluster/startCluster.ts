import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '../database/databaseClient.ts';
import { freePort } from '../testing/freePort.ts';
import { type NodeProcess, startNode } from '../testing/nodeProcess.ts';
import { slay } from '../testing/processes.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandboxProcess.ts';
import { startBalancer } from './balancer.ts';
import { type DatabasePair, startPair } from './databasePair.ts';
import { startForwarder } from './forwarder.ts';
import { superviseDatabase, watch } from './supervisor.ts';
import { startPgbouncer } from './systemPgbouncer.ts';

const NODES = 3;
const POOLED_CONNECTIONS = 20;
const POOL_ROLE = 'krapao_node';

export type ClusterPart = 'primary' | 'standby' | `node-${number}`;

/** A whole site on this machine: nodes behind a balancer, a PostgreSQL pair, a pooler where there is one, the sandbox. */
export interface Cluster {
  /** The balancer's address. */
  url: string;
  /** The addresses of the nodes. */
  nodes: readonly string[];
  sandbox: SandboxProcess;
  /** The owner's address of the database, with both hosts. */
  databaseUrl: string;
  /** The folder that the nodes share. */
  dataFolder: string;
  /** What runs besides the nodes, by its purpose. */
  parts: { balancer: string; pooler: string; database: string };
  /** The folder with one file for each part's process: `kill -9 $(cat <folder>/primary)`. */
  pids: string;
  /** Sends SIGKILL to a part with its children. The supervisor brings it back. */
  kill(part: ClusterPart): Promise<void>;
  /** What nodes said that ended by themselves. */
  ended(): readonly string[];
  /** Whether all nodes run and the primary has its standby. */
  isWhole(): boolean;
  stop(): Promise<void>;
}

export interface ClusterPlace {
  port: number;
  sandboxPort: number;
  /** Shared with the sandbox. */
  secret: string;
  /** Emptied at the start and removed at the end. */
  folder: string;
  /** Further settings of the nodes. */
  environment?: Record<string, string>;
  /** Tells people what was lost and what came back. */
  say: (line: string) => void;
}

/** Starts everything, in an empty world. Nothing is left after `stop`, nor when it throws. */
export async function startCluster(place: ClusterPlace): Promise<Cluster> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    return { ...(await start(place, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(place: ClusterPlace, stops: (() => Promise<unknown>)[]): Promise<Omit<Cluster, 'stop'>> {
  const { port, sandboxPort, secret, folder, say } = place;
  await rm(folder, { recursive: true, force: true });
  const pids = join(folder, 'pids');
  await mkdir(pids, { recursive: true });
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const pair = await startPair([await freePort(), await freePort()]);
  stops.push(() => pair.stop());
  const primary = await startForwarder(0, () => [portOf(pair.urls[pair.primary()])]);
  stops.push(() => primary.stop());
  const pooler = await startPgbouncer(await poolLogin(pair, primary.port), POOLED_CONNECTIONS);
  if (pooler !== undefined) stops.push(() => pooler.stop());
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    port: sandboxPort,
    dataDir: join(folder, 'sandbox'),
    webhookUrl: url,
    secret,
  });
  stops.push(() => sandbox.stop());

  const dataFolder = join(folder, 'files');
  const environment = {
    PUBLIC_URL: url,
    DATABASE_URL: pair.url,
    KRAPAO_POOL_URL: pooler?.url ?? '',
    KRAPAO_SECRET: randomBytes(32).toString('hex'),
    KRAPAO_SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SECRET: secret,
    // A folder that all nodes share, as the operators of several nodes without a bucket have one.
    KRAPAO_DATA: dataFolder,
    ...place.environment,
  };
  const nodes: NodeProcess[] = [];
  stops.push(() => Promise.all(nodes.map((node) => node.stop())));
  const ports = await Promise.all(Array.from({ length: NODES }, () => freePort()));
  const startNth = async (nth: number) => {
    nodes[nth] = await startNode({ ...environment, PORT: String(ports[nth]) });
  };
  // The first makes the tables.
  await startNth(0);
  const others = await Promise.allSettled(ports.slice(1).map((_, nth) => startNth(nth + 1)));
  for (const other of others) if (other.status === 'rejected') throw other.reason;
  const pidOf = async (part: ClusterPart) =>
    part === 'primary' || part === 'standby'
      ? pair.pid(part === 'primary' ? pair.primary() : 1 - pair.primary())
      : nodes[Number(part.slice('node-'.length)) - 1]?.pid;
  const parts: ClusterPart[] = ['primary', 'standby', ...nodes.map((_, nth) => `node-${nth + 1}` as const)];
  const writePids = () =>
    Promise.all(parts.map(async (part) => writeFile(join(pids, part), `${(await pidOf(part)) ?? ''}\n`)));
  await writePids();
  const tell = (line: string) => {
    void writePids().catch(() => undefined);
    say(line);
  };

  const balancer = await startBalancer(port, ports);
  stops.push(() => balancer.stop());
  const database = superviseDatabase(pair, tell, () => primary.cut());
  const ended: string[] = [];
  const watches = [...nodes.keys()].map((nth) =>
    watch(async () => {
      const node = nodes[nth];
      if (node?.isRunning()) return;
      // Who was killed has no exit code.
      if (node !== undefined && node.exitCode() !== null)
        ended.push(`Node ${nth + 1} ended with ${node.exitCode()}: ${node.output()}`);
      tell(`Node ${nth + 1} is lost and starts again.`);
      await startNth(nth);
      tell(`Node ${nth + 1} runs again.`);
    }),
  );
  // First of all, and all at once: what stops now is not lost.
  stops.push(() => Promise.all([database.stop(), ...watches.map((end) => end())]));
  return {
    url,
    nodes: ports.map((node) => `http://127.0.0.1:${node}`),
    sandbox,
    databaseUrl: pair.url,
    dataFolder,
    parts: {
      balancer: balancer.name,
      pooler: pooler ? `PgBouncer ${pooler.version}` : 'none (install pgbouncer for one)',
      database: pair.urls.map((one) => `127.0.0.1:${portOf(one)}`).join(' and '),
    },
    pids,
    kill: async (part) => {
      if (part === 'primary') return pair.kill(pair.primary());
      if (part === 'standby') return pair.kill(1 - pair.primary());
      const pid = await pidOf(part);
      if (pid) slay(pid);
    },
    ended: () => ended,
    isWhole: () => database.hasStandby() && nodes.every((node) => node.isRunning()),
  };
}

const portOf = (url: string | undefined) => Number(new URL(url ?? '').port);

/** The pooler's user (docs/operations.md), at the port that leads to the primary. */
async function poolLogin(pair: DatabasePair, port: number): Promise<string> {
  const password = randomBytes(16).toString('hex');
  await withClient(pair.url, async (client) => {
    await client.query('create role krapao_app nologin');
    await client.query(`create role ${POOL_ROLE} login password '${password}' in role krapao_app`);
    await client.query(`alter role ${POOL_ROLE} set statement_timeout = '10s'`);
    await client.query(`alter role ${POOL_ROLE} set idle_in_transaction_session_timeout = '30s'`);
  });
  const url = new URL(pair.urls[0]);
  Object.assign(url, { username: POOL_ROLE, password, port: String(port) });
  return url.href;
}
