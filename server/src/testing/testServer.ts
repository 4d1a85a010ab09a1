import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@krapao/contract/client';
import { moveClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/connect.ts';
import type { Settings } from '../settings/settings.ts';
import { startServer } from '../startServer.ts';
import { createTestDatabase } from './database.ts';
import { setDatabaseClock } from './databaseClock.ts';
import { freePort } from './freePort.ts';
import { loosenPayouts } from './loosePayouts.ts';
import { type SandboxHere, startSandboxHere } from './sandboxHere.ts';
import { BARE, templateOf } from './templates.ts';

export interface TestServer {
  url: string;
  db: Db;
  /** Connected as the owner of the database, for operations that the application may not execute. */
  owner: Db;
  databaseUrl: string;
  settings: Settings;
  /** What the node's capabilities share, for verbs that a test runs itself. */
  context: AppContext;
  sandbox: SandboxHere;
  dataFolder: string;
  /** The site's time: this database's, this process's, and the sandbox's. */
  clock: {
    /** Lets so many milliseconds pass at once: what has become due in this process runs, and the next look finds due rows. */
    move(ms: number): Promise<void>;
  };
  /**
   * Runs a job, or all jobs whose rows are due, until nothing is left to do; in the second case what the sandbox has to tell
   * is told, too. Rows under a lease wait for it, as long as the clock stands.
   */
  work(job?: string): Promise<void>;
  /** Runs a job now instead of at its next interval. */
  wakeJob(name: string): void;
  /** Resolves when the node has heard and read what any node announced before. */
  heard(): Promise<void>;
  /** A typed client; without a token it is a visitor's. */
  client(token?: string): Client;
  stop(): Promise<void>;
}

/**
 * A complete node on its own database, with the sandbox, over real HTTP. Payout rules are off.
 * @param clusterUrl in a Vitest file: OWN_CLUSTER
 * @param environment additional settings, for example `{ KRAPAO_VARIANT: 'laos' }`
 */
export async function startTestServer(
  clusterUrl: string,
  environment: Record<string, string> = {},
): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'krapao-node-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const secret = environment.SANDBOX_SECRET ?? randomBytes(16).toString('hex');
  const env = {
    PORT: String(port),
    KRAPAO_SANDBOX_PORT: String(sandboxPort),
    // In production the sandbox is nobody but the makers that connections call.
    KRAPAO_OWN_NETWORK_HOSTS: `127.0.0.1:${sandboxPort}`,
    SANDBOX_SECRET: secret,
    KRAPAO_DATA: dataFolder,
    KRAPAO_LOG_LEVEL: 'fatal',
    // On a busy machine, calls of a test wait instead of failing.
    KRAPAO_DATABASE_TIMEOUT_MS: '60000',
    ...environment,
  };
  const template = templateOf(readConfig(env));
  const [sandbox, database] = await Promise.all([
    startSandboxHere({
      port: sandboxPort,
      dataDir: dataFolder,
      webhookUrl: `http://127.0.0.1:${port}`,
      secret,
    }),
    createTestDatabase(clusterUrl, template),
  ]);
  if (template === BARE) await loosenPayouts(database.owner);
  const address = { DATABASE_URL: database.url, ...env };
  const server = await startServer(readConfig(address), address);
  let aheadMs = 0;
  return {
    url: server.url,
    db: server.db,
    owner: database.owner,
    databaseUrl: database.url,
    settings: server.settings,
    context: { ...server.context, log: server.app.log },
    sandbox,
    dataFolder,
    clock: {
      move: async (ms) => {
        aheadMs += ms;
        // First the rows, so that what this process looks for then is due.
        await setDatabaseClock(database.owner, aheadMs);
        sandbox.moveClock(ms);
        moveClock(ms);
      },
    },
    work: async (job) => {
      if (job !== undefined) return server.work(job);
      // What a job orders, the sandbox tells of, and what it tells makes other jobs due.
      do await server.work();
      while ((await sandbox.delivered()) > 0);
    },
    wakeJob: server.context.wakeJob,
    heard: server.heard,
    client: (token) =>
      createClient({ baseUrl: server.url, getToken: () => token ?? null, getLanguageTag: () => 'th' }),
    stop: async () => {
      // Files that follow in this worker have the true time also when a stop fails.
      await server.stop().finally(() => moveClock(-aheadMs));
      sandbox.moveClock(-aheadMs);
      await sandbox.stop();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
