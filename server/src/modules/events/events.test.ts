import { createServer } from 'node:http';
import { EVENT_TYPE_NAMES, type EventTypeName, eventData } from '@krapao/contract/api/eventTypes';
import { sql } from 'kysely';
import Value from 'typebox/value';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addReceiver, arrived, type EventReceiver, hurryStreams } from '../../testing/eventReceivers.ts';
import { freePort } from '../../testing/freePort.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: TestOperator;
let crm: EventReceiver;
let affiliates: EventReceiver;
let ownPort: number;
const because = { reason: 'a test' };
beforeAll(async () => {
  ownPort = await freePort();
  server = await startTestServer(OWN_CLUSTER, {
    KRAPAO_OWN_NETWORK_HOSTS: `127.0.0.1:${ownPort}`,
  });
  admin = await makeOperator(server, 'administrator');
  crm = await addReceiver(server, admin, 'crm');
  affiliates = await addReceiver(server, admin, 'affiliates', ['member.registered', 'deposit.credited']);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await Promise.all([crm.fault('none'), affiliates.fault('none')]);
});

const typesOf = (came: { body: { type: string } }[]) => came.map(({ body }) => body.type);
const show = async (id = crm.id) => {
  const { body } = await admin.call('GET /api/console/webhooks');
  const found = (body as { webhooks: { id: string }[] }).webhooks.find((one) => one.id === id);
  return found as unknown as Record<string, unknown> & { version: number };
};
const deliveries = async (id = crm.id) =>
  ((await admin.call(`GET /api/console/webhooks/${id}/deliveries`)).body as { deliveries: Sent[] })
    .deliveries;
interface Sent {
  event: string;
  memberId: string;
  state: string;
  tries: number;
  httpStatus: number | null;
  trouble: string | null;
}
const hurry = () => hurryStreams(server.owner);
const put = async (change: object, id = crm.id) => {
  const { name, url, types, version } = await show(id);
  const body = { name, url, types, isActive: true, version, ...because, ...change };
  return admin.call(`PUT /api/console/webhooks/${id}`, body);
};

test('each event is pushed signed, in the order of the member, and only the types that are wanted', async () => {
  const member = await makeMember(server);
  await deposit(server.db, member.id, 1_500_25n);
  const came = await arrived(crm, member.id, 3);
  expect(typesOf(came)).toEqual(['member.registered', 'session.opened', 'deposit.credited']);
  expect(came.every(({ isProved, signatures }) => isProved === true && signatures === 1)).toBe(true);
  const ids = came.map(({ body }) => Number(body.id));
  expect(ids).toEqual([...ids].sort((one, other) => one - other));
  for (const { body, webhookId } of came) {
    expect(webhookId).toBe(body.id);
    expect(Value.Errors(eventData(body.type as EventTypeName), body.data)).toEqual([]);
  }
  expect(came[2]?.body.data).toMatchObject({ amount: 1500.25, source: 'KBANK' });
  expect(typesOf(await arrived(affiliates, member.id, 2))).toEqual(['member.registered', 'deposit.credited']);
});

test('an event whose answer was lost comes again under its id, before the later ones; other members go on', async () => {
  const [one, other] = [await makeMember(server), await makeMember(server)];
  await arrived(crm, one.id, 2);
  await arrived(crm, other.id, 2);
  await crm.fault('lostAnswer', 1);
  await deposit(server.db, one.id, 100_00n);
  await arrived(crm, one.id, 3);
  await deposit(server.db, one.id, 200_00n);
  await deposit(server.db, other.id, 300_00n);
  await arrived(crm, other.id, 3);
  expect(await crm.of(one.id)).toHaveLength(3);
  await until(async () => {
    await hurry();
    return (await crm.of(one.id)).length === 5;
  });
  const amounts = (await crm.of(one.id)).slice(2).map(({ body }) => [body.id, body.data.amount]);
  expect(amounts.map(([, amount]) => amount)).toEqual([100, 100, 200]);
  expect(amounts[0]?.[0]).toBe(amounts[1]?.[0]);
});

test('a slow receiver holds up no other, and not its own other members', async () => {
  await crm.fault('slow', 1, 12_000);
  const [one, other] = [await makeMember(server), await makeMember(server)];
  await arrived(affiliates, one.id, 1);
  await arrived(affiliates, other.id, 1);
  const [slow, free] = await until(async () => {
    const counts = [(await crm.of(one.id)).length, (await crm.of(other.id)).length].sort();
    return counts[1] === 2 && counts;
  });
  expect([slow, free]).toEqual([0, 2]);
});

test('an event that nobody takes is given up after days; an operator lets it be tried again, or leaves it out', async () => {
  const member = await makeMember(server);
  await arrived(crm, member.id, 2);
  await crm.fault('error500');
  await deposit(server.db, member.id, 100_00n);
  await deposit(server.db, member.id, 200_00n);
  const nearTheEnd = () =>
    sql`update webhook_stream set attempts = 10 where member_id = ${member.id} and webhook_id = ${crm.id}`.execute(
      server.owner,
    );
  await nearTheEnd();
  const givenUp = () =>
    until(async () => {
      await hurry();
      const mine = (await deliveries()).filter(({ memberId }) => memberId === String(member.id));
      return mine.find(({ state }) => state === 'GIVEN_UP');
    });
  const first = await givenUp();
  expect(first).toMatchObject({ httpStatus: 500 });
  expect(await show()).toMatchObject({ blocked: 1 });
  const { body } = await admin.call('GET /api/console/queues');
  expect((body as { failingWebhooks: object[] }).failingWebhooks).toMatchObject([{ id: crm.id }]);

  await admin.call(`POST /api/console/webhooks/${crm.id}/retry`, because);
  await until(async () => (await show()).blocked === 0);
  await nearTheEnd();
  const second = await givenUp();
  expect(second.event).toBe(first.event);
  expect(second.tries).toBeGreaterThan(first.tries + 1);
  expect(await crm.of(member.id)).toHaveLength(2);
  const leave = () =>
    admin.call(`POST /api/console/webhooks/${crm.id}/deliveries/${first.event}/leave-out`, because);
  await crm.fault('none');
  expect((await leave()).status).toBe(200);
  expect((await leave()).status).toBe(404);
  expect((await arrived(crm, member.id, 3)).at(-1)?.body.data.amount).toBe(200);
  await until(async () => (await show()).failingSince === null);
  expect(await show()).toMatchObject({ blocked: 0, failingSince: null });

  const resend = `POST /api/console/webhooks/${crm.id}/deliveries/${first.event}/resend`;
  expect((await admin.call(resend, because)).status).toBe(200);
  const again = await arrived(crm, member.id, 4);
  expect(again.at(-1)?.body).toMatchObject({ id: first.event, data: { amount: 100 } });
});

test('when a receiver is back, what waited for hours goes out at once', async () => {
  const member = await makeMember(server);
  await arrived(crm, member.id, 2);
  await crm.fault('error500');
  await deposit(server.db, member.id, 100_00n);
  await until(async () => {
    const failing = (await show()).failingSince;
    if (failing === null) await hurry();
    return failing !== null;
  });
  const late = sql`update webhook_stream set due_at = now() + interval '5 hours'
    where webhook_id = ${crm.id} and due_at is not null and claimed_at is null`;
  await until(async () => (await late.execute(server.owner)).numAffectedRows === 1n);
  await crm.fault('none');
  const other = await makeMember(server);
  await arrived(crm, other.id, 2);
  await arrived(crm, member.id, 3);
});

test('replay sends everything again from an id or a time on, in the same order and under the same ids', async () => {
  const member = await makeMember(server);
  await deposit(server.db, member.id, 100_00n);
  const before = await arrived(crm, member.id, 3);
  const from = before[1]?.body.id ?? '';
  const replay = (start: string) =>
    admin.call(`POST /api/console/webhooks/${crm.id}/replay`, { from: start, ...because });
  expect(await replay(from)).toMatchObject({ status: 200, body: { members: expect.any(Number) } });
  const after = await arrived(crm, member.id, 5);
  expect(after.slice(3).map(({ body }) => body)).toEqual(before.slice(1).map(({ body }) => body));
  await replay(before[0]?.body.timestamp ?? '');
  expect((await arrived(crm, member.id, 8)).slice(5).map(({ body }) => body.id)).toEqual(
    before.map(({ body }) => body.id),
  );
  expect((await replay('tomorrow')).status).toBe(400);
});

test('410 switches a receiver off; switched on again it gets what came meanwhile', async () => {
  const member = await makeMember(server);
  await arrived(affiliates, member.id, 1);
  await affiliates.fault('gone', 1);
  await deposit(server.db, member.id, 100_00n);
  await until(async () => (await show(affiliates.id)).state === 'GONE');
  const late = await makeMember(server);
  await deposit(server.db, member.id, 200_00n);
  await arrived(crm, late.id, 2);
  const colleague = await makeOperator(server, 'administrator');
  const asked = await put({ isActive: true }, affiliates.id);
  const { waits } = asked.body as { waits: { id: string } };
  await decideApproval(colleague, waits.id, 'approve');
  expect((await arrived(affiliates, member.id, 3)).map(({ body }) => body.data.amount)).toEqual([
    undefined,
    100,
    200,
  ]);
  await arrived(affiliates, late.id, 1);
});

test('410 of an address that was changed meanwhile switches nothing off', async () => {
  const paths: string[] = [];
  let answer = () => {};
  const house = createServer((request, response) => {
    paths.push(request.url ?? '');
    const isOld = request.url === '/old';
    request.resume().on('end', () => {
      const end = () => response.writeHead(isOld ? 410 : 200).end();
      if (isOld) answer = end;
      else end();
    });
  }).listen(ownPort, '127.0.0.1');
  try {
    const colleague = await makeOperator(server, 'administrator');
    const base = `http://127.0.0.1:${ownPort}`;
    const terms = { name: 'Mover', url: `${base}/old`, types: ['member.registered'], ...because };
    const added = await admin.call('POST /api/console/webhooks', terms);
    const { id, waits } = added.body as { id: string; waits: { id: string } | null };
    if (waits) await decideApproval(colleague, waits.id, 'approve');
    await makeMember(server);
    server.wakeJob('events');
    await until(async () => paths.length > 0);
    const moved = (await put({ url: `${base}/new` }, id)).body as { waits: { id: string } | null };
    if (moved.waits) await decideApproval(colleague, moved.waits.id, 'approve');
    answer();
    await until(async () => paths.includes('/new'));
    await until(async () => (await deliveries(id))[0]?.state === 'DELIVERED');
    expect(await show(id)).toMatchObject({ state: 'ACTIVE', url: `${base}/new` });
    await put({ isActive: false }, id);
  } finally {
    house.close();
    house.closeAllConnections();
  }
});

test('a new secret signs beside the old one until that is ended; nothing reads a secret back', async () => {
  const colleague = await makeOperator(server, 'administrator');
  const rotated = await admin.call(`POST /api/console/webhooks/${crm.id}/secret`, because);
  const { secret, waits } = rotated.body as { secret: string; waits: { id: string } };
  const member = await makeMember(server);
  expect((await arrived(crm, member.id, 2)).at(-1)).toMatchObject({ signatures: 1 });
  await decideApproval(colleague, waits.id, 'approve');
  await deposit(server.db, member.id, 1_00n);
  expect((await arrived(crm, member.id, 3)).at(-1)).toMatchObject({ isProved: true, signatures: 2 });
  await crm.knows(secret);
  await deposit(server.db, member.id, 2_00n);
  expect((await arrived(crm, member.id, 4)).at(-1)).toMatchObject({ isProved: true, signatures: 2 });
  expect((await admin.call(`DELETE /api/console/webhooks/${crm.id}/secret`, because)).status).toBe(200);
  await deposit(server.db, member.id, 3_00n);
  expect((await arrived(crm, member.id, 5)).at(-1)).toMatchObject({ isProved: true, signatures: 1 });
  const { rows } = await sql<{ text: string }>`
    select string_agg(a::text, '') || (select string_agg(p::text, '') from approval p) as text from audit_entry a`.execute(
    server.owner,
  );
  for (const known of [crm.secret, secret]) {
    expect(rows[0]?.text).not.toContain(known);
    expect(JSON.stringify(await show())).not.toContain(known);
  }
});

test('a receiver whose secret nothing opens is in trouble and says why; with a new one it goes on', async () => {
  const member = await makeMember(server);
  await arrived(crm, member.id, 1);
  const { secrets } = await server.owner
    .selectFrom('webhook')
    .select('secrets')
    .where('id', '=', crm.id)
    .executeTakeFirstOrThrow();
  const change = (to: Buffer) =>
    server.owner.updateTable('webhook').set({ secrets: to }).where('id', '=', crm.id).execute();
  await change(Buffer.alloc(secrets.length));
  await deposit(server.db, member.id, 1_00n);
  const last = async () => (await deliveries()).find(({ memberId }) => memberId === String(member.id));
  await until(async () => (await last())?.trouble === 'SECRET_LOST');
  expect((await admin.call(`POST /api/console/webhooks/${crm.id}/test`)).body).toMatchObject({
    ok: false,
    trouble: 'SECRET_LOST',
  });
  await change(secrets);
  await hurry();
  server.wakeJob('webhooks');
  await arrived(crm, member.id, 2);
});

test('operators change and replay a receiver while its events go out: nothing waits for one another', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(server)));
  const statuses: number[] = [];
  const ask = async (key: string, body: object) => {
    statuses.push((await admin.call(key, body)).status);
  };
  for (let turn = 0; turn < 12; turn += 1)
    await Promise.all([
      ...members.map(({ id }) => deposit(server.db, id, 1_00n)),
      put({ isActive: turn % 2 === 1 }).then(({ status }) => statuses.push(status)),
      ask(`POST /api/console/webhooks/${crm.id}/retry`, because),
      ask(`POST /api/console/webhooks/${crm.id}/replay`, { from: '1', ...because }),
    ]);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const { rows } = await sql<{ deadlocks: bigint }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(server.owner);
  expect(rows[0]?.deadlocks).toBe(0n);
});

test('a test event is sent at once, and its answer is told', async () => {
  const test = (id: string) => admin.call(`POST /api/console/webhooks/${id}/test`);
  expect((await test(crm.id)).body).toMatchObject({ ok: true, httpStatus: 200 });
  expect((await crm.received()).at(-1)).toMatchObject({ isProved: true, body: { type: 'test', data: {} } });
  await crm.fault('error500', 1);
  expect((await test(crm.id)).body).toMatchObject({ ok: false, httpStatus: 500 });
});

test.each([
  'http://example.com/hook',
  'https://127.0.0.1/hook',
  'https://10.0.0.8/hook',
  'https://[::1]/hook',
  'https://localhost/hook',
  'https://2130706433/hook',
  'https://user:secret@example.com/hook',
  'https://{a}.example.com/',
  'file:///etc/passwd',
  'no address',
])('no webhook leads to %s', async (url) => {
  const body = { name: 'hostile', url, types: [], ...because };
  expect(await admin.call('POST /api/console/webhooks', body)).toMatchObject({
    status: 400,
    body: { code: 'CONNECTION_INVALID' },
  });
});

test('an address that leads into the own network only later is not called', async () => {
  await sql`update webhook set url = 'https://127.0.0.1:1/' where id = ${affiliates.id}`.execute(
    server.owner,
  );
  const { id } = await makeMember(server);
  const sent = await until(async () =>
    (await deliveries(affiliates.id)).find(({ memberId }) => memberId === String(id)),
  );
  expect(sent).toMatchObject({ state: 'FAILED', trouble: 'OWN_NETWORK', httpStatus: null });
  await sql`update webhook set url = ${affiliates.url} where id = ${affiliates.id}`.execute(server.owner);
});

test('two persons add, change and remove a receiver; one alone switches it off', async () => {
  const colleague = await makeOperator(server, 'administrator');
  const added = await admin.call('POST /api/console/webhooks', {
    name: 'Warehouse',
    url: `${server.sandbox.url}/as/events/warehouse`,
    types: [],
    ...because,
  });
  const { id, waits } = added.body as { id: string; waits: { id: string } };
  expect(await show(id)).toBeUndefined();
  await decideApproval(colleague, waits.id, 'approve');
  expect(await show(id)).toMatchObject({ name: 'Warehouse', state: 'ACTIVE', types: [] });
  expect((await put({ isActive: false }, id)).body).toEqual({ waits: null });
  expect(await show(id)).toMatchObject({ state: 'OFF' });
  expect((await put({ isActive: false, version: 1 }, id)).body).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  const moved = await put({ url: 'https://example.com/elsewhere' }, id);
  expect(moved.body).toMatchObject({ waits: { cause: { code: 'TWO_PERSONS' } } });
  expect((await put({ name: 'Other' }, id)).body).toMatchObject({ code: 'APPROVAL_WAITING' });
  await decideApproval(colleague, (moved.body as { waits: { id: string } }).waits.id, 'reject');
  const removed = await admin.call(`DELETE /api/console/webhooks/${id}`, because);
  await decideApproval(colleague, (removed.body as { waits: { id: string } }).waits.id, 'approve');
  expect(await show(id)).toBeUndefined();
});

test('whatever changes a row, its event has the form of the catalogue, and every type has a source', async () => {
  const member = await makeMember(server);
  const id = member.id;
  await server.owner.transaction().execute(async (trx) => {
    const run = (statement: string) => sql.raw(statement.replaceAll(':member', String(id))).execute(trx);
    for (const statement of [
      `update member set status = 'suspended', frozen_at = now() where id = :member`,
      `insert into pause (member_id, kind, source, until_at, due_at)
        values (:member, 'break', 'member', now() + interval '1 day', now() + interval '1 day')`,
      `update pause set ended_at = now(), end_cause = 'OVER', due_at = null where member_id = :member`,
      `insert into consent (member_id, kind, is_given) values (:member, 'marketing', true)`,
      `insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount) values
        (:member, 'a', 'deposit', 'PENDING', 'BANK', 'WALLET', 10), (:member, 'b', 'deposit', 'PENDING', 'SCB', 'WALLET', 1000),
        (:member, 'c', 'deposit', 'SUCCESS', 'ADJUSTMENT', 'WALLET', 5), (:member, 'd', 'withdraw', 'SUCCESS', 'WALLET', 'ADJUSTMENT', 2025),
        (:member, 'e', 'bonus', 'SUCCESS', 'BONUS', 'WALLET', 7)`,
      `update statement_entry set status = 'FAILED' where member_id = :member and cause = 'a'`,
      `update statement_entry set status = 'SUCCESS' where member_id = :member and cause = 'b'`,
      `insert into slip (member_id, reference, file_key, step, status, uploaded_at) values (:member, 'x', 'slips/x', 'OPERATOR', 'PENDING', now())`,
      `update slip set status = 'FAILED', step = 'DONE', note = 'INVALID_SLIP', finished_at = now() where member_id = :member`,
      `insert into withdrawal (member_id, amount, state, bank_code, bank_account_no, bank_account_name, currency, pay_amount)
        values (:member, 80050, 'COLLECTING', 'SCB', '1234567890', 'A', 'THB', 80050), (:member, 5, 'COLLECTING', 'SCB', '1', 'A', 'THB', 5)`,
      `update withdrawal set state = 'PAID', hold_id = 1, settled_at = now(), due_at = null where member_id = :member and amount = 5`,
      `update withdrawal set state = 'REJECTED', settled_at = now(), due_at = null where member_id = :member and amount = 80050`,
      `insert into transfer (member_id, kind, from_code, to_code, amount) values (:member, 'move', 'WALLET', 'pg', 100), (:member, 'move', 'WALLET', 'pg', 200)`,
      `update transfer set status = 'SUCCESS', moved = 100, settled_at = now() where member_id = :member and amount = 100`,
      `update transfer set status = 'FAILED', failure = 'TRANSFER_FAIL', settled_at = now() where member_id = :member and amount = 200`,
      `insert into member_bonus (member_id, source, code, name, type, deposit, bonus, success_bps, fail_bps, wallet_version, started_on)
        values (:member, 'refund', null, '{"th":"x","la":"x","en":"x"}', 'limit', 0, 250, 20000, 0, 1, now())`,
      `update member_bonus set state = 'REACHED', ended_at = now(), ended_with = 1, due_at = null where member_id = :member`,
      `insert into game_session (member_id, provider, connection_id, expires_at) values (:member, 'pg', gen_random_uuid(), now())`,
      `update game_session set ended_at = now(), rounds = 2, staked = 300, won = 50 where member_id = :member`,
      `update game_session set won = 75 where member_id = :member`,
      `update game_session set last_at = now() where member_id = :member`,
      `delete from session where member_id = :member`,
      `insert into erasure (member_id) values (:member)`,
      `update erasure set state = 'ERASED', finished_at = now(), due_at = null where member_id = :member`,
      `insert into alarm (kind, subject) values ('ledger', 'unsealed')`,
      `update alarm set ended_at = now() where subject = 'unsealed'`,
    ])
      await run(statement);
  });
  const { rows } = await sql<{ type: EventTypeName; data: Record<string, unknown> }>`
    select type, data from event where member_id in (${id}, 0) order by id`.execute(server.owner);
  for (const { type, data } of rows)
    expect(Value.Errors(eventData(type), data), `${type} ${JSON.stringify(data)}`).toEqual([]);
  expect([...new Set(rows.map(({ type }) => type))].sort()).toEqual([...EVENT_TYPE_NAMES].sort());
  expect(rows.filter(({ type }) => type === 'play.closed').map(({ data }) => data.won)).toEqual([0.5, 0.75]);
  expect(rows.find(({ type }) => type === 'withdrawal.rejected')?.data).toMatchObject({
    amount: 800.5,
    accountEnd: '7890',
  });
  expect(rows.filter(({ type }) => type === 'wallet.adjusted').map(({ data }) => data.amount)).toEqual([
    0.05, -20.25,
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/1234567890/);
});
