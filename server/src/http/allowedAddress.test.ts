import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '../settings/settings.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { changeSetting } from '../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  member = await makeMember(server);
});
afterAll(() => server.stop());

const ask = (ip: string) => rawCall(server.url, 'GET /api/wallet', { token: member.token, ip });
const visit = (ip: string) => rawCall(server.url, 'GET /api/lookup/active', { ip });

test('API-05 a network that the setting denies is INVALID_IP, for members and visitors, at once', async () => {
  await changeSetting(server, 'access', { deniedNetworks: ['198.51.100.0/24', '2001:db8:bad::/48'] });
  for (const ip of ['198.51.100.9', '::ffff:198.51.100.9', '2001:db8:bad::1']) {
    expect(await ask(ip)).toMatchObject({ status: 403, body: { code: 'INVALID_IP' } });
    expect(await visit(ip)).toMatchObject({ status: 403, body: { code: 'INVALID_IP' } });
  }
  expect((await ask('203.0.113.9')).status).toBe(200);
  await changeSetting(server, 'access', { deniedNetworks: [] });
  expect((await ask('198.51.100.9')).status).toBe(200);
});

test('API-05 where networks are allowed, every other is INVALID_IP; what is denied stays denied', async () => {
  await changeSetting(server, 'access', {
    allowedNetworks: ['203.0.113.0/24'],
    deniedNetworks: ['203.0.113.66'],
  });
  expect((await ask('203.0.113.9')).status).toBe(200);
  for (const ip of ['203.0.113.66', '192.0.2.1', '2001:db8::1'])
    expect(await ask(ip)).toMatchObject({ status: 403, body: { code: 'INVALID_IP' } });
  // Health probes of the operator's load balancer are not calls of the API.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('a setting that is no network is refused', async () => {
  const write = server.owner
    .transaction()
    .execute((trx) =>
      writeSetting(trx, 'access', { deniedNetworks: ['10.0.0.0/33'], allowedNetworks: [] }, 'test'),
    );
  await expect(write).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
