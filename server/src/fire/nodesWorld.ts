import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@krapao/contract/client';
import { loadSettings, type Settings } from '../settings/settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/freePort.ts';
import { loosenPayouts } from '../testing/loosePayouts.ts';
import { type NodeProcess, startNode } from '../testing/nodeProcess.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandboxProcess.ts';
import { SHORT_WAITS } from '../testing/shortWaits.ts';
import { makeMember, registerWithoutOtp, type TestMember } from '../testing/testMember.ts';
import { type FaultProxy, startFaultProxy } from './faultProxy.ts';

/** Several server processes on one database, with one sandbox, which sends its webhooks to the first node. */
export interface NodesWorld {
  nodes: NodeProcess[];
  database: TestDatabase;
  /** The proxy between the nodes and the database. */
  proxy: FaultProxy;
  sandbox: SandboxProcess;
  secret: string;
  settings: Settings;
  /** A client of the node with this index. */
  client(token?: string, nth?: number): Client;
  /** Kills a node and starts it again at its address. */
  restart(nth: number): Promise<void>;
  /** Registers at the first node. */
  makeMember(): Promise<TestMember>;
  stop(): Promise<void>;
}

/**
 * @param clusterUrl in a Vitest file: OWN_CLUSTER
 * @param waits the time-outs of the nodes
 */
export async function startNodes(
  clusterUrl: string,
  count: number,
  waits: Record<string, string> = SHORT_WAITS,
): Promise<NodesWorld> {
  const database = await createTestDatabase(clusterUrl);
  await loosenPayouts(database.owner);
  const settings = await loadSettings(database.db, database.url);
  await registerWithoutOtp({ owner: database.owner, settings });
  const proxy = await startFaultProxy(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'krapao-nodes-'));
  const [sandboxPort, firstPort] = [await freePort(), await freePort()];
  const secret = randomBytes(16).toString('hex');
  const sandbox = await startSandbox({
    port: sandboxPort,
    dataDir: folder,
    webhookUrl: `http://127.0.0.1:${firstPort}`,
    secret,
  });
  const masterKey = randomBytes(32).toString('hex');
  const nodes: NodeProcess[] = [];
  const environments: Record<string, string>[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const environment = {
      PORT: String(nth === 0 ? firstPort : await freePort()),
      KRAPAO_SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SECRET: secret,
      KRAPAO_SECRET: masterKey,
      KRAPAO_DATA: join(folder, String(nth)),
      DATABASE_URL: proxy.url,
      ...waits,
    };
    environments.push(environment);
    nodes.push(await startNode(environment));
  }
  const client = (token?: string, nth = 0) =>
    createClient({
      baseUrl: nodes[nth]?.url ?? '',
      getToken: () => token ?? null,
      getLanguageTag: () => 'th',
    });
  return {
    nodes,
    database,
    proxy,
    sandbox,
    secret,
    settings,
    client,
    restart: async (nth) => {
      await nodes[nth]?.kill();
      nodes[nth] = await startNode(environments[nth] ?? {});
    },
    makeMember: () => makeMember({ client, owner: database.owner, settings }),
    stop: async () => {
      proxy.setSilent(false);
      for (const node of nodes) {
        if (!node.isRunning()) throw new Error(`The server ended by itself: ${node.output()}`);
        const code = await node.stop();
        if (code !== 0) throw new Error(`The server stopped with ${code}: ${node.output()}`);
      }
      await settings.close();
      await sandbox.stop();
      await proxy.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
