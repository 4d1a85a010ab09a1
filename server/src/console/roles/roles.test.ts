import { REQUESTED_WITH } from '@krapao/contract/client';
import { GRANTABLE, type Permission } from '@krapao/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import {
  callConsole,
  decideApproval,
  logInOverHttp,
  makeOperator,
  type TestOperator,
} from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

/** An administrator with a grudge against a site with money in it makes roles, over HTTP. */
let server: TestServer;
let grudge: TestOperator;
let other: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  grudge = await makeOperator(server, 'administrator');
  other = await makeOperator(server, 'administrator');
  await deposit(server.db, (await makeMember(server)).id, 500_00n);
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers are of many shapes.
type Answer = { status: number; body: any };
const ask = (key: string, body?: unknown, by = grudge): Promise<Answer> => by.call(key, body);
const reason = 'a grudge';
const DONE = { status: 200, body: { waits: null } };
const WAITS = { status: 200, body: { waits: { cause: { code: 'TWO_PERSONS' } } } };

const names = new Map<string, string>();
async function newRole(permissions: Permission[]): Promise<string> {
  const name = `Role ${names.size}`;
  const { body } = await ask('POST /api/console/roles', { name, permissions, reason });
  names.set(body.id, name);
  return body.id;
}
const change = (id: string, permissions: string[]) =>
  ask(`PUT /api/console/roles/${id}`, { name: names.get(id) ?? 'x', permissions, reason });
const give = (operator: TestOperator, role: string) =>
  ask(`PUT /api/console/operators/${operator.id}`, { name: 'x', role, isActive: true, reason });
const facts = async (id: string) => {
  const { body } = await ask('GET /api/console/approvals', undefined, other);
  return body.items.find((item: { id: string }) => item.id === id)?.facts;
};
/** A colleague who has the role without anybody's hand in it within the last 7 days. */
async function holder(role: string): Promise<TestOperator> {
  const operator = await makeOperator(server, 'support');
  await server.owner
    .updateTable('operator')
    .set({ role: 'custom', custom_role_id: BigInt(role) })
    .where('id', '=', operator.id)
    .execute();
  return operator;
}

test('a role holds nothing that administrators alone have, has a name of its own, and goes when nobody has it', async () => {
  expect(GRANTABLE).not.toContain('operator.manage');
  for (const only of ['settings.edit', 'operator.manage', 'connection.manage', 'data.retained', 'all']) {
    const role = { name: `With ${only}`, permissions: ['member.read', only], reason };
    expect(await ask('POST /api/console/roles', role), only).toMatchObject({ status: 400 });
    await expect(
      server.owner
        .insertInto('custom_role')
        .values({ name: only, permissions: [only] })
        .execute(),
      only,
    )[only === 'all' ? 'resolves' : 'rejects'].toBeDefined();
  }
  await server.owner.deleteFrom('custom_role').execute();
  for (const permissions of [[], ['member.read', 'member.read']])
    expect(await ask('POST /api/console/roles', { name: 'x', permissions, reason })).toMatchObject({
      status: 400,
    });
  const id = await newRole(['chat.answer']);
  const taken = { permissions: ['member.read'], reason };
  for (const name of ['rOLE 0', 'Administrator', 'support'])
    expect(await ask('POST /api/console/roles', { ...taken, name }), name).toMatchObject({
      status: 409,
      body: { code: 'ROLE_EXISTS' },
    });
  const operator = await holder(id);
  expect((await ask('GET /api/console/roles')).body.roles).toMatchObject([{ id, operators: 1 }]);
  expect(await ask(`DELETE /api/console/roles/${id}`, { reason })).toMatchObject({
    status: 409,
    body: { code: 'ROLE_IN_USE' },
  });
  expect((await ask('GET /api/console/operators')).body.operators).toContainEqual(
    expect.objectContaining({ username: operator.username, role: expect.objectContaining({ id }) }),
  );
  expect(await give(operator, 'administrator')).toMatchObject(WAITS);
  await server.owner
    .updateTable('operator')
    .set({ role: 'support', custom_role_id: null })
    .where('id', '=', operator.id)
    .execute();
  expect(await ask(`DELETE /api/console/roles/${id}`, { reason })).toMatchObject({ status: 200 });
  for (const refused of [await change(id, ['member.read']), await give(operator, id)])
    expect(refused).toMatchObject({ body: { code: 'NO_DATA' } });
  for (const role of ['administrator', 'root', '0', "1'--"])
    expect((await change(role, ['member.read'])).status, role).toBeGreaterThanOrEqual(400);
});

test('more permissions for those who have a role need two; fewer count at once, in open sessions and sockets', async () => {
  const id = await newRole(['chat.answer', 'member.read']);
  const operator = await holder(id);
  expect(await operator.call('GET /api/console/me')).toMatchObject({
    body: { role: { id, permissions: ['chat.answer', 'member.read'] } },
  });
  const stream = await fetch(`${server.url}/api/console/live`, {
    headers: { 'X-Requested-With': REQUESTED_WITH, Cookie: operator.cookie },
  });

  const raised = await change(id, ['chat.answer', 'member.read', 'withdrawal.decide']);
  expect(raised).toMatchObject(WAITS);
  expect(await operator.call('GET /api/console/withdrawals')).toMatchObject({ status: 403 });
  expect(await facts(raised.body.waits.id)).toMatchObject([
    { name: 'name' },
    { name: 'permissionsMore', text: 'withdrawal.decide' },
    { name: 'holders', text: operator.username },
  ]);
  expect(await change(id, [...GRANTABLE])).toMatchObject({ body: { code: 'APPROVAL_WAITING' } });
  expect(await decideApproval(grudge, raised.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'FOUR_EYES' },
  });
  await ask(`POST /api/console/queues/approvals/${raised.body.waits.id}/release`);

  // Fewer: at once. The open stream ends, and the session with it.
  expect(await change(id, ['chat.answer'])).toMatchObject(DONE);
  for await (const _ of stream.body ?? []);
  expect(await operator.call('GET /api/console/me')).toMatchObject({ status: 401 });
  // What was asked meant the role as it was.
  expect(await decideApproval(other, raised.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'CHANGED_MEANWHILE' },
  });
  const again = await logInOverHttp(server.url, operator);
  expect(again.body).toMatchObject({ role: { permissions: ['chat.answer'] } });
  const lines = await server.owner
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject', 'in', [`role:${id}`, `operator:${operator.id}`])
    .where('action', 'in', ['role.change', 'operator.change'])
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    {
      operator_id: grudge.id,
      before: { permissions: ['chat.answer', 'member.read'] },
      after: { permissions: ['chat.answer'] },
    },
    {
      before: { role: `Role 1 (chat.answer, member.read)` },
      after: { role: `Role 1 (chat.answer)` },
    },
  ]);
});

test('a role that is empty, filled after it was approved, or filled before it is given is no way round four eyes', async () => {
  // Nobody has it: it can be changed alone, and grants nothing.
  const id = await newRole(['member.read']);
  const support = await makeOperator(server, 'support');
  // No more than support has: given at once. Then the change of the role waits.
  expect(await give(support, id)).toMatchObject(DONE);
  const raised = await change(id, ['member.read', 'approval.decide', 'withdrawal.decide']);
  expect(raised).toMatchObject(WAITS);
  // Another one gets it while the request waits: it was not asked for that one.
  expect(await give(await makeOperator(server, 'support'), id)).toMatchObject(DONE);
  expect(await decideApproval(other, raised.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'CHANGED_MEANWHILE' },
  });
  // A role that is harmless while it is approved for an operator, and fuller afterwards.
  const harmless = await newRole(['member.read', 'report.read']);
  const given = await give(await makeOperator(server, 'support'), harmless);
  expect(given).toMatchObject(WAITS);
  expect(await facts(given.body.waits.id)).toContainEqual(
    expect.objectContaining({ name: 'permissionsMore', text: 'report.read' }),
  );
  expect(await change(harmless, [...GRANTABLE])).toMatchObject(DONE);
  expect(await decideApproval(other, given.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'CHANGED_MEANWHILE' },
  });
  const added = { username: 'puppet', name: 'Puppet', role: harmless, reason };
  const puppet = await ask('POST /api/console/operators', added);
  expect(puppet).toMatchObject(WAITS);
  expect(await facts(puppet.body.waits.id)).toContainEqual(
    expect.objectContaining({ name: 'permissions', text: expect.stringContaining('withdrawal.decide') }),
  );
  expect(await decideApproval(other, puppet.body.waits.id, 'approve')).toMatchObject({ status: 200 });
});

test('who was given more through a role is of the giver’s hand for a week, and a reset of a guarded role needs two', async () => {
  const id = await newRole(['member.read', 'balance.adjust']);
  const operator = await holder(id);
  // Without approval.decide, yet its own daily limit would be a second purse.
  expect(await ask(`POST /api/console/operators/${operator.id}/reset`, { reason })).toMatchObject(WAITS);
  const raised = await change(id, ['member.read', 'balance.adjust', 'approval.decide']);
  expect(await decideApproval(other, raised.body.waits.id, 'approve')).toMatchObject({ status: 200 });
  const { cookie } = await logInOverHttp(server.url, operator);
  const member = await makeMember(server);
  const asked = await ask(`POST /api/console/members/${member.id}/adjust`, {
    amount: 100_000,
    reasonCode: 'OTHER',
    reason,
  });
  const puppet: TestOperator = {
    ...operator,
    call: (key, body) => callConsole(server.url, cookie, key, body),
  };
  expect(await decideApproval(puppet, asked.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'SECOND_PERSON_UNFIT' },
  });
});

test('who may log in again is approved with the whole role, which one operator can change meanwhile', async () => {
  const operator = await makeOperator(server, 'support');
  const change = (role: string, isActive: boolean) =>
    ask(`PUT /api/console/operators/${operator.id}`, { name: 'x', role, isActive, reason });
  for (const role of ['support', 'administrator']) expect(await change(role, false)).toMatchObject(DONE);
  const back = await change('administrator', true);
  expect(back).toMatchObject(WAITS);
  expect(await facts(back.body.waits.id)).toContainEqual(
    expect.objectContaining({ name: 'role', text: 'administrator' }),
  );
  await ask(`POST /api/console/queues/approvals/${back.body.waits.id}/claim`);
  await decideApproval(grudge, back.body.waits.id, 'reject');

  // A role that had everything while nobody could use it, and another one of the same permissions.
  const [full, twin] = [await newRole([...GRANTABLE]), await newRole([...GRANTABLE])];
  expect(await change(full, false)).toMatchObject(DONE);
  const asTwin = await change(twin, true);
  expect(await facts(asTwin.body.waits.id)).toContainEqual(
    expect.objectContaining({ name: 'permissions', text: expect.stringContaining('withdrawal.decide') }),
  );
});

test('who only reads reports imports no statement: it credits members', async () => {
  const reader = await holder(await newRole(['report.read']));
  const { cookie } = await logInOverHttp(server.url, reader);
  const form = new FormData();
  form.set('file', new Blob(['date,amount,reference\n']), 'bank.csv');
  const imported = callConsole(
    server.url,
    cookie,
    'POST /api/console/reconciliation/accounts/1/import',
    form,
  );
  expect(await imported).toMatchObject({ status: 403, body: { code: 'OPERATOR_FORBIDDEN' } });
});
