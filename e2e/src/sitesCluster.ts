import { startTestCluster } from '@krapao/server/testing/cluster';

/**
 * Starts the PostgreSQL in which every worker of a run makes the databases of its own sites: making a new one takes longer
 * than many a test, and workers come and go. @returns stops it
 */
export default async function startSitesCluster(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  process.env.KRAPAO_E2E_CLUSTER = cluster.url;
  return cluster.stop;
}

/** Its owner's URL, in a worker. */
export function sitesClusterUrl(): string {
  const url = process.env.KRAPAO_E2E_CLUSTER;
  if (url === undefined)
    throw new Error('The configuration does not name sitesCluster.ts as a global setup.');
  return url;
}
