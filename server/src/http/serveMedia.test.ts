import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const LOGO = '/media/providers/pg-logo.svg';
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { headers, method });

test('art comes compressed as the browser takes it, and kept for a day', async () => {
  const plain = await get(LOGO, { 'Accept-Encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const svg = await plain.text();
  expect(svg).toContain('<svg');
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
  ] as const) {
    const response = await get(LOGO, { 'Accept-Encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(svg.length);
    // fetch has already decompressed it.
    expect(await response.text()).toBe(svg);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
  }
});

test('art that the browser has is not sent again; HEAD sends none', async () => {
  const etag = (await get(LOGO)).headers.get('etag') ?? '';
  const again = await get(LOGO, { 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get(LOGO, { 'If-None-Match': '"other"' })).status).toBe(200);
  const head = await get(LOGO, {}, 'HEAD');
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
});

test('art runs nothing and is shown by apps of other origins; nothing else of the folder is art', async () => {
  const { headers } = await get(LOGO);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  for (const path of [
    '/media/',
    '/media/providers',
    '/media/%2e%2e/package.json',
    '/media/..%2fpackage.json',
  ])
    expect((await get(path)).status, path).toBe(404);
});
