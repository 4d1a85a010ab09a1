import { contract } from '@krapao/contract/api/index';
import type { Endpoint } from '@krapao/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import { callConsole, logInOverHttp, makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const looks = (subject: string) =>
  server.owner
    .selectFrom('audit_entry')
    .select(['operator_id', 'member_id'])
    .where('action', '=', 'member.look')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

test('a look at a member’s page is in the audit log, once a day for each operator', async () => {
  const { id } = await makeMember(server);
  const subject = `member:${id}`;
  const [support, cashier] = [await makeOperator(server, 'support'), await makeOperator(server, 'cashier')];
  const page = `GET /api/console/members/${id}`;
  await Promise.all([support.call(page), support.call(page), support.call(page)]);
  await support.call(page);
  await cashier.call(page);
  const ofSupport = { operator_id: support.id, member_id: id };
  const ofCashier = { operator_id: cashier.id, member_id: id };
  expect(await looks(subject)).toEqual([ofSupport, ofCashier]);
  // On another day it is another look.
  await server.clock.move(DAY_MS);
  const { cookie } = await logInOverHttp(server.url, support);
  expect((await callConsole(server.url, cookie, page)).status).toBe(200);
  expect(await looks(subject)).toEqual([ofSupport, ofCashier, ofSupport]);
});

/** Every call that tells of one member, with what it is asked. */
const READS: Record<string, object | undefined> = {
  'GET /api/console/members/:id': undefined,
  'GET /api/console/members/:id/data': undefined,
  'GET /api/console/members/:id/identity': undefined,
  'GET /api/console/members/:id/limits': undefined,
  'GET /api/console/members/:id/links': undefined,
  'GET /api/console/members/:id/statement/:row': undefined,
  'POST /api/console/members/:id/figure': { figure: 'deposits', limit: 10 },
  'POST /api/console/members/:id/invitees': {},
  'POST /api/console/members/:id/merge/preview': { other: '' },
  'POST /api/console/members/:id/moment': { at: '' },
  'POST /api/console/members/:id/payments': {},
  'POST /api/console/members/:id/postings': {},
  'POST /api/console/members/:id/slips': {},
  'POST /api/console/members/:id/statement': {},
};
/** What has a line of its own in the audit log. */
const OWN_LINE = ['copy', 'erase', 'keep', 'retained'].map((verb) => `POST /api/console/members/:id/${verb}`);

test('every call that tells of one member is a look, whichever way it is reached; the line is one a day', async () => {
  const known = Object.entries(contract as Record<string, Endpoint>)
    .filter(([key, { mutates }]) => /^(GET|POST) .*\/members\/:id(\/|$)/.test(key) && mutates !== true)
    .map(([key]) => key)
    .filter((key) => key.includes('/console/') && !OWN_LINE.includes(key));
  expect(Object.keys(READS).toSorted()).toEqual(known.toSorted());
  const other = await makeMember(server);
  const { id } = await makeMember(server);
  const gift = { amount: 5, reasonCode: 'GOODWILL', reason: 'a gift' };
  const boss = await makeOperator(server, 'manager');
  expect((await boss.call(`POST /api/console/members/${id}/adjust`, gift)).status).toBe(200);
  const entry = await server.owner
    .selectFrom('statement_entry')
    .select('id')
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow();
  const since = await server.owner
    .selectFrom('member')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const [key, body] of Object.entries(READS)) {
    const by = await makeOperator(server, 'manager');
    const filled = body && {
      ...body,
      ...('other' in body && { other: String(other.id) }),
      ...('at' in body && { at: new Date(since.created_at.getTime() + 1).toISOString() }),
    };
    const call = key.replace(':id', String(id)).replace(':row', String(entry.id));
    for (let twice = 0; twice < 2; twice += 1)
      expect((await by.call(call, filled)).status, `${key}`).toBe(200);
    const seen = (await looks(`member:${id}`)).filter(({ operator_id }) => operator_id === by.id);
    expect(seen, key).toHaveLength(1);
  }
});

test('the side pane of a conversation is a look at its member', async () => {
  const member = await makeMember(server);
  const support = await makeOperator(server, 'support');
  const { id: roomId } = await server.owner
    .insertInto('chat_room')
    .values({ member_id: member.id, language: 'th' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await support.call(`GET /api/console/chat/rooms/${roomId}`)).status).toBe(200);
  expect((await support.call(`GET /api/console/chat/rooms/${roomId}/placeholders`)).status).toBe(200);
  expect(await looks(`member:${member.id}`)).toEqual([{ operator_id: support.id, member_id: member.id }]);
});

test('who finds nobody has looked at nobody', async () => {
  const support = await makeOperator(server, 'support');
  expect((await support.call('GET /api/console/members/999999999')).status).toBe(404);
  await support.call('POST /api/console/members/999999999/slips', {});
  expect(await looks('member:999999999')).toEqual([]);
});
