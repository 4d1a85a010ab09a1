import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../embedded/embedded.ts';
import { holderOf } from '../embedded/folderLock.ts';
import { createTemplates } from './templates.ts';

const PREFIX = 'krapao-test-';

const FAST = {
  deadlock_timeout: '50ms',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
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
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
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

/** Stops and removes the clusters of killed test runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || (await holderOf(folder)) !== undefined) continue;
    const hasCluster = await readdir(join(folder, 'postgres')).then(
      () => true,
      () => false,
    );
    if (!hasCluster) continue;
    await startEmbedded(folder)
      .then((database) => database.stop())
      .catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
