import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
});
afterAll(() => server.stop());

interface Shown {
  id: string;
  isLate: boolean;
  tellBy: string;
  members: number;
  closedAt: string | null;
}

const add = async (hoursAgo: number, members: object) =>
  manager.call('POST /api/console/breaches', {
    title: 'A lost laptop',
    what: 'An encrypted disk with an export of June',
    knownAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    members,
  });
const told = async (member: TestMember) =>
  (
    await server.owner
      .selectFrom('notification')
      .where('member_id', '=', member.id)
      .where('kind', '=', 'breachTold')
      .select('id')
      .execute()
  ).length;

test('SAFE-44 a breach has 72 hours from when it was known, is late after them, and tells its members alone, once', async () => {
  const [one, other] = [await makeMember(server), await makeMember(server)];
  const fresh = (await add(71, { everybody: false, ids: [String(one.id)] })).body as Shown;
  expect(fresh).toMatchObject({ isLate: false, members: 1 });
  expect((Date.parse(fresh.tellBy) - Date.now()) / 3_600_000).toBeCloseTo(1, 1);
  const late = (await add(73, { everybody: true, ids: [] })).body as Shown;
  expect(late.isLate).toBe(true);
  expect(late.members).toBeGreaterThanOrEqual(2);
  expect(await add(1, { everybody: false, ids: ['999999'] })).toMatchObject({ body: { code: 'NO_USER' } });

  const path = `POST /api/console/breaches/${fresh.id}`;
  expect(await manager.call(`${path}/office`, { reference: 'PDPC 12/2569' })).toMatchObject({
    body: { officeReference: 'PDPC 12/2569', officeToldAt: expect.any(String), isLate: false },
  });
  expect(await manager.call(`${path}/office`, { reference: 'again' })).toMatchObject({
    body: { code: 'ALREADY_DECIDED' },
  });
  expect(await manager.call(`${path}/members`)).toMatchObject({ status: 200 });
  expect(await manager.call(`${path}/members`)).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  expect([await told(one), await told(other)]).toEqual([1, 0]);
  expect(await manager.call(`${path}/close`, { reason: 'the disk was found' })).toMatchObject({
    body: { code: 'OK', waits: null },
  });
  const { body } = await manager.call('GET /api/console/breaches');
  expect((body as { breaches: Shown[] }).breaches.map(({ id, closedAt }) => [id, closedAt === null])).toEqual(
    [
      [late.id, true],
      [fresh.id, false],
    ],
  );
  const support = await makeOperator(server, 'support');
  expect(await support.call('GET /api/console/breaches')).toMatchObject({ status: 403 });
  expect(await support.call(`${path}/close`, { reason: 'r' })).toMatchObject({ status: 403 });
});

test('SAFE-44 a breach is not known from the future on; one that the office was not told of is closed by two, who read the facts', async () => {
  await bringFirstMoney(server);
  const second = await makeOperator(server, 'manager');
  for (const hoursAgo of [-1, -24 * 365 * 543, 24 * 366 * 6])
    expect(await add(hoursAgo, { everybody: true, ids: [] }), `${hoursAgo}`).toMatchObject({
      status: 400,
      body: { code: 'BREACH_TIME' },
    });
  const member = await makeMember(server);
  const { id } = (await add(80, { everybody: false, ids: [String(member.id)] })).body as Shown;
  const close = () =>
    manager.call(`POST /api/console/breaches/${id}/close`, { reason: 'no risk for anybody' });
  const { waits } = (await close()).body as { waits: { id: string } };
  expect(await close()).toMatchObject({ body: { code: 'APPROVAL_WAITING' } });
  const isOpen = async () =>
    ((await manager.call('GET /api/console/breaches')).body as { breaches: Shown[] }).breaches.some(
      (one) => one.id === id && one.closedAt === null,
    );
  expect(await isOpen()).toBe(true);
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; facts: { name: string; text: string }[] }[];
  };
  expect(items.find((one) => one.id === waits.id)?.facts).toMatchObject([
    { name: 'breach', text: 'A lost laptop' },
    { name: 'breachWhat' },
    { name: 'breachKnownAt' },
    { name: 'breachTellBy' },
    { name: 'breachOffice', text: 'none' },
    { name: 'breachMembers', text: '1' },
    { name: 'breachMembersTold', text: 'none' },
  ]);
  expect(await decideApproval(manager, waits.id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  expect(await isOpen()).toBe(false);
});

test('SAFE-44 a breach of a merged account is told to the account that stayed, once', async () => {
  const [stays, middle, goes] = [
    await makeMember(server),
    await makeMember(server),
    await makeMember(server),
  ];
  for (const [from, into] of [
    [middle, stays],
    [goes, middle],
  ] as const)
    await server.owner
      .updateTable('member')
      .set({ status: 'suspended', merged_into: into.id, merged_at: new Date() })
      .where('id', '=', from.id)
      .execute();
  const ids = [goes, middle].map(({ id }) => String(id));
  const { body } = await add(1, { everybody: false, ids });
  expect(await manager.call(`POST /api/console/breaches/${(body as Shown).id}/members`)).toMatchObject({
    status: 200,
  });
  expect([await told(stays), await told(middle), await told(goes)]).toEqual([1, 0, 0]);
});
