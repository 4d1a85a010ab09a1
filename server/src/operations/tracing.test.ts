import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REQUESTED_WITH } from '@krapao/contract/client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer } from '../testing/testServer.ts';
import { startTraceCollector } from '../testing/traceCollector.ts';

const run = promisify(execFile);

test('GAM-03 calls, queries and calls to providers are traced, and no password, name or value stands in a trace', async () => {
  const collector = await startTraceCollector();
  const server = await startTestServer(OWN_CLUSTER, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'krapao-test',
  });
  const member = await makeMember(server);
  const secret = 'my-secret-password';
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  const { username, password } = await member.client('GET /api/wallet/account/:slotCode', {
    params: { slotCode: 'pg' },
  });
  const path = `/api/autoLogin/pg/${username}/${secret}?signature=${secret}`;
  const launched = await rawCall(server.url, `GET ${path}`, { token: member.token });
  await server.stop();
  await collector.stop();

  const { spans } = collector;
  const call = spans.find(({ name }) => name === 'GET /api/autoLogin/:provider/:username/:password');
  expect(call?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': launched.status,
    'krapao.request_id': launched.headers.get('X-Request-Id'),
  });
  const ofCall = spans.filter(({ traceId }) => traceId === call?.traceId);
  const query = ofCall.find(({ attributes }) => attributes['db.system.name'] === 'postgresql');
  expect(query).toMatchObject({ kind: 3, parentSpanId: call?.spanId });
  expect(query?.attributes['db.query.text']).toContain('$1');
  const port = Number(new URL(server.sandbox.url).port);
  expect(ofCall.find(({ attributes }) => Number(attributes['server.port']) === port)).toMatchObject({
    kind: 3,
    parentSpanId: call?.spanId,
    attributes: { 'server.address': '127.0.0.1' },
  });
  // A call with a body also keeps the spans of its queries.
  const login = spans.find(({ name }) => name === 'POST /api/login');
  expect(spans.some(({ parentSpanId }) => parentSpanId === login?.spanId)).toBe(true);

  expect(collector.resources[0]).toMatchObject({ 'service.name': 'krapao-test' });
  for (const hidden of [secret, password, username, member.password, member.phoneNumber, member.token])
    expect(collector.raw()).not.toContain(hidden);
});

test('a call whose caller goes before the answer is traced', async () => {
  const collector = await startTraceCollector();
  const server = await startTestServer(OWN_CLUSTER, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const { token } = await makeMember(server);
  const caller = new AbortController();
  await server.owner.transaction().execute(async (trx) => {
    await sql`lock table member`.execute(trx);
    const call = fetch(`${server.url}/api/account/profile`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': REQUESTED_WITH },
      signal: caller.signal,
    });
    const waits = sql`select from pg_locks where relation = 'member'::regclass and not granted`;
    await expect.poll(async () => (await waits.execute(server.owner)).rows.length).toBeGreaterThan(0);
    caller.abort();
    await expect(call).rejects.toThrow('aborted');
  });
  await server.stop();
  await collector.stop();
  const broken = collector.spans.filter(({ attributes }) => attributes['krapao.broken_off']);
  expect(broken.map(({ name }) => name)).toEqual(['GET /api/account/profile']);
});

test('without a collector and a bucket nothing of their libraries is loaded', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ resolve(name, context, next) { const found = next(name, context); loaded.push(found.url); return found; } });
    await import(${JSON.stringify(new URL('../startServer.ts', import.meta.url).href)});
    console.log(JSON.stringify({ all: loaded.length, lazy: loaded.filter((url) => /opentelemetry|aws-sdk/.test(url)) }));
    process.exit(0);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  const { all, lazy } = JSON.parse(stdout);
  expect(all).toBeGreaterThan(200);
  // prom-client uses OpenTelemetry's API for its exemplars.
  expect(lazy.filter((url: string) => !url.includes('@opentelemetry/api/'))).toEqual([]);
});
