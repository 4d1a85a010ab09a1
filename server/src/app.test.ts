import { createHash } from 'node:crypto';
import { BEYOND_HEADER } from '@krapao/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from './settings/settings.ts';
import { OWN_CLUSTER } from './testing/ownCluster.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

const APP_ORIGIN = 'https://app.example.com';
const CALL = { 'X-Requested-With': 'wallet-user' };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_ALLOWED_ORIGINS: APP_ORIGIN });
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

test('/healthz says alive, /readyz says that the database answers', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' });
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
});

test('every answer has a request id of ours; a client cannot choose it', async () => {
  const first = await get('/healthz', { 'X-Request-Id': 'forged' });
  const second = await get('/healthz');
  expect(first.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
});

test('API-01 every answer to an app says that there is more than the specification, a refusal and another host’s too', async () => {
  for (const path of ['/api/lookup/active', '/api/wallet']) {
    const { headers } = await get(path, { ...CALL, Origin: APP_ORIGIN });
    expect([path, headers.get(BEYOND_HEADER)]).toEqual([path, '1']);
    expect(headers.get('access-control-expose-headers')).toContain(BEYOND_HEADER);
  }
});

test('the app is served compressed for every page address; of inline scripts its policy allows its own alone, by hash', async () => {
  for (const path of ['/', '/login', '/user/home', '/no/such/page']) {
    const response = await get(path, { 'Accept-Encoding': 'br' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBe('br');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*')*(;|$)/);
    expect(policy).toContain("default-src 'self'");
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const page = await response.text();
    expect(page).toContain('<html');
    for (const [, script = ''] of page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
  }
});

test('hashed files are kept for ever, missing files and calls are not pages', async () => {
  const page = await (await get('/')).text();
  const script = /\/assets\/[\w-]+\.js(?!on)/.exec(page)?.[0] ?? '';
  expect((await get(script)).headers.get('cache-control')).toContain('immutable');
  for (const path of [
    '/assets/missing.js',
    '/api/nothing',
    '/media/providers/none.svg',
    '/media/../package.json',
  ]) {
    const response = await get(path, CALL);
    expect([path, response.status, await response.json()]).toMatchObject([path, 404, { code: 'NOT_FOUND' }]);
  }
});

test('the OpenAPI page describes the served calls', async () => {
  expect((await get('/docs')).status).toBe(200);
  const { paths } = (await (await get('/docs/json')).json()) as {
    paths: Record<string, Record<string, object>>;
  };
  expect(paths['/api/login']?.post).toMatchObject({ requestBody: {}, responses: { 200: {}, 401: {} } });
  expect(Object.keys(paths)).toContain('/api/wallet/transfer');
});

test('an app served elsewhere may call when its origin is allowed, no other', async () => {
  const ask = (origin: string) =>
    fetch(`${server.url}/api/login`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-requested-with,authorization,idempotency-key,content-type',
      },
    });
  const allowed = await ask(APP_ORIGIN);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(APP_ORIGIN);
  expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('API-06 lookups answer in the language of the call', async () => {
  const banks = (await (await get('/api/lookup/banks', CALL)).json()) as { code: string }[];
  expect(banks.slice(0, 2).map((bank) => bank.code)).toEqual(['KBANK', 'KTB']);
  const conditions = async (language: string) =>
    JSON.stringify(
      await (await get('/api/lookup/conditions', { ...CALL, 'Accept-Language': language })).json(),
    );
  expect(await conditions('th')).toMatch(/[\u0e01-\u0e5b]/);
  expect(await conditions('lo-LA,en;q=0.5')).toMatch(/[\u0e81-\u0eda]/);
  expect(await conditions('en')).not.toMatch(/[\u0e01-\u0eda]/);
  for (const name of [
    'info',
    'notice',
    'contact',
    'sources',
    'registerOTP',
    'minimumAge',
    'enableChatWidget',
    'agreements',
  ]) {
    expect([name, (await get(`/api/lookup/${name}`, CALL)).status]).toEqual([name, 200]);
  }
});

test('RTE-06 a switched-off site answers gone to every call at once, and comes back', async () => {
  const site = server.settings.get('site');
  const switchTo = async (isActive: boolean) => {
    await server.owner
      .transaction()
      .execute((trx) => writeSetting(trx, 'site', { ...site, isActive }, 'test'));
    // Without a reload of ours: the announcement of the database has to arrive.
    await expect.poll(() => server.settings.get('site').isActive).toBe(isActive);
  };
  await switchTo(false);
  for (const path of ['/api/lookup/active', '/api/wallet', '/api/lookup/banks']) {
    const response = await get(path, CALL);
    expect([path, response.status, await response.json()]).toEqual([
      path,
      410,
      { code: 'SITE_TERMINATED', message: 'gone' },
    ]);
  }
  await switchTo(true);
  expect(await (await get('/api/lookup/active', CALL)).json()).toEqual({ terminated: false });
});
