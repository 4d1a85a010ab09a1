import { readFile } from 'node:fs/promises';
import { REQUESTED_WITH } from '@krapao/contract/client';
import { QUEUE_NAMES } from '@krapao/contract/queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '../operations/metrics.ts';
import { markSite } from '../siteMarks.ts';
import { createTestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { deposit } from '../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { alertQueries, dashboardQueries, labelsIn, metricsIn } from '../testing/watching.ts';

/** Labels of Prometheus itself, and of counters that begin with their first event. */
const LABELS = [
  ...['job', 'instance', 'exported_job', 'le', 'alertstate'],
  ...['connection', 'capability', 'name', 'outcome', 'channel', 'event', 'mark'],
];
const TOKEN = 'the token of the scraper';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_METRICS_TOKEN: TOKEN });
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

test('streams, disks and marks of the site are told, and nothing of persons in it', async () => {
  const stop = new AbortController();
  await fetch(`${server.url}/api/live`, {
    headers: { Authorization: `Bearer ${member.token}`, 'X-Requested-With': REQUESTED_WITH },
    signal: stop.signal,
  });
  expect(sample(await scrape(), 'krapao_open_streams', { kind: 'member' })).toBe(1);
  stop.abort();
  await expect.poll(async () => sample(await scrape(), 'krapao_open_streams', { kind: 'member' })).toBe(0);
  await markSite(server.db, 'backup.made', 'a test');
  const text = await scrape();
  expect(sample(text, 'krapao_site_mark_age_seconds', { mark: 'backup.made' })).toBeLessThan(60);
  for (const folder of ['data', 'uploads'])
    expect(sample(text, 'krapao_disk_free_bytes', { folder })).toBeLessThanOrEqual(
      sample(text, 'krapao_disk_size_bytes', { folder }) ?? 0,
    );
  expect(sample(text, 'krapao_connections_unopened')).toBe(0);
  const { isOn, minutes } = server.settings.get('protection').paidWithin;
  expect(isOn).toBe(true);
  expect(sample(text, 'krapao_operator_queue_promise_seconds', { queue: 'withdrawals' })).toBe(minutes * 60);
});

test('what is not there is not told: a replica, figures of a database that is away', async () => {
  expect(sample(await scrape(), 'krapao_replica_up')).toBeUndefined();
  const away = await createTestDatabase(OWN_CLUSTER);
  const metrics = createMetrics(away.db);
  expect(sample((await metrics.render()).text, 'krapao_ledger_postings')).toBeGreaterThanOrEqual(0);
  await away.close();
  const { text } = await metrics.render();
  expect(sample(text, 'krapao_database_up')).toBe(0);
  for (const name of ['krapao_ledger_postings', 'krapao_jobs_due', 'krapao_ledger_unsealed_seconds'])
    expect(sample(text, name)).toBeUndefined();
});

test('money of today is told in baht', async () => {
  const before = sample(await scrape(), 'krapao_money_today_baht', { flow: 'deposits' }) ?? 0;
  await deposit(server.db, member.id, 1_234_50n);
  const text = await scrape();
  expect(sample(text, 'krapao_money_today_baht', { flow: 'deposits' })).toBeCloseTo(before + 1_234.5, 2);
  expect(sample(text, 'krapao_money_today_count', { flow: 'deposits' })).toBeGreaterThan(0);
});

test('the metrics that docs/operations.md speaks of are those that are served', async () => {
  const guide = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const named = new Set(guide.match(/`krapao_[a-z_]+/g)?.map((name) => name.slice(1)));
  const served = new Set((await scrape()).match(/^# TYPE krapao_\S+/gm)?.map((line) => line.slice(7)));
  for (const name of ['krapao_app', 'krapao_node']) named.delete(name);
  expect([...named].sort()).toEqual([...served].sort());
});

test('what alerts and dashboard ask for is served, with these labels', async () => {
  const text = await scrape();
  const served = new Set(text.match(/^# TYPE \S+/gm)?.map((line) => line.slice(7)));
  // `krapao_money_today_count` is a gauge of that name.
  const base = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');
  const known = new Set([...served].map(base));
  const queries = [...(await alertQueries()), ...(await dashboardQueries())];
  expect(metricsIn(queries).length).toBeGreaterThan(30);
  expect(metricsIn(queries).filter((name) => !known.has(name))).toEqual([]);
  const labels = new Set([...LABELS, ...[...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, label]) => label)]);
  expect(labelsIn(queries).filter(({ label }) => !labels.has(label))).toEqual([]);
  // A queue that has another name would never be seen.
  for (const { label, values } of labelsIn(queries).filter(({ label }) =>
    ['queue', 'folder'].includes(label),
  ))
    for (const value of values) expect(text, value).toContain(`${label}="${value}"`);
});

test.each([
  ['production', 404],
  ['sandbox', 200],
])('without a token %s answers %i', async (mode, status) => {
  const other = await startTestServer(OWN_CLUSTER, {
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
