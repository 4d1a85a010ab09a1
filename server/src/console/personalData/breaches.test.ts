import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
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

test('PRO-44 a breach has 72 hours from when it was known, is late after them, and tells its members alone, once', async () => {
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
    body: { closedAt: expect.any(String) },
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
