import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { operatorsOfOneHand } from './secondPerson.ts';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  member = await makeMember(server);
});
afterAll(() => server.stop());

interface Waits {
  id: string;
  takesEffectAt: string | null;
}

const wallet = async () => (await moneyOf(server.db, member.id)).wallet;

/** Asks for an adjustment that one person cannot decide. */
async function ask(operator: TestOperator, amount = 2000): Promise<Waits> {
  const body = { amount, reasonCode: 'GOODWILL', reason: 'a grudge' };
  const answer = await operator.call(`POST /api/console/members/${member.id}/adjust`, body);
  return (answer.body as { waits: Waits }).waits;
}

/** A new operator made by another one over HTTP, with a session. */
async function madeBy(maker: TestOperator, role: 'manager' | 'cashier'): Promise<TestOperator> {
  const made = await makeOperator(server, role);
  await noteMade(maker, made.id, 'operator.add');
  return made;
}

/** The line that making an operator leaves in the audit log. */
async function noteMade(maker: TestOperator, made: bigint, action: string, change: object = {}) {
  await server.owner
    .insertInto('audit_entry')
    .values({ operator_id: maker.id, action, subject: `operator:${made}`, address: '::1', ...change })
    .execute();
}

const approvalsOf = async (operator: TestOperator) =>
  ((await operator.call('GET /api/console/approvals')).body as { items: { id: string; barred: unknown }[] })
    .items;

/** Nobody but these is there. */
async function onlyActive(operators: readonly TestOperator[]) {
  await server.owner
    .updateTable('operator')
    .set({ is_active: false })
    .where(
      'id',
      'not in',
      operators.map(({ id }) => id),
    )
    .execute();
}

test('nobody approves what their own maker asks, nor the maker what they ask, nor two that a third made', async () => {
  const administrator = await makeOperator(server, 'administrator');
  const stranger = await makeOperator(server, 'manager');
  const made = await madeBy(administrator, 'manager');
  const sibling = await madeBy(administrator, 'manager');
  const grandchild = await madeBy(made, 'manager');
  const UNFIT = { status: 403, body: { code: 'SECOND_PERSON_UNFIT' } };

  const before = await wallet();
  const asked = await ask(administrator);
  expect(asked.takesEffectAt).toBeNull();
  for (const one of [made, sibling, grandchild]) {
    expect(await decideApproval(one, asked.id, 'approve')).toMatchObject(UNFIT);
    await one.call(`POST /api/console/queues/approvals/${asked.id}/release`);
    expect(await approvalsOf(one)).toMatchObject([{ id: asked.id, barred: 'SAME_HAND' }]);
  }
  // All of them see it wait; only who can decide it is told that it needs them.
  const told = async (operator: TestOperator) =>
    (await operator.call('GET /api/console/queues')).body as { asSecond: number; counts: object };
  for (const [operator, asSecond] of [
    [administrator, 0],
    [made, 0],
    [stranger, 1],
  ] as const)
    expect(await told(operator)).toMatchObject({ asSecond, counts: { approvals: 1 } });
  const support = await makeOperator(server, 'support');
  expect(await told(support)).toMatchObject({ asSecond: 0 });
  const own = await ask(made);
  expect(await decideApproval(administrator, own.id, 'approve')).toMatchObject(UNFIT);
  await administrator.call(`POST /api/console/queues/approvals/${own.id}/release`);
  // While the site is being set up its operators have all been made by the one who sets it up.
  expect((await operatorsOfOneHand(server.db, made.id)).has(sibling.id)).toBe(false);
  await bringFirstMoney(server);
  expect((await operatorsOfOneHand(server.db, made.id)).has(sibling.id)).toBe(false);
  const [third, fourth] = [await madeBy(administrator, 'manager'), await madeBy(administrator, 'manager')];
  const puppets = await ask(third);
  expect(await decideApproval(fourth, puppets.id, 'approve')).toMatchObject(UNFIT);
  expect(await wallet()).toBe(before);
  expect(await decideApproval(stranger, own.id, 'approve')).toMatchObject({ status: 200 });
  expect(await decideApproval(stranger, asked.id, 'approve')).toMatchObject({ status: 200 });
  expect((await wallet()) - before).toBe(4000_00n);
});

test('a reset, an activation and a higher role are of one hand, a change of name or of the own role is not; after 7 days nothing is', async () => {
  const administrator = await makeOperator(server, 'administrator');
  const of = async (one: TestOperator) => [...(await operatorsOfOneHand(server.db, one.id))].toSorted();
  const change = (before: object, after: object) => ({
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  });
  const alone = { role: 'cashier', isActive: true };
  for (const [action, how, isOne] of [
    ['operator.reset', {}, true],
    ['operator.change', change({ ...alone, isActive: false }, alone), true],
    ['operator.change', change(alone, { ...alone, role: 'manager' }), true],
    ['operator.change', change({ ...alone, name: 'A' }, { ...alone, name: 'B' }), false],
    ['operator.change', change(alone, { ...alone, isActive: false }), false],
    ['operator.add', { at: new Date(Date.now() - 7 * 86_400_000 - 1000) }, false],
    ['operator.add', { at: new Date(Date.now() - 7 * 86_400_000 + 60_000) }, true],
  ] as const) {
    const one = await makeOperator(server, 'cashier');
    await noteMade(administrator, one.id, action, how);
    const both = isOne ? [administrator.id, one.id].toSorted() : [one.id];
    expect(await of(one), `${action} ${JSON.stringify(how)}`).toEqual(expect.arrayContaining(both));
    expect((await of(one)).includes(administrator.id)).toBe(isOne);
    expect((await of(administrator)).includes(one.id)).toBe(isOne);
  }
});

test('who may not do it alone does not approve it, and neither sees it nor counts it', async () => {
  const manager = await makeOperator(server, 'manager');
  const cashier = await makeOperator(server, 'cashier');
  const support = await makeOperator(server, 'support');
  const asked = await ask(manager);
  expect(await decideApproval(cashier, asked.id, 'approve')).toMatchObject({
    status: 403,
    body: { code: 'OPERATOR_FORBIDDEN' },
  });
  expect(await decideApproval(cashier, asked.id, 'reject')).toMatchObject({
    body: { code: 'OPERATOR_FORBIDDEN' },
  });
  expect(await approvalsOf(cashier)).toEqual([]);
  const counts = async (one: TestOperator) =>
    ((await one.call('GET /api/console/queues')).body as { counts: Record<string, number> }).counts;
  expect((await counts(cashier)).approvals).toBe(0);
  expect((await counts(support)).approvals).toBeUndefined();
  expect((await counts(manager)).approvals).toBe((await approvalsOf(manager)).length);
  expect(await support.call('GET /api/console/approvals')).toMatchObject({ status: 403 });
  await cashier.call(`POST /api/console/queues/approvals/${asked.id}/release`);
  expect(await decideApproval(manager, asked.id, 'reject')).toMatchObject({ status: 200 });
});

test('of two who approve at once one does, and the action and the consent are two lines of the log', async () => {
  const [asker, one, two] = await Promise.all([
    makeOperator(server, 'manager'),
    makeOperator(server, 'manager'),
    makeOperator(server, 'manager'),
  ]);
  const before = await wallet();
  const asked = await ask(asker);
  const answers = await Promise.all([one, two].map((second) => decideApproval(second, asked.id, 'approve')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await wallet()) - before).toBe(2000_00n);
  const second = answers[0]?.status === 200 ? one : two;
  const lines = await server.owner
    .selectFrom('audit_entry')
    .where('operator_id', 'in', [asker.id, one.id, two.id])
    .where('action', '<>', 'session.open')
    .orderBy('id')
    .select(['operator_id', 'action', 'subject'])
    .execute();
  expect(lines).toMatchObject([
    { operator_id: asker.id, action: 'approval.ask', subject: `approval:${asked.id}` },
    { operator_id: second.id, action: 'approval.approve', subject: `approval:${asked.id}` },
    { operator_id: asker.id, action: 'balance.adjust' },
  ]);
});

test('a request ends with the right of who asked: nobody approves what a dismissed or lowered operator wanted', async () => {
  const second = await makeOperator(server, 'manager');
  const before = await wallet();
  for (const change of [{ is_active: false }, { role: 'cashier' }]) {
    const leaving = await makeOperator(server, 'manager');
    const asked = await ask(leaving);
    await server.owner.updateTable('operator').set(change).where('id', '=', leaving.id).execute();
    const { id } = asked;
    expect((await approvalsOf(second)).find((one) => one.id === id)).toMatchObject({ barred: 'ASKER_GONE' });
    expect(await decideApproval(second, id, 'approve')).toMatchObject({
      body: { code: 'CHANGED_MEANWHILE' },
    });
    expect(await decideApproval(second, id, 'reject')).toMatchObject({ status: 200 });
  }
  expect(await wallet()).toBe(before);
});

test('who was made or reset a moment ago is not alone: nothing of theirs takes effect by itself beside their maker', async () => {
  const [maker, made, sibling] = [
    await makeOperator(server, 'manager'),
    await makeOperator(server, 'manager'),
    await makeOperator(server, 'manager'),
  ];
  for (const one of [made, sibling]) await noteMade(maker, one.id, 'operator.reset');
  await onlyActive([maker, made, sibling]);
  expect((await ask(made, 5000)).takesEffectAt).toBeNull();
  // Whoever led them all is one person with them; having reset who may approve, not before a week is over.
  const led = await ask(maker);
  expect((Date.parse(led.takesEffectAt ?? '') - Date.now()) / 3_600_000).toBeCloseTo(168, 1);
  expect(await decideApproval(maker, led.id, 'reject')).toMatchObject({ status: 200 });
  await onlyActive([made, sibling]);
  expect((await ask(made, 5000)).takesEffectAt).toBeNull();
  await onlyActive([made]);
  const last = await ask(made, 5000);
  expect(last.takesEffectAt).not.toBeNull();
  expect(await decideApproval(made, last.id, 'reject')).toMatchObject({ status: 200 });
  await server.owner.updateTable('operator').set({ is_active: true }).execute();
});

test('with nobody else it takes effect after 24 hours, is announced to everybody until then, and can be taken back', async () => {
  const alone = await makeOperator(server, 'manager');
  const cashier = await makeOperator(server, 'cashier');
  await onlyActive([alone, cashier]);
  const before = await wallet();
  const [kept, takenBack, late] = [await ask(alone), await ask(alone, 3000), await ask(alone, 4000)];
  const hours = (Date.parse(kept.takesEffectAt ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  const soon = async () =>
    ((await cashier.call('GET /api/console/queues')).body as { soon: { id: string }[] }).soon;
  expect((await soon()).map(({ id }) => id)).toEqual([kept.id, takenBack.id, late.id]);
  expect(await decideApproval(alone, takenBack.id, 'reject')).toMatchObject({ status: 200 });

  server.wakeJob('approvals');
  const stateOf = async ({ id }: Waits) =>
    (await server.owner.selectFrom('approval').where('id', '=', id).select('state').executeTakeFirst())
      ?.state;
  await server.owner
    .updateTable('approval')
    .set({ takes_effect_at: new Date() })
    .where('id', 'in', [kept.id, takenBack.id])
    .execute();
  server.wakeJob('approvals');
  await vi.waitFor(async () => expect(await stateOf(kept)).toBe('APPLIED'), 10_000);
  expect(await stateOf(takenBack)).toBe('TAKEN_BACK');
  expect(await stateOf(late)).toBe('PENDING');
  expect((await wallet()) - before).toBe(2000_00n);

  // Who lost the right meanwhile gets nothing.
  await server.owner.updateTable('operator').set({ role: 'support' }).where('id', '=', alone.id).execute();
  await server.owner
    .updateTable('approval')
    .set({ takes_effect_at: new Date() })
    .where('id', '=', late.id)
    .execute();
  server.wakeJob('approvals');
  await vi.waitFor(async () => expect(await stateOf(late)).toBe('REJECTED'), 10_000);
  expect((await wallet()) - before).toBe(2000_00n);
  expect(await soon()).toEqual([]);
});
