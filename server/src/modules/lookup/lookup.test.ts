import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '../../settings/settings.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type RawAnswer, rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const OPEN = [
  'banks',
  'conditions',
  'agreements',
  'info',
  'notice',
  'contact',
  'sources',
  'active',
  'registerOTP',
  'enableChatWidget',
];
const OF_MEMBERS = ['deposit', 'withdraw', 'slip'];

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  member = await makeMember(server);
});
afterAll(() => server.stop());

function look(name: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const isOfMembers = OF_MEMBERS.includes(name);
  return rawCall(server.url, `GET /api/lookup/${name}`, {
    ...(isOfMembers && { token: member.token }),
    headers,
  });
}

test('API-06 there are thirteen lookups, and a new site answers all of them', async () => {
  expect([...OPEN, ...OF_MEMBERS]).toHaveLength(13);
  for (const name of [...OPEN, ...OF_MEMBERS]) expect((await look(name)).status, name).toBe(200);
  for (const name of OF_MEMBERS)
    expect((await rawCall(server.url, `GET /api/lookup/${name}`)).status).toBe(401);
});

test.each([...OPEN, ...OF_MEMBERS])(
  'API-06 %s is kept by browsers and asked for again: 304',
  async (name) => {
    const first = await look(name);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe(
      OF_MEMBERS.includes(name) ? 'private, no-cache' : 'no-cache',
    );
    expect(first.headers.get('vary')).toContain('Accept-Language');
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const again = await look(name, { 'If-None-Match': known });
      expect(again.status).toBe(304);
      expect(again.body).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await look(name, { 'If-None-Match': '"another"' })).status).toBe(200);
  },
);

test('API-06 texts have a tag for each language', async () => {
  const thai = await look('conditions', { 'Accept-Language': 'th' });
  const lao = await look('conditions', {
    'Accept-Language': 'lo',
    'If-None-Match': thai.headers.get('etag') ?? '',
  });
  expect(lao.status).toBe(200);
  expect(lao.body).not.toEqual(thai.body);
});

test('API-06 REG-09 a bank that is switched off elsewhere is gone when it is announced, and its tag is another', async () => {
  const before = await look('banks');
  expect(before.body.map(({ code }: { code: string }) => code)).toContain('TISCO');
  for (const isActive of [false, true, false]) {
    await server.owner.updateTable('bank').set({ is_active: isActive }).where('code', '=', 'TISCO').execute();
    await server.heard();
    const codes = (await look('banks')).body.map(({ code }: { code: string }) => code);
    expect(codes.includes('TISCO')).toBe(isActive);
  }
  expect((await look('banks', { 'If-None-Match': before.headers.get('etag') ?? '' })).status).toBe(200);
});

test('API-06 DEP-01 a deposit account that is renamed elsewhere shows when it is announced', async () => {
  const account_name = 'KRAPAO RENAMED';
  await server.owner
    .updateTable('deposit_account')
    .set({ account_name })
    .where('bank_code', '=', 'KBANK')
    .execute();
  await server.heard();
  expect(JSON.stringify((await look('deposit')).body)).toContain(account_name);
});

test('API-06 a setting that is written elsewhere shows when it is announced', async () => {
  const site = { isActive: true, name: 'Renamed', website: 'https://renamed.example' };
  await server.owner.transaction().execute((trx) => writeSetting(trx, 'site', site, 'test'));
  await server.heard();
  expect((await look('info')).body).toMatchObject({ name: site.name });
});

test('RTE-06 a site that is switched off is told at once, whatever the browser kept', async () => {
  const { headers } = await look('active');
  const site = server.settings.get('site');
  await server.owner
    .transaction()
    .execute((trx) => writeSetting(trx, 'site', { ...site, isActive: false }, 'test'));
  await expect
    .poll(async () => (await look('active', { 'If-None-Match': headers.get('etag') ?? '' })).status)
    .toBe(410);
  expect((await look('active')).headers.get('cache-control')).toBe('no-store');
});
