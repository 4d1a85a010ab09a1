import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@krapao/contract/client';
import { connectAsOwner, type Db } from '../database/connect.ts';
import { findEmbedded, startEmbedded } from '../embedded/embedded.ts';
import { SETTINGS } from '../settings/schema.ts';
import { loadSettings, writeSetting } from '../settings/settings.ts';
import { freePort } from '../testing/freePort.ts';
import { loosenPayouts } from '../testing/loosePayouts.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandboxProcess.ts';
import { SHORT_WAITS } from '../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { type NodeProcess, startNode } from './nodeProcess.ts';

/** The product as `npm start` runs it: one node with its embedded PostgreSQL, and the sandbox. */
export interface FireWorld {
  node(): NodeProcess;
  /** Restarts the node at the same address, as a supervisor does. */
  restartNode(): Promise<void>;
  sandbox: SandboxProcess;
  /** The API key of the sandbox. */
  secret: string;
  dataFolder: string;
  /** Connected as the owner of the database. */
  owner: Db;
  client(token?: string): Client;
  makeMember(): Promise<TestMember>;
  stop(): Promise<void>;
}

/** Starts a separate world in its own folder. */
export async function startFireWorld(): Promise<FireWorld> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'krapao-fire-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const secret = randomBytes(16).toString('hex');
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({ port: sandboxPort, dataDir: dataFolder, webhookUrl: url, secret });
  const environment = {
    PORT: String(port),
    KRAPAO_SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SECRET: secret,
    KRAPAO_DATA: dataFolder,
    // Connections to the sandbox under either name of this machine.
    KRAPAO_OWN_NETWORK_HOSTS: ['127.0.0.1', 'localhost'].map((host) => `${host}:${sandboxPort}`).join(','),
    ...SHORT_WAITS,
  };
  let node = await startNode(environment);
  let databaseUrl = (await findEmbedded(dataFolder)) ?? '';
  let owner = connectAsOwner(databaseUrl);
  await loosenPayouts(owner);
  // Payments of the load come from bank accounts without an owner, so that the members' accounts show only payouts.
  const deposit = { ...SETTINGS.deposit.default, thirdPartyPayer: 'credit' as const };
  await owner.transaction().execute((trx) => writeSetting(trx, 'deposit', deposit, 'test'));
  const clientOf = (token?: string) =>
    createClient({ baseUrl: url, getToken: () => token ?? null, getLanguageTag: () => 'th' });
  return {
    node: () => node,
    restartNode: async () => {
      node = await startNode(environment);
      // If PostgreSQL was killed too, it has a new port.
      const url = (await findEmbedded(dataFolder)) ?? '';
      if (url === databaseUrl) return;
      await owner.destroy();
      databaseUrl = url;
      owner = connectAsOwner(url);
    },
    sandbox,
    secret,
    dataFolder,
    get owner() {
      return owner;
    },
    client: clientOf,
    makeMember: async () => {
      const settings = await loadSettings(owner, databaseUrl);
      try {
        return await makeMember({ client: clientOf, owner, settings });
      } finally {
        await settings.close();
      }
    },
    stop: async () => {
      await owner.destroy();
      await node.stop();
      await sandbox.stop();
      // When the node was killed last, its PostgreSQL still runs.
      await startEmbedded(dataFolder).then((database) => database.stop());
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
