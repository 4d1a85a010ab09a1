import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedDatabase, startEmbedded } from '../embedded/embedded.ts';
import { lockFolder } from '../embedded/folderLock.ts';
import { FAST, makeClusterFolder } from './cluster.ts';
import { createTemplates } from './templates.ts';

const copy = promisify(execFile);

/**
 * Opens the clusters of a run's workers. Each has its own: the audit log's seals, the totals of reports and the scans of cases
 * wait for the oldest write of the whole cluster, and so would those of one worker for another's. A cluster is started when
 * its worker asks for it, as a copy of one that holds the templates.
 * @returns the address where a worker asks for the URL of its cluster's owner, at the path of its number
 */
export async function openWorkerClusters(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await makeClusterFolder();
  const unlock = await lockFolder(folder);
  const template = makeTemplate(join(folder, 'template'));
  template.catch(() => undefined);
  const clusters = new Map<string, Promise<EmbeddedDatabase>>();
  const ask = (worker: string) => {
    const known = clusters.get(worker) ?? template.then((from) => startCopy(from, join(folder, worker)));
    clusters.set(worker, known);
    return known;
  };
  const door = createServer((request, response) => {
    ask(`worker-${(request.url ?? '').replaceAll(/\D/g, '')}`).then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close: async () => {
      door.close();
      await Promise.allSettled([template]);
      const started = await Promise.allSettled(clusters.values());
      for (const { value } of started.filter((one) => one.status === 'fulfilled')) await value.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      await unlock();
    },
  };
}

/** Makes a cluster with the templates, and stops it. @returns its folder */
async function makeTemplate(folder: string): Promise<string> {
  const database = await startEmbedded(folder, FAST);
  try {
    await createTemplates(database.url);
  } finally {
    await database.stop();
  }
  return folder;
}

async function startCopy(template: string, folder: string): Promise<EmbeddedDatabase> {
  // Keeps the owner of the files, as whom PostgreSQL runs.
  await copy('cp', ['-Rp', template, folder]);
  return startEmbedded(folder, FAST);
}
