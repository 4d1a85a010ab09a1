import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveAs, factsOf, sendRequest } from '../../testing/documentPictures.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let server: TestServer;
let manager: TestOperator;
let cashier: TestOperator;
let rich: TestMember;
let poor: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
  cashier = await makeOperator(server, 'cashier');
  rich = await makeMember(server);
  poor = await makeMember(server);
  await deposit(server.db, rich.id, 5_000_00n);
  await deposit(server.db, poor.id, 20_50n);
  await manager.call(`PUT /api/console/members/${rich.id}/tags`, { tags: ['VIP'] });
  await server.owner
    .updateTable('member')
    .set({ created_at: new Date('2026-02-01T17:00:00Z') })
    .where('id', '=', rich.id)
    .execute();
  await makeMember(server);
  await sql`update statement_entry set created_at =
    ((now() at time zone 'Asia/Bangkok')::date - 10)::timestamp at time zone 'Asia/Bangkok'
    where member_id = ${rich.id}`.execute(server.owner);
  await server.owner
    .updateTable('member_device')
    .set({ last_seen_at: new Date('2026-02-03T05:00:00Z') })
    .where('member_id', '=', rich.id)
    .execute();
});
afterAll(() => server.stop());

interface Page {
  count: number;
  members: { id: string; net: number; balance: number; tags: string[] }[];
  next: string | null;
}
const list = async (filter: object): Promise<Page> => {
  const { status, body } = await cashier.call('POST /api/console/members/list', filter);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** Which of the two members a filter finds. */
const found = async (filter: object) => {
  const ids = (await list(filter)).members.map(({ id }) => id);
  return [rich, poor].map(({ id }) => ids.includes(String(id)));
};

test('members are listed by what they are and do', async () => {
  expect(await found({})).toEqual([true, true]);
  expect(await found({ tag: 'VIP' })).toEqual([true, false]);
  expect(await found({ balanceFrom: 20.51 })).toEqual([true, false]);
  expect(await found({ balanceFrom: 20.5, balanceTo: 20.5 })).toEqual([false, true]);
  expect(await found({ netFrom: 5_000 })).toEqual([true, false]);
  expect(await found({ netTo: 4_999.99 })).toEqual([false, true]);
  // The second of February in Bangkok.
  expect(await found({ registeredFrom: '2026-02-02', registeredTo: '2026-02-02' })).toEqual([true, false]);
  expect(await found({ registeredTo: '2026-02-01' })).toEqual([false, false]);
  expect(await found({ seenFrom: '2026-02-03', seenTo: '2026-02-03' })).toEqual([true, false]);
  expect(await found({ seenFrom: '2026-02-04' })).toEqual([false, true]);
  expect(await found({ hasBonus: true })).toEqual([false, false]);
  expect(await found({ isFrozen: false, status: 'active' })).toEqual([true, true]);
  expect(await found({ level: 1 })).toEqual([true, true]);
  expect(await found({ level: 2 })).toEqual([false, false]);
  // The rich one deposited ten days ago in Bangkok, the poor one today; a third never did.
  expect(await found({ depositFrom: 10, depositTo: 10 })).toEqual([true, false]);
  expect(await found({ depositFrom: 11 })).toEqual([false, false]);
  expect(await found({ depositTo: 9 })).toEqual([false, true]);
  expect((await list({ depositFrom: 0 })).count).toBe(2);
  expect(await found({ hasDeposited: true })).toEqual([true, true]);
  expect(await found({ hasDeposited: false })).toEqual([false, false]);
  expect((await list({ hasDeposited: false })).count).toBe((await list({})).count - 2);
  // Years that the database lacks are refused.
  for (const filter of [{ registeredTo: '0000-01-01' }, { seenTo: '0000-12-31' }])
    expect(await cashier.call('POST /api/console/members/list', filter)).toMatchObject({ status: 400 });
  const { members, count, next } = await list({ tag: 'VIP' });
  expect(members).toMatchObject([{ net: 5_000, balance: 5_000, tags: ['VIP'] }]);
  expect([count, next]).toEqual([1, null]);
});

test('SAFE-33 operators filter members who have not confirmed their age, and a document confirms it', async () => {
  await server.owner
    .updateTable('member')
    .set({ age_confirmed: 20, age_confirmed_at: new Date() })
    .where('id', '=', rich.id)
    .execute();
  expect(await found({ isAgeConfirmed: true })).toEqual([true, false]);
  expect(await found({ isAgeConfirmed: false })).toEqual([false, true]);
  const shown = async ({ id }: TestMember) =>
    ((await cashier.call(`GET /api/console/members/${id}`)).body as { isAgeConfirmed: boolean })
      .isAgeConfirmed;
  expect([await shown(rich), await shown(poor)]).toEqual([true, false]);
  await approveAs(manager, await sendRequest(server, poor), factsOf(poor));
  expect(await shown(poor)).toBe(true);
  expect(await found({ isAgeConfirmed: false })).toEqual([false, false]);
});

test('members on a break are found, and nobody else', async () => {
  expect(await found({ isPaused: true })).toEqual([false, false]);
  const sent = await manager.call(`POST /api/console/members/${poor.id}/break`, {
    days: 1,
    reason: 'asked for it on the phone',
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  expect(await found({ isPaused: true })).toEqual([false, true]);
  expect(await found({ isPaused: false })).toEqual([true, false]);
});

test('the list as a file is for who reads reports, with a line in the audit log', async () => {
  const path = 'POST /api/console/members/list/file';
  expect((await cashier.call(path, {})).status).toBe(403);
  const { content } = (await manager.call(path, { tag: 'VIP' })).body as { content: string };
  expect(content.split('\r\n')).toHaveLength(3);
  expect(content).toContain('"5000.00"');
  const line = await server.owner
    .selectFrom('audit_entry')
    .select('after')
    .where('action', '=', 'member.export')
    .executeTakeFirst();
  expect(line?.after).toEqual({ tag: 'VIP' });
});

test('a segment is a filter under a name: managers keep it, whoever reads members opens it, the log has each change', async () => {
  const path = '/api/console/segments';
  const save = (name: string, filter: object, who = manager) => who.call(`POST ${path}`, { name, filter });
  expect((await save('VIPs', {}, cashier)).status).toBe(403);
  for (const [name, code] of [
    ['x'.repeat(51), 'INVALID_REQUEST'],
    ['  ', 'SEGMENT_NAME'],
  ] as const)
    expect((await save(name, {})).body).toMatchObject({ code });
  expect((await save('Halves', { netFrom: 0.001 })).body).toMatchObject({ code: 'INVALID_AMOUNT' });
  // Of two at once, in whatever case, one is kept.
  const both = await Promise.all([save('Vips', { tag: 'VIP', level: 1 }), save('VIPS', {})]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const segments = async () =>
    ((await cashier.call(`GET ${path}`)).body as { segments: { id: string; name: string; filter: object }[] })
      .segments;
  const [kept] = await segments();
  const change = { name: 'Valued', filter: { tag: 'VIP', level: 1 } };
  expect((await cashier.call(`PUT ${path}/${kept?.id}`, change)).status).toBe(403);
  expect((await manager.call(`PUT ${path}/${kept?.id}`, change)).status).toBe(200);
  const [changed] = await segments();
  expect(changed).toMatchObject({ ...change, savedBy: 'Operator manager' });
  expect(await found(changed?.filter ?? {})).toEqual([true, false]);
  expect((await save('valued', {})).body).toMatchObject({ code: 'SEGMENT_NAME' });
  expect((await cashier.call(`DELETE ${path}/${kept?.id}`)).status).toBe(403);
  expect((await manager.call(`DELETE ${path}/${kept?.id}`)).status).toBe(200);
  expect((await manager.call(`DELETE ${path}/${kept?.id}`)).body).toMatchObject({ code: 'NO_DATA' });
  expect(await segments()).toEqual([]);
  const lines = await server.owner
    .selectFrom('audit_entry')
    .select(['action', 'before'])
    .where('subject', '=', `segment:${kept?.id}`)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(['segment.add', 'segment.change', 'segment.remove']);
  expect(lines[2]?.before).toEqual(change);
});

test('stopped payouts wait with their reason, nobody pays them, and everything else goes on', async () => {
  const path = `/api/console/members/${rich.id}`;
  const stop = (operator: TestOperator, verb = 'stop-payouts') =>
    operator.call(`POST ${path}/${verb}`, { reason: 'two accounts of one telephone' });
  expect((await stop(cashier)).status).toBe(403);
  expect((await stop(manager)).status).toBe(200);
  expect((await stop(manager)).body).toMatchObject({ code: 'ALREADY_DECIDED' });
  expect((await manager.call(`GET ${path}`)).body).toMatchObject({
    payoutsStopped: { operatorName: 'Operator manager', reason: 'two accounts of one telephone' },
  });
  await deposit(server.db, rich.id, 10_00n);
  const [id = ''] = await makeWaitingPayouts(server.db, [rich.id], 1, () => 100_00n);
  const queue = (await cashier.call('GET /api/console/withdrawals')).body as {
    items: { id: string; risks: string[] }[];
  };
  expect(queue.items.find((item) => item.id === id)?.risks).toContain('PAYOUTS_STOPPED');
  const preview = await cashier.call('POST /api/console/withdrawals/export/preview', {});
  expect(JSON.stringify(preview.body)).toContain('PAYOUTS_STOPPED');
  const pay = async () => {
    await cashier.call(`POST /api/console/queues/withdrawals/${id}/claim`);
    return cashier.call(`POST /api/console/withdrawals/${id}/pay`, {
      transRef: id,
      accountId: null,
      reason: 'paid',
    });
  };
  expect((await pay()).body).toMatchObject({ code: 'PAYOUTS_STOPPED' });

  expect((await stop(manager, 'allow-payouts')).status).toBe(200);
  const { body } = await pay();
  const { waits } = body as { waits: { id: string } | null };
  if (waits) await decideApproval(manager, waits.id, 'approve');
  const row = await server.db
    .selectFrom('withdrawal')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row?.state).toBe('PAID');
});
