import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approveAs, factsOf, photo, sendPicture, sendRequest } from '../../testing/documentPictures.ts';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await bringFirstMoney(server);
  manager = await makeOperator(server, 'manager');
  second = await makeOperator(server, 'manager');
});
afterAll(() => server.stop());
beforeEach(async () => {
  member = await makeMember(server);
});

const identity = (one = member) => one.client('GET /api/identity');
const look = (operator: TestOperator, id: bigint) =>
  operator.call(`POST /api/console/identityRequests/${id}/look`, { reason: 'to compare the face' });
const claim = (id: bigint) => manager.call(`POST /api/console/queues/identityRequests/${id}/claim`);
async function compare(id: bigint, facts: object) {
  await claim(id);
  return manager.call(`POST /api/console/identityRequests/${id}/compare`, facts);
}
const linksOf = ({ body }: { body: never }) =>
  (body as { pictures: { part: string; url: string }[] }).pictures.map(({ url }) => url);
const open = (url: string, { cookie }: { cookie: string } = { cookie: '' }) =>
  fetch(server.url + url, { headers: { Cookie: cookie } });
const findings = (one = member) =>
  server.owner
    .selectFrom('identity_finding')
    .where('member_id', '=', one.id)
    .orderBy('id')
    .select(['kind', 'state', 'detail'])
    .execute();

test('SAFE-45 an operator looks at the pictures with a reason, and the audit log has each look', async () => {
  const id = await sendRequest(server, member);
  const { body: list } = await manager.call('GET /api/console/identityRequests');
  expect(JSON.stringify(list)).not.toMatch(/signature|identityPictures/);
  const links = linksOf(await look(manager, id));
  expect(links).toHaveLength(2);
  const picture = await open(links[0] ?? '', manager);
  expect(picture.status).toBe(200);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  const { entries } = await server.owner
    .selectFrom('audit_entry')
    .where('action', '=', 'identity.look')
    .where('subject', '=', `identityRequest:${id}`)
    .where('reason', '=', 'to compare the face')
    .where('operator_id', '=', manager.id)
    .select((e) => e.fn.countAll<bigint>().as('entries'))
    .executeTakeFirstOrThrow();
  expect(entries).toBe(1n);
});

test('SAFE-45 a link opens for the session that asked alone, for three minutes, and only with the permission', async () => {
  const id = await sendRequest(server, member);
  const [link = '', other = ''] = linksOf(await look(manager, id));
  expect((await open(link)).status).toBe(401);
  expect((await open(link, second)).status).toBe(404);
  const signature = new URL(other, server.url).searchParams.get('signature');
  for (const wrong of [
    link.replace(/signature=[^&]*/, `signature=${signature}`),
    link.replace(/expires=[0-9]+/, 'expires=99999999999'),
    link.split('?')[0] ?? '',
  ])
    expect((await open(wrong, manager)).status).toBe(404);
  const cashier = await makeOperator(server, 'cashier');
  expect(await look(cashier, id)).toMatchObject({ body: { code: 'OPERATOR_FORBIDDEN' } });
  expect((await open(link, cashier)).status).toBe(403);
  expect(await cashier.call('GET /api/console/identityRequests')).toMatchObject({ status: 403 });
  // Whoever loses the permission loses the link.
  const former = await makeOperator(server, 'manager');
  const [theirs = ''] = linksOf(await look(former, id));
  expect((await open(theirs, former)).status).toBe(200);
  await server.owner.updateTable('operator').set({ role: 'support' }).where('id', '=', former.id).execute();
  expect((await open(theirs, former)).status).toBe(403);
  // A member's token opens nothing, and no path of files leads there.
  const asMember = await fetch(server.url + link, { headers: { Authorization: `Bearer ${member.token}` } });
  expect(asMember.status).toBe(401);
});

test('SAFE-45 a link ends when the request is decided; a later look is a line of its own', async () => {
  const id = await sendRequest(server, member);
  const [link = ''] = linksOf(await look(manager, id));
  expect((await open(link, manager)).status).toBe(200);
  expect(await approveAs(second, id, factsOf(member))).toMatchObject({ status: 200 });
  expect((await open(link, manager)).status).toBe(404);
  const [again = ''] = linksOf(await look(manager, id));
  expect((await open(again, manager)).status).toBe(200);
});

test('SAFE-45 pictures that a member has not sent, or taken back, are shown to nobody', async () => {
  await member.client('POST /api/identity/request', { body: { level: 2, documentKind: 'passport' } });
  await sendPicture(server, member.token, 'front', await photo());
  const { id } = await server.owner
    .selectFrom('identity_request')
    .where('member_id', '=', member.id)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await look(manager, id)).toMatchObject({ body: { code: 'NO_DATA' } });
  await sendPicture(server, member.token, 'selfie', await photo());
  await member.client('POST /api/identity/request/send');
  const [link = ''] = linksOf(await look(manager, id));
  await member.client('DELETE /api/identity/request');
  expect((await open(link, manager)).status).toBe(404);
  expect(linksOf(await look(manager, id))).toEqual([]);
});

test('SAFE-45 one operator approves who shows the name of the account; of the number a hash and its end stay', async () => {
  const id = await sendRequest(server, member);
  const facts = factsOf(member, { documentNumber: '1-2345-67890-12-3' });
  const compared = await compare(id, facts);
  expect(compared.body).toEqual({ isName: true, isOldEnough: true, isExpired: false, others: [] });
  expect(await approveAs(manager, id, facts)).toMatchObject({ status: 200, body: { waits: null } });
  // What is decided is compared with nobody: a typed number would tell who has shown it.
  const later = await compare(id, facts);
  expect(later).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  expect(await identity()).toMatchObject({ level: 2 });
  const row = await server.owner
    .selectFrom('identity_request')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'APPROVED', number_end: '0123', decided_by: manager.id });
  const { rows } = await sql<{ all: string }>`
    select (select json_agg(r)::text from identity_request r) || coalesce((select json_agg(a)::text from audit_entry a), '')
      || coalesce((select json_agg(p)::text from approval p), '') as all`.execute(server.owner);
  expect(rows[0]?.all).not.toMatch(/1234567890123|1-2345/);
  expect(await approveAs(manager, id, facts)).toMatchObject({ status: 409 });
  const shown = await manager.call(`GET /api/console/members/${member.id}/identity`);
  expect(shown.body).toMatchObject({
    level: 2,
    requests: [{ facts: { numberEnd: '0123', birthDate: '1990-04-13' } }],
  });
  const support = await makeOperator(server, 'support');
  const hidden = await support.call(`GET /api/console/members/${member.id}/identity`);
  expect(hidden.body).toMatchObject({ level: 2, requests: [{ facts: null }], findings: [] });
});

test('SAFE-45 another name, and level 3, take a second operator', async () => {
  const id = await sendRequest(server, member);
  const asked = await approveAs(manager, id, factsOf(member, { names: ['PREECHA KHAMOY'] }));
  expect(asked).toMatchObject({ body: { waits: { cause: { code: 'TWO_PERSONS' } } } });
  expect(await identity()).toMatchObject({ level: 1, request: { state: 'WAITING' } });
  const { waits } = asked.body as { waits: { id: string } };
  expect(await decideApproval(manager, waits.id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  expect(await identity()).toMatchObject({ level: 2 });

  const funds = await sendRequest(server, member, 3);
  const nothing = { names: [], birthDate: null, documentNumber: null, expiresOn: null };
  const third = await approveAs(manager, funds, nothing);
  const { waits: two } = third.body as { waits: { id: string } };
  expect(await identity()).toMatchObject({ level: 2 });
  expect(await decideApproval(second, two.id, 'approve')).toMatchObject({ status: 200 });
  expect(await identity()).toMatchObject({ level: 3, next: null });
});

test('SAFE-33 whoever is too young is refused by the day, and the account goes to operators', async () => {
  const years = server.settings.get('protection').age.years;
  const bornOn = (daysAfter: number) => {
    const day = new Date(Date.now() + 7 * 3_600_000 + daysAfter * 86_400_000);
    return `${day.getUTCFullYear() - years}${day.toISOString().slice(4, 10)}`;
  };
  const id = await sendRequest(server, member);
  const young = factsOf(member, { birthDate: bornOn(1) });
  const compared = await compare(id, young);
  expect(compared.body).toMatchObject({ isOldEnough: false });
  expect(await approveAs(manager, id, young)).toMatchObject({ status: 200 });
  expect(await identity()).toMatchObject({ level: 1, request: { state: 'REFUSED', refusal: 'AGE' } });
  expect(await findings()).toMatchObject([{ kind: 'underAge', state: 'WAITING' }]);

  const grown = await makeMember(server);
  const theirs = await sendRequest(server, grown);
  expect(await approveAs(manager, theirs, factsOf(grown, { birthDate: bornOn(0) }))).toMatchObject({
    status: 200,
  });
  expect(await identity(grown)).toMatchObject({ level: 2 });
});

test('SAFE-41 SAFE-45 a document that another member has shown is seen by its number, however it is typed', async () => {
  const first = await makeMember(server);
  await approveAs(
    manager,
    await sendRequest(server, first),
    factsOf(first, { documentNumber: 'AB 1234567' }),
  );
  const id = await sendRequest(server, member);
  const same = factsOf(member, { documentNumber: 'ab-123 4567' });
  const compared = await compare(id, same);
  expect(compared.body).toMatchObject({ others: [{ id: String(first.id) }] });
  // Who has not claimed the request learns nothing, and each answer is recorded.
  expect(await second.call(`POST /api/console/identityRequests/${id}/compare`, same)).toMatchObject({
    body: { code: 'QUEUE_NOT_TAKEN' },
  });
  expect(
    await server.owner
      .selectFrom('audit_entry')
      .where('action', '=', 'identity.compare')
      .where('subject', '=', `identityRequest:${id}`)
      .select(['operator_id', 'after'])
      .execute(),
  ).toEqual([{ operator_id: manager.id, after: { members: [String(first.id)] } }]);
  const asked = await approveAs(manager, id, same);
  const { waits } = asked.body as { waits: { id: string } };
  await decideApproval(second, waits.id, 'approve');
  expect(await findings()).toMatchObject([{ kind: 'sameDocument', detail: { members: [String(first.id)] } }]);
});

test('SAFE-45 facts that cannot be are refused, and change nothing', async () => {
  const id = await sendRequest(server, member);
  for (const change of [
    { birthDate: '1990-02-30' },
    { birthDate: '2533-04-13' },
    { birthDate: null },
    { documentNumber: null },
    { documentNumber: '1-2' },
    { names: ['  '] },
    { expiresOn: '2020-01-01' },
  ])
    expect(await approveAs(manager, id, factsOf(member, change)), JSON.stringify(change)).toMatchObject({
      status: 400,
      body: { code: 'DOCUMENT_FACTS' },
    });
  expect(await identity()).toMatchObject({ level: 1, request: { state: 'WAITING' } });
});
