import { readFile } from 'node:fs/promises';
import { QUEUE_NAMES } from '@krapao/contract/queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const TOKEN = 'the token of the scraper';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { KRAPAO_METRICS_TOKEN: TOKEN });
  member = await makeMember(server);
});
afterAll(() => server.stop());

async function scrape(): Promise<string> {
  const { status, body } = await rawCall(server.url, 'GET /metrics', { token: TOKEN });
  expect(status).toBe(200);
  return body;
}

/** The value of the sample with this name and these labels; undefined if it is missing. */
function sample(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (line) =>
        line.replace(/[{ ].*/, '') === name &&
        Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test.each([undefined, 'another token', `${TOKEN}x`])(
  'metrics are for the scraper alone: %s',
  async (token) => {
    const { status, body } = await rawCall(server.url, 'GET /metrics', token === undefined ? {} : { token });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND' });
  },
);

test('calls are counted by the pattern of their route and their status', async () => {
  const labels = { method: 'GET', route: '/api/account/profile', status: '200' };
  const before = sample(await scrape(), 'krapao_http_request_duration_seconds_count', labels) ?? 0;
  await member.client('GET /api/account/profile');
  await rawCall(server.url, 'GET /api/account/profile', { token: 'nobody' });
  await rawCall(server.url, 'GET /api/nothing/here');
  const text = await scrape();
  expect(sample(text, 'krapao_http_request_duration_seconds_count', labels)).toBe(before + 1);
  expect(
    sample(text, 'krapao_http_request_duration_seconds_count', { ...labels, status: '401' }),
  ).toBeGreaterThan(0);
  expect(
    sample(text, 'krapao_http_request_duration_seconds_count', { route: 'none', status: '404' }),
  ).toBeGreaterThan(0);
});

test('GAM-03 no password, name, number or id of a member stands in the metrics', async () => {
  await rawCall(server.url, `GET /api/autoLogin/pg/km10482mali/my-secret-password`, { token: member.token });
  await rawCall(server.url, 'GET /api/wallet/activate/pg', { token: member.token });
  // Compares names and labels only: a measured value may contain the digits of an id by chance.
  const text = (await scrape()).replaceAll(/ \S+$/gm, '');
  expect(text).toContain('/api/autoLogin/:provider/:username/:password');
  for (const secret of [
    'my-secret-password',
    'km10482mali',
    member.phoneNumber,
    String(member.id),
    member.token,
  ])
    expect(text).not.toContain(secret);
});

test('jobs, pool and event loop are measured', async () => {
  await expect
    .poll(async () =>
      sample(await scrape(), 'krapao_job_runs_total', { job: 'expire-deposits', outcome: 'done' }),
    )
    .toBeGreaterThan(0);
  const text = await scrape();
  expect(sample(text, 'krapao_job_duration_seconds_count', { job: 'expire-deposits' })).toBeGreaterThan(0);
  expect(sample(text, 'krapao_database_connections', { state: 'total' })).toBeGreaterThan(0);
  expect(sample(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(sample(text, 'krapao_database_up')).toBe(1);
});

test('what is due and what waits for operators is told with its age; postings are counted', async () => {
  await sql`
    insert into incoming_transfer (sending_bank, trans_ref, source, amount, currency, receiver, sender, transferred_at)
    values ('004', 'late', 'NOTICE', 12345, 'THB', '{}', '{}', now() - interval '2 hours')`.execute(
    server.owner,
  );
  const text = await scrape();
  expect(sample(text, 'krapao_operator_queue', { queue: 'incoming' })).toBe(1);
  const age = sample(text, 'krapao_operator_queue_oldest_seconds', { queue: 'incoming' }) ?? 0;
  expect(age).toBeGreaterThan(7_000);
  expect(age).toBeLessThan(7_400);
  for (const queue of QUEUE_NAMES.filter((name) => name !== 'incoming'))
    expect(sample(text, 'krapao_operator_queue', { queue })).toBe(0);
  for (const work of [
    'transfers',
    'withdrawals',
    'slips',
    'gift_links',
    'gateway_payments',
    'bonuses',
    'play_days',
  ])
    expect(sample(text, 'krapao_jobs_due', { work })).toBeGreaterThanOrEqual(0);
  expect(sample(text, 'krapao_ledger_postings')).toBeGreaterThanOrEqual(0);
  expect(sample(text, 'krapao_ledger_unsealed_seconds')).toBeGreaterThanOrEqual(0);
});

test('the metrics that docs/operations.md speaks of are those that are served', async () => {
  const guide = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const named = new Set(guide.match(/`krapao_[a-z_]+/g)?.map((name) => name.slice(1)));
  const served = new Set((await scrape()).match(/^# TYPE krapao_\S+/gm)?.map((line) => line.slice(7)));
  for (const name of ['krapao_app', 'krapao_node']) named.delete(name);
  expect([...named].sort()).toEqual([...served].sort());
});

test.each([
  ['production', 404],
  ['sandbox', 200],
])('without a token %s answers %i', async (mode, status) => {
  const other = await startTestServer(inject('databaseUrl'), {
    KRAPAO_MODE: mode,
    PUBLIC_URL: 'https://wallet.example',
    KRAPAO_SECRET: 'a master key of the tests, long enough',
  });
  try {
    expect((await rawCall(other.url, 'GET /metrics')).status).toBe(status);
  } finally {
    await other.stop();
  }
});
