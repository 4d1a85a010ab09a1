import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_DOCS: 'off' });
});
afterAll(() => server.stop());

test('ASVS 13.4.5 nobody reads the list of calls where it is switched off', async () => {
  for (const path of ['/docs/json', '/docs/yaml', '/docs/static/index.html']) {
    expect(await (await fetch(server.url + path)).text(), path).not.toContain('/api/wallet');
  }
});
