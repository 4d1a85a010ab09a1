import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../embedded/embedded.ts';
import { holderOf } from '../embedded/folderLock.ts';
import { createTemplates } from './templates.ts';

const PREFIX = 'krapao-test-';

/** PostgreSQL's settings for tests: nothing outlives a loss of power. */
export const FAST = {
  // The tests of a worker touch little of each of its databases.
  shared_buffers: '64MB',
  deadlock_timeout: '50ms',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Tests keep temporary files in memory: the log is kept small.
  max_wal_size: '256MB',
  // Each connection derives the key of its password anew, a few thousand times by default.
  scram_iterations: '1',
  // Several workers run two nodes each, with up to 40 connections a node.
  max_connections: '500',
};

/**
 * Starts a temporary cluster that contains the templates.
 * @param settings PostgreSQL settings; without fsync by default, `{}` for one as durable as in production
 * @returns its owner's URL and its stop
 */
export async function startTestCluster(
  settings: Record<string, string> = FAST,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await makeClusterFolder();
  try {
    const database = await startEmbedded(folder, settings);
    const stop = async () => {
      await database.stop();
      // Another run may be checking whether the folder is abandoned.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    };
    try {
      await createTemplates(database.url);
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: database.url, stop };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A new folder for clusters, which the next run removes if this one is killed. */
export async function makeClusterFolder(): Promise<string> {
  await removeAbandoned();
  return mkdtemp(join(tmpdir(), PREFIX));
}

/** Stops and removes the clusters of killed test runs, in their folders and one below. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || (await holderOf(folder)) !== undefined) continue;
    const inside = (await readdir(folder).catch(() => [])).map((inner) => join(folder, inner));
    const clusters = (await Promise.all([folder, ...inside].map(hasCluster))).flat();
    for (const cluster of clusters)
      await startEmbedded(cluster)
        .then((database) => database.stop())
        .catch(() => undefined);
    if (clusters.length > 0) await rm(folder, { recursive: true, force: true });
  }
}

/** The folder itself if a cluster is in it, otherwise nothing. */
async function hasCluster(folder: string): Promise<string[]> {
  return readdir(join(folder, 'postgres')).then(
    () => [folder],
    () => [],
  );
}
