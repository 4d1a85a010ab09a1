import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callProved } from '../../../testing/memberProof.ts';
import { fund, until } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { rawCall } from '../../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { makeOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const askForCopy = (member: TestMember) =>
  callProved(
    server.url,
    'POST /api/account/data/copy',
    { token: member.token },
    { password: member.password },
  );

/** The copy, once it is made. */
const madeCopy = (member: TestMember) =>
  until(async () => {
    const { copy } = await member.client('GET /api/account/data');
    return copy?.state === 'READY' && copy;
  });

const filesOf = async (member: TestMember) => {
  const copy = await madeCopy(member);
  const { body: links } = await callProved(
    server.url,
    `POST /api/account/data/copy/${copy.id}/links`,
    { token: member.token },
    { password: member.password },
  );
  const read = async (path: string) => {
    const answer = await fetch(server.url + path);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  return { links, html: await read(links.html), json: await read(links.json) };
};

test('SAFE-42 a member gets all of their data as two files, and nothing of others', async () => {
  const inviter = await makeMember(server);
  const member = await makeMember(server, { inviteCode: `PR${inviter.id}` });
  await fund(server.db, member.id, 123_45n);
  await member.client('POST /api/chat/send-message', {
    body: { message: { message_type: 'text', payload: { text: 'my <b>dog</b> is called "Fah"' } } },
  });
  await member.client('PUT /api/account/consents/:kind', {
    params: { kind: 'conditions' },
    body: { isGiven: true },
  });
  const support = await makeOperator(server, 'support');
  await support.call(`POST /api/console/members/${member.id}/notes`, { text: 'prefers mornings' });
  await sql`insert into incoming_transfer (sending_bank, trans_ref, source, transferred_at, early_seconds, late_seconds,
      amount, currency, sender, receiver, status, member_id, cause, credited_at, credited_amount)
    values ('004', 'REF77', 'NOTICE', now(), 0, 0, 10000, 'THB', '{"name":"STRANGER DANGER","account":"9998887776"}', '{}',
      'CREDITED', ${member.id}, 'incoming:77', now(), 10000)`.execute(server.owner);

  // The session alone is not enough.
  await expect(member.client('POST /api/account/data/copy')).rejects.toMatchObject({
    code: 'STEP_UP_REQUIRED',
  });
  expect(await askForCopy(member)).toMatchObject({ status: 200, body: { state: 'WAITING' } });
  const { html, json } = await filesOf(member);
  expect(html.status).toBe(200);
  expect(json.headers.get('content-disposition')).toContain('my-data.json');
  const data = JSON.parse(json.text) as Record<string, Record<string, unknown>[]>;
  expect(data.profile?.[0]).toMatchObject({
    account: member.bankAccountNo,
    holder: member.bankAccountName,
    phone: `+66${member.phoneNumber.slice(1)}`,
  });
  expect(data.devices?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['device', 'session']));
  expect(data.consents).toMatchObject([{ kind: 'conditions', given: true, shown: null }]);
  expect(data.deposits).toContainEqual(expect.objectContaining({ amount: '100.00', reference: 'REF77' }));
  expect(data.chat).toContainEqual(expect.objectContaining({ text: 'my <b>dog</b> is called "Fah"' }));
  expect(data.notes).toContainEqual(expect.objectContaining({ text: 'prefers mornings' }));
  expect(html.text).toContain('my &#60;b&#62;dog');
  expect(html.text).not.toContain('<b>dog');
  for (const { text } of [html, json]) {
    for (const foreign of [
      'STRANGER',
      '9998887776',
      inviter.phoneNumber.slice(1),
      inviter.bankAccountNo,
      'argon2',
    ])
      expect(text).not.toContain(foreign);
  }
  const told = await server.owner
    .selectFrom('notification')
    .where('member_id', '=', member.id)
    .select('kind')
    .execute();
  expect(told.map(({ kind }) => kind)).toContain('copyReady');
});

test('SAFE-42 a copy is downloaded by the session that asked, until it ends; a changed link shows nothing', async () => {
  const member = await makeMember(server);
  const stranger = await makeMember(server);
  await askForCopy(member);
  const { links } = await filesOf(member);
  const copy = await madeCopy(member);
  const status = async (path: string) => (await fetch(server.url + path)).status;
  for (const path of [
    links.html.replace(/expires=\d+/, 'expires=9999999999'),
    links.html.replace('.html', '.json'),
    links.html.replace(/signature=..../, 'signature=AAAA'),
    links.html.replace(/session=[0-9a-f]{8}/, 'session=00000000'),
    '/media/copy/x.html',
  ])
    expect(await status(path), path).toBe(404);
  await expect(
    stranger.client('POST /api/account/data/copy/:copyId/links', { params: { copyId: copy.id } }),
  ).rejects.toMatchObject({ code: 'NO_DATA' });
  // A session alone, the member's or a stolen one, gets no link.
  await expect(
    member.client('POST /api/account/data/copy/:copyId/links', { params: { copyId: copy.id } }),
  ).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(await status(links.html)).toBe(200);
  const change = (text: string) => sql.raw(`${text} = ${member.id}`).execute(server.owner);
  await change("update session set expires_at = now() - interval '1 minute' where member_id");
  expect(await status(links.html)).toBe(401);
  await change("update session set expires_at = now() + interval '1 hour' where member_id");
  await change('update member set frozen_at = now() where id');
  expect(await status(links.html)).toBe(403);
  await change("update member set frozen_at = null, status = 'suspended' where id");
  expect(await status(links.html)).toBe(401);
  await change("update member set status = 'active' where id");
  expect(await status(links.html)).toBe(200);
  await member.client('POST /api/logout');
  expect(await status(links.html)).toBe(404);
});

test('SAFE-42 twenty thousand rows leave the job through a cursor, in parts: the memory of the node does not grow with them', async () => {
  const member = await makeMember(server);
  await sql`insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount)
    select ${member.id}, 'bulk:' || n, 'deposit', 'SUCCESS', repeat('x', 60), 'WALLET', n
    from generate_series(1, 20000) n`.execute(server.owner);
  await askForCopy(member);
  await until(async () => (await member.client('GET /api/account/data')).copy?.state === 'READY');
  const { json } = await filesOf(member);
  const data = JSON.parse(json.text) as { statement: unknown[] };
  expect(data.statement).toHaveLength(20_000);
  const row = await server.owner
    .selectFrom('data_copy')
    .select(['json_parts', 'html_parts'])
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  // Parts of a megabyte: none is larger than what is in memory at once.
  expect(row.json_parts).toBeGreaterThan(2);
});

test('SAFE-42 one copy at a time, three in a day; an operator may ask for a member and sees nothing of it', async () => {
  const member = await makeMember(server);
  const ids = new Set<unknown>();
  for (let nth = 0; nth < 3; nth += 1) {
    ids.add((await askForCopy(member)).body.id);
    await madeCopy(member);
  }
  expect(ids.size).toBe(3);
  expect(await askForCopy(member)).toMatchObject({ body: { code: 'REQUEST_LIMIT' } });
  const other = await makeMember(server);
  const manager = await makeOperator(server, 'manager');
  const path = `POST /api/console/members/${other.id}/copy`;
  expect(await (await makeOperator(server, 'support')).call(path, { reason: 'r' })).toMatchObject({
    status: 403,
  });
  expect(await manager.call(path, { reason: 'asked by phone' })).toMatchObject({ status: 200 });
  const copy = await madeCopy(other);
  expect(
    (await rawCall(server.url, `POST /api/account/data/copy/${copy.id}/links`, { token: member.token })).body
      .code,
  ).toBe('NO_DATA');
});
