import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@krapao/contract/client';
import { type DatabasePair, startPair } from '../cluster/databasePair.ts';
import { connectAsOwner, type Db } from '../database/connect.ts';
import { withClient } from '../database/databaseClient.ts';
import { findEmbedded, startEmbedded } from '../embedded/embedded.ts';
import { SETTINGS } from '../settings/schema.ts';
import { loadSettings, writeSetting } from '../settings/settings.ts';
import { freePort } from '../testing/freePort.ts';
import { loosenPayouts } from '../testing/loosePayouts.ts';
import { type NodeProcess, startNode } from '../testing/nodeProcess.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandboxProcess.ts';
import { SHORT_WAITS } from '../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { kill, type Victim } from './killer.ts';
import type { LossyDisk } from './lossyDisk.ts';

/** Where a fire world keeps its data; by default in a folder of its own, with the embedded PostgreSQL of `npm start`. */
export interface FirePlace {
  /** The disk for the data of node and database; the sandbox stands on another machine. */
  disk?: LossyDisk;
  /** The database has a synchronous standby. */
  hasStandby?: boolean;
  /** An empty database of somebody who fails it over during the run. */
  databaseUrl?: string;
}

/** What the load plays against. */
export interface FireWorld {
  /** Where members and counterparts call. */
  url: string;
  sandbox: SandboxProcess;
  /** The API key of the sandbox. */
  secret: string;
  dataFolder: string;
  /** Connected as the owner of the database. */
  owner: Db;
  client(token?: string): Client;
  makeMember(): Promise<TestMember>;
  /** Kills; what has no supervisor is started again. */
  kill(victim: Victim, random: () => number): Promise<void>;
  /** What was lost with the victim is there for the next kill. */
  recover(victim: Victim): Promise<void>;
  /** What ended without a kill. */
  endedByItself(): string | undefined;
  stop(): Promise<void>;
}

/** The product as `npm start` runs it: one node with its PostgreSQL, and the sandbox. */
export interface NodeWorld extends FireWorld {
  node(): NodeProcess;
  /** Restarts the node at the same address, as a supervisor does; `clockShiftMs`: how much its clock is ahead. */
  restartNode(clockShiftMs?: number): Promise<void>;
  /** The disk of the data folder, when its power can be cut. */
  disk?: LossyDisk;
  /** The database and its standby, when it has one. */
  pair?: DatabasePair;
}

/** Starts a separate world in its own folder. @throws Error when the given database is not empty */
export async function startFireWorld({
  disk,
  hasStandby = false,
  databaseUrl: foreignUrl,
}: FirePlace = {}): Promise<NodeWorld> {
  if (foreignUrl !== undefined) await requireEmpty(foreignUrl);
  const ownFolder = await mkdtemp(join(tmpdir(), 'krapao-fire-'));
  const dataFolder = disk?.folder ?? ownFolder;
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const secret = randomBytes(16).toString('hex');
  const pair = hasStandby ? await startPair([await freePort(), await freePort()]) : undefined;
  const givenUrl = pair?.url ?? foreignUrl;
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({ port: sandboxPort, dataDir: ownFolder, webhookUrl: url, secret });
  const environment = {
    PORT: String(port),
    KRAPAO_SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SECRET: secret,
    KRAPAO_DATA: dataFolder,
    ...(givenUrl !== undefined && { DATABASE_URL: givenUrl }),
    // Connections to the sandbox under either name of this machine.
    KRAPAO_OWN_NETWORK_HOSTS: ['127.0.0.1', 'localhost'].map((host) => `${host}:${sandboxPort}`).join(','),
    ...SHORT_WAITS,
  };
  let node = await startNode(environment);
  const findDatabase = async () => givenUrl ?? (await findEmbedded(dataFolder)) ?? '';
  let databaseUrl = await findDatabase();
  let owner = connectAsOwner(databaseUrl);
  await prepareForFire(owner);
  // A node that starts knows the settings; one that runs hears of them a moment later.
  await node.kill();
  node = await startNode(environment);
  const clientOf = clientsOf(url);
  const world: NodeWorld = {
    url,
    node: () => node,
    restartNode: async (clockShiftMs) => {
      node = await startNode(environment, clockShiftMs);
      // If PostgreSQL was killed too, it has a new port.
      const url = await findDatabase();
      if (url === databaseUrl) return;
      await owner.destroy();
      databaseUrl = url;
      owner = connectAsOwner(url);
    },
    sandbox,
    secret,
    dataFolder,
    ...(disk && { disk }),
    ...(pair && { pair }),
    get owner() {
      return owner;
    },
    client: clientOf,
    makeMember: () => makeMemberOf(clientOf, owner, databaseUrl),
    kill: (victim, random) => kill(world, victim, random),
    // The machine that was lost comes back as the standby, while the load goes on.
    recover: async (victim) => {
      if (victim === 'primary') await pair?.attachStandby();
    },
    endedByItself: () => (node.isRunning() ? undefined : `The server ended by itself: ${node.output()}`),
    stop: async () => {
      await owner.destroy();
      await node.stop();
      await sandbox.stop();
      // When the node was killed last, its PostgreSQL still runs.
      if (foreignUrl === undefined) await (pair ?? (await startEmbedded(dataFolder))).stop();
      await rm(ownFolder, { recursive: true, force: true });
    },
  };
  return world;
}

/** Clients of an address. */
export const clientsOf =
  (baseUrl: string) =>
  (token?: string): Client =>
    createClient({ baseUrl, getToken: () => token ?? null, getLanguageTag: () => 'th' });

/** Registers a member of the load. */
export async function makeMemberOf(
  client: FireWorld['client'],
  owner: Db,
  databaseUrl: string,
): Promise<TestMember> {
  const settings = await loadSettings(owner, databaseUrl);
  try {
    return await makeMember({ client, owner, settings });
  } finally {
    await settings.close();
  }
}

/** Settings under which the load can play and pay unattended. Nodes that run hear of them a moment later. */
export async function prepareForFire(owner: Db): Promise<void> {
  await loosenPayouts(owner);
  // Payments of the load come from bank accounts without an owner, so that the members' accounts show only payouts.
  const deposit = { ...SETTINGS.deposit.default, thirdPartyPayer: 'credit' as const };
  // The load plays for hours and answers no questions.
  const pack = SETTINGS.protection.default;
  const protection = { ...pack, realityCheck: { ...pack.realityCheck, isOn: false } };
  await owner.transaction().execute(async (trx) => {
    await writeSetting(trx, 'deposit', deposit, 'test');
    await writeSetting(trx, 'protection', protection, 'test');
    await writeSetting(trx, 'registration', { otp: false }, 'test');
    await writeSetting(trx, 'links', { ...SETTINGS.links.default, addressMembers: 1 }, 'test');
  });
}

/** The load invents money: it must not reach a database that somebody uses. */
async function requireEmpty(url: string): Promise<void> {
  const { rowCount } = await withClient(url, (client) =>
    client.query(
      "select from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1",
    ),
  );
  if (rowCount !== 0)
    throw new Error('The database is not empty; the load invents money, so give it its own.');
}
