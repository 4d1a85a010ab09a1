import { startTestCluster } from '@krapao/server/testing/cluster';

/**
 * Starts the PostgreSQL in which all workers of a run create the databases of their sites. Starting a cluster takes
 * longer than many tests, and Playwright replaces workers. @returns a function that stops it
 */
export default async function startSitesCluster(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  process.env.KRAPAO_E2E_CLUSTER = cluster.url;
  return cluster.stop;
}

/** The URL of its owner, for a worker. */
export function sitesClusterUrl(): string {
  const url = process.env.KRAPAO_E2E_CLUSTER;
  if (url === undefined)
    throw new Error('The configuration does not name sitesCluster.ts as a global setup.');
  return url;
}
