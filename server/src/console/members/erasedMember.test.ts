import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await bringFirstMoney(server);
});
afterAll(() => server.stop());

const erase = async ({ id }: TestMember) => {
  await sql`insert into erasure (member_id, asked_at, due_at)
    values (${id}, site.now() - interval '25 hours', site.now())`.execute(server.owner);
  await server.work('erasures');
};

/** As an erasure leaves it that was made while a request waited. */
const eraseMeanwhile = async ({ id }: TestMember) => {
  await sql`update member set status = 'closed' where id = ${id}`.execute(server.owner);
  await sql`insert into erasure (member_id, state, finished_at, due_at)
    values (${id}, 'ERASED', site.now(), null)`.execute(server.owner);
};

const endsOf = (...ids: string[]) =>
  server.owner
    .selectFrom('approval')
    .where('id', 'in', ids)
    .orderBy('takes_effect_at')
    .select(['state', 'decided_because'])
    .execute();

const reason = 'a grudge';
const CALLS: readonly (readonly [string, object])[] = [
  ['POST notes', { text: 'he owes us' }],
  ['PUT tags', { tags: ['thief'] }],
  ['POST break', { reason, days: 7 }],
  ['POST exclude', { reason, months: 6 }],
  ['POST suspend', { reason }],
  ['POST restore', { reason }],
];

test('SAFE-43 an operator who writes about an erased member is told that there is none, and stays logged in', async () => {
  const member = await makeMember(server);
  const operator = await makeOperator(server, 'administrator');
  await erase(member);
  for (const [name, body] of CALLS) {
    const [method, path] = name.split(' ');
    expect(
      await operator.call(`${method} /api/console/members/${member.id}/${path}`, body),
      name,
    ).toMatchObject({ status: 404, body: { code: 'NO_USER' } });
  }
  expect(await operator.call('GET /api/console/queues')).toMatchObject({ status: 200 });
  const { rows } = await sql`select from member_note where member_id = ${member.id}
    union all select from member_tag where member_id = ${member.id}
    union all select from pause where member_id = ${member.id}`.execute(server.owner);
  expect(rows).toEqual([]);
});

test('SAFE-43 a request about a member who was erased meanwhile ends as refused when it is approved', async () => {
  const gone = await makeMember(server);
  const asker = await makeOperator(server, 'administrator');
  const { body } = await asker.call(`POST /api/console/members/${gone.id}/exclude`, { reason, months: null });
  const { id } = (body as { waits: { id: string } }).waits;
  await eraseMeanwhile(gone);
  const second = await makeOperator(server, 'administrator');
  expect(await decideApproval(second, id, 'approve')).toMatchObject({
    status: 404,
    body: { code: 'NO_USER' },
  });
  const [ended] = await endsOf(id);
  expect(ended).toEqual({ state: 'REJECTED', decided_because: 'NO_USER' });
});

test('SAFE-43 a request about a member who was erased meanwhile ends as refused, and holds no other up', async () => {
  const [gone, stays] = [await makeMember(server), await makeMember(server)];
  const alone = await makeOperator(server, 'administrator');
  await server.owner.updateTable('operator').set({ is_active: false }).where('id', '<>', alone.id).execute();
  const waitsOf = async (key: string, body: object) =>
    ((await alone.call(key, body)).body as { waits: { id: string } }).waits.id;
  const exclusion = await waitsOf(`POST /api/console/members/${gone.id}/exclude`, { reason, months: null });
  const adjustment = await waitsOf(`POST /api/console/members/${stays.id}/adjust`, {
    amount: 2000,
    reasonCode: 'GOODWILL',
    reason,
  });
  await eraseMeanwhile(gone);
  await sql`update approval set takes_effect_at = site.now() - interval '1 minute' where id = ${exclusion}`.execute(
    server.owner,
  );
  await sql`update approval set takes_effect_at = site.now() where id = ${adjustment}`.execute(server.owner);
  await server.work('approvals');
  expect(await endsOf(exclusion, adjustment)).toEqual([
    { state: 'REJECTED', decided_because: 'NO_USER' },
    { state: 'APPLIED', decided_because: null },
  ]);
});
