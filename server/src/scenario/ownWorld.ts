import type { Scenario } from '@krapao/contract/api/operator/incidents';
import { startTestCluster } from '../testing/cluster.ts';
import { SHORT_PROVIDER_WAITS } from '../testing/shortWaits.ts';
import { startTestServer } from '../testing/testServer.ts';
import type { Played } from './played.ts';
import { playScenario } from './playScenario.ts';

/** Plays a scenario in a sandbox world of its variant with its own PostgreSQL, which ends with it. */
export async function playInOwnWorld(scenario: Scenario): Promise<Played> {
  const cluster = await startTestCluster();
  try {
    const server = await startTestServer(cluster.url, {
      KRAPAO_VARIANT: scenario.variant,
      ...SHORT_PROVIDER_WAITS,
    });
    try {
      return await playScenario(server, scenario);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
  }
}
