import { startTestCluster } from '@krapao/server/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@krapao/server/testing/database';

/** Measures on a database of a PostgreSQL of its own, and ends both. @param settings of PostgreSQL, besides those of tests */
export async function onOwnDatabase(
  settings: Parameters<typeof startTestCluster>[0],
  measure: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const cluster = await startTestCluster(settings);
  try {
    const database = await createTestDatabase(cluster.url);
    try {
      await measure(database);
    } finally {
      await database.close();
    }
  } finally {
    await cluster.stop();
  }
}
