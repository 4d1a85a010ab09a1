import { randomBytes, randomUUID } from 'node:crypto';
import { type EventTypeName, eventData } from '@krapao/contract/api/eventTypes';
import { sql } from 'kysely';
import Value from 'typebox/value';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { markSite } from '../../siteMarks.ts';
import { startServer } from '../../startServer.ts';
import { addReceiver, type EventReceiver, hurryStreams } from '../../testing/eventReceivers.ts';
import { freePort } from '../../testing/freePort.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type PushEndpoint, pushBrowser, startPushEndpoint } from '../../testing/pushEndpoint.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { callConsole, logInOverHttp, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { waitingBackends } from '../../testing/waitingBackends.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let endpoint: PushEndpoint;
let server: TestServer;
let second: Awaited<ReturnType<typeof startServer>>;
let admin: TestOperator;
/** Takes alarms, and one that takes everything that is told of members. */
let oncall: EventReceiver;
let crm: EventReceiver;

beforeAll(async () => {
  endpoint = await startPushEndpoint();
  const both = { KRAPAO_PUSH_HOSTS: endpoint.host, SANDBOX_SECRET: 'alarms on two nodes' };
  server = await startTestServer(OWN_CLUSTER, both);
  const env = {
    ...both,
    PORT: String(await freePort()),
    KRAPAO_SANDBOX_PORT: new URL(server.sandbox.url).port,
    KRAPAO_DATA: server.dataFolder,
    DATABASE_URL: server.databaseUrl,
    KRAPAO_LOG_LEVEL: 'fatal',
  };
  second = await startServer(readConfig(env), env);
  admin = await makeOperator(server, 'administrator');
  oncall = await addReceiver(server, admin, 'warehouse', ['alarm.began', 'alarm.ended']);
  crm = await addReceiver(server, admin, 'crm');
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await endpoint.stop();
});
beforeEach(() => {
  endpoint.arrived.length = 0;
  endpoint.answer = () => 201;
});

const KEY = 'PUT /api/console/me/alarms';
/** A device of the operator that gets alarms. */
async function device(operator: TestOperator, kinds: string[]) {
  const browser = pushBrowser(endpoint.host);
  const put = (chosen?: string[]) =>
    callConsole(
      server.url,
      operator.cookie,
      KEY,
      { ...browser.subscription, ...(chosen && { kinds: chosen }) },
      {
        'Accept-Language': 'en',
        'Idempotency-Key': randomUUID(),
      },
    );
  expect((await put(kinds)).status).toBe(200);
  const pushes = () => endpoint.arrived.filter(({ path }) => path === browser.path);
  return { browser, put, pushes, titles: () => pushes().map((push) => browser.read(push).title) };
}

/** Both nodes look now; one has looked, and what it told was sent once, when this answers. */
async function look(): Promise<void> {
  const asked = await sql<{
    at: Date;
  }>`update alarm_look set due_at = now() returning clock_timestamp() as at`.execute(server.owner);
  server.wakeJob('alarm_looks');
  second.context.wakeJob('alarm_looks');
  await until(async () => {
    const { rows } = await sql<{ isDone: boolean }>`
      select looked_at > ${asked.rows[0]?.at} and not exists (
        select from alarm_delivery where attempts = 0 or due_at > now() + interval '6 seconds') as "isDone"
      from alarm_look`.execute(server.db);
    return rows[0]?.isDone;
  });
}
const on = () =>
  server.db.selectFrom('alarm').select(['kind', 'subject']).where('ended_at', 'is', null).execute();
const unsound = () => markSite(server.db, 'ledger.unsound');
const sound = () => markSite(server.db, 'ledger.sound');
/** Nothing is wrong now, and was not for long enough. */
async function end(): Promise<void> {
  await look();
  await sql`update alarm set fine_since = fine_since - interval '6 minutes' where ended_at is null`.execute(
    server.owner,
  );
  await look();
}
/** The events that the on-call system has taken, in the order in which they came. */
const came = async () => (await oncall.received()).map(({ body }) => body);
/** What an earlier test told has come: it is not counted with what comes next. */
const nothingOnItsWay = () =>
  until(async () => {
    const { rows } = await sql<{
      isQuiet: boolean;
    }>`select not exists (select from event where position is null)
      and not exists (select from webhook_stream where due_at is not null) as "isQuiet"`.execute(
      server.owner,
    );
    return rows[0]?.isQuiet;
  });
const storyOf = async (subject: string) =>
  (await came()).filter(({ data }) => data.subject === subject).map(({ type }) => type);

test('a silent feed and a failing connection: two nodes tell each once, by push and by webhook, when it begins and ends', async () => {
  const { titles } = await device(admin, ['feed', 'connection']);
  const connect = async (kind: { capability: string; driver: string }, config: object, secrets: object) => {
    const terms = { name: kind.capability, priority: 1, config, secrets, reason: 'a test' };
    const added = await admin.call('POST /api/console/connections', { ...kind, ...terms });
    const { id } = added.body as { id: string };
    const on = { ...terms, isActive: true, isShadow: false, version: 1 };
    expect((await admin.call(`PUT /api/console/connections/${id}`, on)).status).toBe(200);
    return id;
  };
  const feed = await connect({ capability: 'bankFeed', driver: 'generic' }, {}, {});
  const phone = await admin.call(`POST /api/console/feeds/${feed}/phones`, {
    name: 'counter',
    holder: 'counter',
    isService: false,
    reason: 'a test',
  });
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const put = (path: string, body: object) =>
    fetch(`${server.sandbox.url}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await put('/as/chat-bot/secret', { secret });
  const bot = await connect(
    { capability: 'chatBot', driver: 'webhook' },
    { baseUrl: `${server.sandbox.url}/as/chat-bot` },
    { webhookSecret: secret },
  );
  const calls = async (failed: number) => {
    const ok = failed === 0;
    for (let nth = 0; nth < Math.max(failed, 1); nth += 1)
      await until(async () => {
        const { body } = await admin.call(`POST /api/console/connections/${bot}/test`);
        return (body as { ok?: boolean }).ok === ok;
      });
    await until(async () => {
      const written = await server.db
        .selectFrom('connection_call')
        .select('id')
        .where('connection_id', '=', bot)
        .where('trouble', ok ? 'is' : 'is not', null)
        .execute();
      return written.length >= Math.max(failed, 1);
    });
  };
  await calls(0);
  await look();
  expect(await on()).toEqual([]);

  await put('/faults', { 'chatBot:webhook': { mode: 'error500' } });
  await calls(3);
  await sql`update connection set changed_at = now() - interval '61 minutes' where id = ${feed}`.execute(
    server.owner,
  );
  await look();
  await look();
  expect((await on()).map(({ subject }) => subject).sort()).toEqual([feed, bot].sort());
  await until(async () => (await came()).length === 2);
  expect(titles().sort()).toEqual(['Alarm: A bank feed is silent', 'Alarm: A connection fails']);

  await put('/faults', { 'chatBot:webhook': { mode: 'none' } });
  await sql`delete from connection_call where trouble is null`.execute(server.owner);
  await calls(0);
  const heard = await fetch(`${server.url}/webhooks/${feed}?heartbeat=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(phone.body as { key: string }).key}` },
  });
  expect(heard.status).toBe(200);
  await end();
  await look();
  expect(await on()).toEqual([]);
  await until(async () => (await came()).length === 4);
  for (const [subject, kind] of [
    [feed, 'feed'],
    [bot, 'connection'],
  ] as const) {
    expect(await storyOf(subject)).toEqual(['alarm.began', 'alarm.ended']);
    const its = (await came()).filter(({ data }) => data.subject === subject);
    expect(new Set(its.map(({ data }) => data.alarmId)).size).toBe(1);
    expect(its.map(({ data }) => data.kind)).toEqual([kind, kind]);
  }
  // Ids, kinds and times: nothing else is told.
  for (const { type, data } of await came())
    expect(Value.Errors(eventData(type as EventTypeName), data)).toEqual([]);
  expect((await oncall.received()).every(({ isProved }) => isProved === true)).toBe(true);
  expect(titles()).toHaveLength(4);
});

test('two nodes look: an alarm is told once when it begins, again after hours, once when it ends', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const { pushes, browser, titles } = await device(cashier, ['queue', 'feed']);
  // A manager who did not choose queues, and one whose role sees none of withdrawals.
  const others = [
    await device(await makeOperator(server, 'manager'), ['ledger']),
    await device(await makeOperator(server, 'support'), ['queue']),
  ];
  const member = await makeMember(server);
  await deposit(server.db, member.id, 500_00n);
  const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => 100_00n);
  await look();
  expect(await on()).toEqual([]);
  await sql`update withdrawal set created_at = now() - interval '61 minutes' where id = ${id}`.execute(
    server.owner,
  );
  await look();
  await look();
  expect(await on()).toEqual([{ kind: 'queue', subject: 'withdrawals' }]);
  expect(pushes().map((push) => browser.read(push))).toEqual([
    {
      title: 'Alarm: Withdrawals',
      body: 'Something has waited for too long.',
      language: 'en',
      page: '/withdrawals',
      tag: pushes()[0]?.headers.topic,
    },
  ]);
  await sql`update alarm set told_at = now() - interval '5 hours'`.execute(server.owner);
  await look();
  await look();
  // Over and under the limit by turns is one alarm.
  const waitsFor = (minutes: number) =>
    sql`update withdrawal set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`.execute(
      server.owner,
    );
  for (const minutes of [0, 0, 61, 0, 0, 61]) {
    await waitsFor(minutes);
    await look();
  }
  await waitsFor(0);
  await end();
  await look();
  expect(titles()).toEqual(['Alarm: Withdrawals', 'Still on: Withdrawals', 'Ended: Withdrawals']);
  expect(await on()).toEqual([]);
  await until(async () => (await storyOf('withdrawals')).length === 2);
  expect(await storyOf('withdrawals')).toEqual(['alarm.began', 'alarm.ended']);
  // Who takes all that is told of members gets no alarms.
  await until(async () => (await crm.of(member.id)).length >= 2);
  expect((await crm.received()).filter(({ body }) => body.type.startsWith('alarm.'))).toEqual([]);
  expect(others.flatMap((one) => one.titles())).toEqual([]);
});

test('a push that failed is tried again; a browser that has left is forgotten', async () => {
  const { browser, pushes, titles } = await device(await makeOperator(server, 'manager'), ['ledger']);
  endpoint.answer = ({ path }) => (path === browser.path && pushes().length === 1 ? 503 : 201);
  await unsound();
  await look();
  await sql`update alarm_delivery set due_at = now()`.execute(server.owner);
  await until(async () => (await server.db.selectFrom('alarm_delivery').select('id').execute()).length === 0);
  expect(titles()).toEqual(['Alarm: The ledger needs a check', 'Alarm: The ledger needs a check']);
  expect(pushes()[0]?.headers.topic).toBe(pushes()[1]?.headers.topic);
  endpoint.answer = () => 410;
  await sound();
  await end();
  const devices = () => server.db.selectFrom('alarm_device').select('id').execute();
  await until(async () => (await devices()).length < 5);
  expect(titles()).toContain('Ended: The ledger needs a check');
  await server.owner.deleteFrom('alarm_device').execute();
});

test('push goes on while a receiver is down; it gets later what began and ended meanwhile, in order, and goes on while no push goes out', async () => {
  const { titles } = await device(await makeOperator(server, 'manager'), ['ledger']);
  await nothingOnItsWay();
  const before = (await storyOf('unsound')).length;
  await oncall.fault('error500');
  await unsound();
  await look();
  await sound();
  await end();
  expect(titles()).toEqual(['Alarm: The ledger needs a check', 'Ended: The ledger needs a check']);
  const shown = async () =>
    (
      (await admin.call(`GET /api/console/webhooks/${oncall.id}/deliveries`)).body as {
        deliveries: { event: string; memberId: string | null; state: string }[];
      }
    ).deliveries;
  await until(async () => (await shown())[0]?.state === 'FAILED');
  expect(await storyOf('unsound')).toHaveLength(before);
  await oncall.fault('none');
  await until(async () => {
    // Again: a try that was under way when it was hurried waits after its end.
    await hurryStreams(server.owner);
    return (await storyOf('unsound')).length === before + 2;
  });
  expect((await storyOf('unsound')).slice(before)).toEqual(['alarm.began', 'alarm.ended']);

  endpoint.answer = () => 503;
  await unsound();
  // A device that leaves while its operator is being told does not undo the look, which would come a lease later.
  const leaving = await makeOperator(server, 'manager');
  await device(leaving, ['ledger']);
  let looking = Promise.resolve();
  await server.owner.transaction().execute(async (trx) => {
    await trx.deleteFrom('alarm_device').where('operator_id', '=', leaving.id).execute();
    looking = look();
    await waitingBackends(server.owner);
  });
  await until(async () => (await on()).length === 1, 15_000);
  await looking;
  await until(async () => (await storyOf('unsound')).length === before + 3);
  expect(await server.db.selectFrom('alarm_delivery').select('attempts').execute()).toEqual([
    { attempts: 1 },
  ]);
  endpoint.answer = () => 201;

  // What a receiver has not taken for a day holds up no later alarm; an operator can send it once more.
  await oncall.fault('error500');
  await sound();
  await end();
  const left = await until(async () => {
    await sql`
      update webhook_stream set attempts = 300, due_at = now()
      where member_id = 0 and attempts > 0 and claimed_at is null`.execute(server.owner);
    return (await shown()).find(({ state }) => state === 'LEFT_OUT');
  });
  expect(left.memberId).toBeNull();
  await oncall.fault('none');
  await unsound();
  await look();
  await until(async () => (await storyOf('unsound')).length === before + 4);
  expect((await storyOf('unsound')).at(-1)).toBe('alarm.began');
  const resend = `POST /api/console/webhooks/${oncall.id}/deliveries/${left.event}/resend`;
  expect((await admin.call(resend, { reason: 'it was down' })).status).toBe(200);
  await until(async () => (await storyOf('unsound')).at(-1) === 'alarm.ended');
  await sound();
  await end();
  await server.owner.deleteFrom('alarm_device').execute();
});

test('only permitted kinds; a permission lost, a log-out and a removal end alarms, a time-out does not', async () => {
  const custom = await makeOperator(server, ['report.read', 'chat.answer']);
  const { body } = await custom.call('GET /api/console/me/alarms');
  expect(body).toMatchObject({ kinds: ['queue', 'ledger'], chosen: null });
  const loses = await device(custom, ['ledger']);
  expect(await loses.put(['connection'])).toMatchObject({
    status: 403,
    body: { code: 'OPERATOR_FORBIDDEN' },
  });
  for (const address of [
    'https://example.com/push',
    'https://127.0.0.1/push',
    'https://169.254.169.254/latest',
    'http://fcm.googleapis.com/push',
    'https://fcm.googleapis.com@10.0.0.1/push',
    'https://fcm.googleapis.com.example.com/push',
  ]) {
    const bad = { ...loses.browser.subscription, endpoint: address, kinds: ['ledger'] };
    expect(await custom.call(KEY, bad), address).toMatchObject({ status: 400 });
  }

  const leaves = await makeOperator(server, 'manager');
  const left = await device(leaves, ['ledger']);
  const removed = await makeOperator(server, 'manager');
  const gone = await device(removed, ['ledger']);
  const idle = await makeOperator(server, 'manager');
  const kept = await device(idle, ['ledger']);
  expect(await idle.call('GET /api/console/me/alarms')).toMatchObject({ body: { chosen: ['ledger'] } });

  await sql`update custom_role set permissions = '{chat.answer}' where permissions @> '{report.read}'`.execute(
    server.owner,
  );
  await leaves.call('POST /api/console/logout');
  await server.owner.updateTable('operator').set({ is_active: false }).where('id', '=', removed.id).execute();
  await sql`update operator_session set expires_at = now() where operator_id = ${idle.id}`.execute(
    server.owner,
  );
  await sql`delete from operator_session where operator_id = ${idle.id}`.execute(server.owner);
  await unsound();
  await look();
  expect([loses, left, gone, kept].map(({ titles }) => titles().length)).toEqual([0, 0, 0, 1]);
  const holders = async () =>
    (await server.db.selectFrom('alarm_device').select('operator_id').orderBy('created_at').execute()).map(
      ({ operator_id }) => operator_id,
    );
  expect(await holders()).toEqual([custom.id, idle.id]);

  // A new password ends what others may have registered, also where their session is over; this device goes on.
  const { cookie } = await logInOverHttp(server.url, idle);
  const here = await device({ ...idle, cookie }, ['ledger']);
  expect(await holders()).toEqual([custom.id, idle.id, idle.id]);
  const words = { oldPassword: idle.password, newPassword: 'another horse battery 8' };
  expect((await callConsole(server.url, cookie, 'POST /api/console/me/password', words)).status).toBe(200);
  expect(await holders()).toEqual([custom.id, idle.id]);
  await sound();
  await end();
  expect([kept, here].map(({ titles }) => titles())).toEqual([
    ['Alarm: The ledger needs a check'],
    ['Ended: The ledger needs a check'],
  ]);

  // Whoever holds a first password is told nothing.
  const fresh = await makeOperator(server, 'manager');
  await server.owner
    .updateTable('operator')
    .set({ must_change_password: true })
    .where('id', '=', fresh.id)
    .execute();
  const asked = { ...pushBrowser(endpoint.host).subscription, kinds: ['ledger'] };
  expect(await fresh.call(KEY, asked)).toMatchObject({
    status: 403,
    body: { code: 'OPERATOR_SETUP_REQUIRED' },
  });
});
