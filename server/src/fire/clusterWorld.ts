import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../cluster/startCluster.ts';
import { connectAsOwner } from '../database/connect.ts';
import { freePort } from '../testing/freePort.ts';
import { until } from '../testing/moneyWorld.ts';
import { SHORT_WAITS } from '../testing/shortWaits.ts';
import { clientsOf, type FireWorld, makeMemberOf, prepareForFire } from './fireWorld.ts';
import { between } from './randomness.ts';

const WHOLE_WITHIN_MS = 120_000;

/** Several nodes behind a balancer, a pair of databases and a pooler; its supervisor brings back what is killed. */
export async function startClusterWorld(): Promise<FireWorld> {
  const ownFolder = await mkdtemp(join(tmpdir(), 'krapao-fire-'));
  const secret = randomBytes(16).toString('hex');
  const sandboxPort = await freePort();
  const cluster = await startCluster({
    port: await freePort(),
    sandboxPort,
    secret,
    folder: join(ownFolder, 'cluster'),
    environment: {
      KRAPAO_OWN_NETWORK_HOSTS: ['127.0.0.1', 'localhost'].map((host) => `${host}:${sandboxPort}`).join(','),
      ...SHORT_WAITS,
    },
    say: () => undefined,
  });
  const owner = connectAsOwner(cluster.databaseUrl);
  const whole = async () => {
    await until(async () => cluster.isWhole(), WHOLE_WITHIN_MS);
  };
  await prepareForFire(owner);
  // Nodes that run hear of settings a moment later.
  const hasHeard = (url: string) =>
    clientsOf(url)()('GET /api/lookup/registerOTP').then(({ registerOTP }) => !registerOTP);
  await until(async () => (await Promise.all(cluster.nodes.map(hasHeard))).every(Boolean));
  const client = clientsOf(cluster.url);
  return {
    url: cluster.url,
    sandbox: cluster.sandbox,
    secret,
    dataFolder: cluster.dataFolder,
    owner,
    client,
    makeMember: () => makeMemberOf(client, owner, cluster.databaseUrl),
    kill: (victim, random) =>
      cluster.kill(victim === 'primary' ? victim : `node-${between(random, 1, cluster.nodes.length)}`),
    recover: whole,
    endedByItself: () => cluster.ended()[0],
    stop: async () => {
      await owner.destroy();
      await cluster.stop();
      await rm(ownFolder, { recursive: true, force: true });
    },
  };
}
