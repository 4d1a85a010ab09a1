import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dishonesty, newAuthenticator } from '../../testing/authenticator.ts';
import { askProof, callProved } from '../../testing/memberProof.ts';
import { fund, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type RawAnswer, rawCall } from '../../testing/rawCall.ts';
import { newestOtpCode } from '../../testing/smsCode.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { beginPause } from '../pauses/beginPause.ts';

const SITE = 'https://wallet.example';
const REFUSED = { status: 400, body: { code: 'PASSKEY_REFUSED' } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { PUBLIC_URL: SITE, KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

type Authenticator = ReturnType<typeof newAuthenticator>;

const optionsToAdd = ({ token, password }: TestMember) =>
  callProved(server.url, 'POST /api/account/passkeys/options', { token }, { password });
const add = ({ token }: { token: string }, passkey: object, name = 'Phone') =>
  rawCall(server.url, 'POST /api/account/passkeys', { token, body: { name, passkey } });

/** A member with one passkey. */
async function holder(): Promise<{ member: TestMember; key: Authenticator; passkeyId: string }> {
  const member = await makeMember(server);
  const key = newAuthenticator(SITE);
  const made = await add(member, key.create((await optionsToAdd(member)).body));
  expect(made).toMatchObject({ status: 200, body: { name: 'Phone', isDistrusted: false } });
  return { member, key, passkeyId: made.body.id };
}

const cookieOf = (answer: RawAnswer) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** The browser asks for options and sends what the authenticator says to them. */
async function logIn(key: Authenticator, lies: Dishonesty = {}, ip = '203.0.113.5') {
  const options = await rawCall(server.url, 'POST /api/login/passkey/options', { ip });
  const passkey = key.get(options.body, lies);
  const cookie = cookieOf(options);
  const send = (headers: Record<string, string> = { cookie }) =>
    rawCall(server.url, 'POST /api/login/passkey', { body: { passkey }, headers, ip });
  return { answer: await send(), send, options };
}

const prove = async (session: { token: string }, answer: (options: object) => object) => {
  const options = await rawCall(server.url, 'POST /api/account/stepUp/options', { token: session.token });
  return askProof(
    server.url,
    session.token,
    { action: 'withdraw', subject: '20000' },
    { passkey: answer(options.body) },
  );
};

test('a passkey is made after the password, logs in on a known device, and lets money out', async () => {
  const { member, key, passkeyId } = await holder();
  await fund(server.db, member.id, 1_000_00n);
  const { answer, options } = await logIn(key);
  expect(options.body).toMatchObject({ rpId: 'wallet.example', userVerification: 'required' });
  expect(options.body.allowCredentials ?? []).toEqual([]);
  expect(answer.status).toBe(200);
  const { token } = answer.body;
  const profile = await rawCall(server.url, 'GET /api/account/profile', { token });
  expect(profile.body._id).toBe(String(member.id));
  const device = cookieOf(answer).split('=')[1]?.split('.')[0];
  const known = await server.owner
    .selectFrom('member_device')
    .select('device_id')
    .where('member_id', '=', member.id)
    .execute();
  expect(known.map(({ device_id }) => device_id)).toContain(device);

  const asked = await rawCall(server.url, 'POST /api/wallet/withdraw', { token, body: { amount: 200 } });
  expect(asked.body).toMatchObject({ code: 'STEP_UP_REQUIRED', stepUp: { ways: ['passkey'] } });
  const proof = await prove({ token }, (given) => key.get(given));
  expect(
    await rawCall(server.url, 'POST /api/wallet/withdraw', {
      token,
      body: { amount: 200 },
      headers: { 'X-Step-Up': proof.body.proof },
    }),
  ).toMatchObject({ status: 200, body: { status: 'PENDING' } });
  const { body } = await rawCall(server.url, 'GET /api/account/security', { token });
  expect(body.passkeys).toEqual([
    {
      id: passkeyId,
      name: 'Phone',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      isSynced: false,
      isDistrusted: false,
    },
  ]);
});

test('an answer of another page, host, person, key or without its person is refused', async () => {
  const { member, key } = await holder();
  for (const lies of [
    { origin: 'https://wallet.example.evil' },
    { origin: 'http://wallet.example' },
    { rpId: 'evil.example' },
    { isUnverified: true },
    { userHandle: 'AAAA' },
  ] satisfies Dishonesty[])
    expect([lies, (await logIn(key, lies)).answer]).toMatchObject([lies, REFUSED]);
  const forged = newAuthenticator(SITE);
  forged.create((await optionsToAdd(member)).body);
  expect((await logIn(forged)).answer).toMatchObject(REFUSED);
  const { options } = await logIn(key);
  const answer = key.get(options.body);
  const body = { passkey: { ...answer, response: { ...answer.response, clientDataJSON: 'AAAA' } } };
  expect(await rawCall(server.url, 'POST /api/login/passkey', { body })).toMatchObject(REFUSED);
  expect((await logIn(key)).answer.status).toBe(200);
});

test('ASVS 15.2.2 an answer of an authenticator that nests deep is refused, and costs its challenge', async () => {
  const member = await makeMember(server);
  const options = await optionsToAdd(member);
  const made = newAuthenticator(SITE).create(options.body);
  // Arrays of one, each within another: as many as an answer may be long.
  const attestationObject = Buffer.alloc(9_000, 0x81).toString('base64url');
  const costly = { ...made, response: { ...made.response, attestationObject } };
  expect(await add(member, costly)).toMatchObject(REFUSED);
  expect(await add(member, costly)).toMatchObject(REFUSED);
  expect(await add(member, made)).toMatchObject(REFUSED);
  const next = await optionsToAdd(member);
  expect((await add(member, newAuthenticator(SITE).create(next.body))).status).toBe(200);
});

test('registration refuses another page, host and unverified person, a used challenge, and one of another session', async () => {
  const member = await makeMember(server);
  const other = await makeMember(server);
  for (const lies of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUnverified: true }]) {
    const options = await optionsToAdd(member);
    expect(await add(member, newAuthenticator(SITE).create(options.body, lies))).toMatchObject(REFUSED);
    // A challenge is used up by a wrong answer too.
    expect(await add(member, newAuthenticator(SITE).create(options.body))).toMatchObject(REFUSED);
  }
  const options = await optionsToAdd(member);
  const key = newAuthenticator(SITE);
  const made = key.create(options.body);
  expect(await add(other, made)).toMatchObject(REFUSED);
  const again = await server.client()('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  expect(await add(again, made)).toMatchObject(REFUSED);
  expect(await add(member, made)).toMatchObject({ status: 200 });
  expect(await add(member, made)).toMatchObject(REFUSED);
  // What authenticates nobody yet is no registration, and one credential has one member.
  expect(await add(other, key.create((await optionsToAdd(other)).body))).toMatchObject(REFUSED);
});

test('a challenge works once, for its browser, its purpose, and five minutes', async () => {
  const { member, key } = await holder();
  const { answer, send } = await logIn(key);
  expect(answer.status).toBe(200);
  expect(await send()).toMatchObject(REFUSED);

  const options = await rawCall(server.url, 'POST /api/login/passkey/options');
  const body = { passkey: key.get(options.body) };
  const log = (headers: Record<string, string>) =>
    rawCall(server.url, 'POST /api/login/passkey', { body, headers });
  const elsewhere = await rawCall(server.url, 'POST /api/login/passkey/options');
  expect(await log({})).toMatchObject(REFUSED);
  expect(await log({ cookie: cookieOf(elsewhere) })).toMatchObject(REFUSED);
  // What was signed to log in proves no action.
  expect(await prove(member, () => body.passkey)).toMatchObject(REFUSED);
  expect(await log({ cookie: cookieOf(options) })).toMatchObject({ status: 200 });

  const late = await rawCall(server.url, 'POST /api/login/passkey/options');
  await server.owner.updateTable('passkey_challenge').set({ expires_at: sql`now()` }).execute();
  expect(
    await rawCall(server.url, 'POST /api/login/passkey', {
      body: { passkey: key.get(late.body) },
      headers: { cookie: cookieOf(late) },
    }),
  ).toMatchObject(REFUSED);
});

test('at once with one challenge, one browser gets in', async () => {
  const { key } = await holder();
  const options = await rawCall(server.url, 'POST /api/login/passkey/options');
  const passkey = key.get(options.body);
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      rawCall(server.url, 'POST /api/login/passkey', {
        body: { passkey },
        headers: { cookie: cookieOf(options) },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test('a proof needs a passkey of this member, to a challenge of this session', async () => {
  const { member, key } = await holder();
  const other = await holder();
  expect(await prove(member, (given) => other.key.get(given))).toMatchObject(REFUSED);
  const options = await rawCall(server.url, 'POST /api/account/stepUp/options', {
    token: other.member.token,
  });
  expect(await prove(member, () => key.get(options.body))).toMatchObject(REFUSED);
  expect(await prove(member, (given) => key.get(given))).toMatchObject({ status: 200 });
});

test('a counter that goes back distrusts the passkey for good', async () => {
  const { member, key, passkeyId } = await holder();
  expect((await logIn(key, { counter: 7 })).answer.status).toBe(200);
  expect((await logIn(key, { counter: 7 })).answer).toMatchObject(REFUSED);
  expect((await logIn(key, { counter: 20 })).answer).toMatchObject(REFUSED);
  const { body } = await rawCall(server.url, 'GET /api/account/security', { token: member.token });
  expect(body.passkeys).toMatchObject([{ id: passkeyId, isDistrusted: true }]);
  const told = await server.owner
    .selectFrom('notification')
    .select('kind')
    .where('member_id', '=', member.id)
    .where('kind', 'like', 'passkey%')
    .orderBy('id')
    .execute();
  expect(told.map(({ kind }) => kind)).toEqual(['passkeyAdded', 'passkeyDistrusted']);
  // An authenticator that counts nothing sends zero for ever.
  const still = await holder();
  for (const counter of [0, 0]) expect((await logIn(still.key, { counter })).answer.status).toBe(200);
});

test('suspended and excluded members are refused as with the password', async () => {
  const { member, key } = await holder();
  const set = (columns: object) =>
    server.owner.updateTable('member').set(columns).where('id', '=', member.id).execute();
  await set({ status: 'suspended' });
  expect((await logIn(key)).answer).toMatchObject({ status: 403, body: { code: 'INACTIVE_USER' } });
  await set({ status: 'active' });
  expect((await logIn(key)).answer.status).toBe(200);
  await server.db
    .transaction()
    .execute((trx) =>
      beginPause(trx, { memberId: member.id, kind: 'exclusion', source: 'member', until: null }),
    );
  expect((await logIn(key)).answer).toMatchObject({ status: 401, body: { code: 'INVALID_USER_3' } });
});

test('an address that only sends refused answers must wait', async () => {
  const { key } = await holder();
  const codes: string[] = [];
  for (let turn = 0; turn < 31; turn += 1)
    codes.push((await logIn(key, { origin: 'https://evil.example' }, '203.0.113.66')).answer.body.code);
  expect(codes.at(0)).toBe('PASSKEY_REFUSED');
  expect(codes.at(-1)).toBe('REQUEST_LIMIT_1MIN');
  expect((await logIn(key)).answer.status).toBe(200);
});

test('refusals of others at an address do not keep a passkey from a device that its member trusts', async () => {
  const { key } = await holder();
  const ip = '203.0.113.67';
  const known = cookieOf((await logIn(key, {}, ip)).answer);
  const other = await holder();
  for (let turn = 0; turn < 31; turn += 1) await logIn(other.key, { origin: 'https://evil.example' }, ip);
  expect((await logIn(key, {}, ip)).answer.body.code).toBe('REQUEST_LIMIT_1MIN');
  const onKnown = async (lies: Dishonesty = {}) => {
    const headers = { cookie: known };
    const options = await rawCall(server.url, 'POST /api/login/passkey/options', { ip, headers });
    const body = { passkey: key.get(options.body, lies) };
    return rawCall(server.url, 'POST /api/login/passkey', { body, headers, ip });
  };
  expect((await onKnown()).status).toBe(200);
  const codes: string[] = [];
  for (let turn = 0; turn < 7; turn += 1)
    codes.push((await onKnown({ origin: 'https://evil.example' })).body.code);
  expect([codes.at(0), codes.at(-1)]).toEqual(['PASSKEY_REFUSED', 'REQUEST_LIMIT_1MIN']);
});

test('passkeys are named and removed by their member alone, with the password; ten are enough', async () => {
  const { member, key, passkeyId } = await holder();
  const other = await makeMember(server);
  const at = `/api/account/passkeys/${passkeyId}`;
  const named = { name: 'My key' };
  expect(await rawCall(server.url, `PUT ${at}`, { token: other.token, body: named })).toMatchObject({
    status: 404,
  });
  expect(await rawCall(server.url, `PUT ${at}`, { token: member.token, body: named })).toMatchObject({
    status: 200,
  });
  for (const body of [{ name: '' }, { name: 'x'.repeat(41) }])
    expect(await rawCall(server.url, `PUT ${at}`, { token: member.token, body })).toMatchObject({
      status: 400,
    });
  expect(await rawCall(server.url, `DELETE ${at}`, { token: other.token })).toMatchObject({ status: 404 });
  expect(
    await callProved(server.url, `DELETE ${at}`, { token: member.token }, { password: member.password }),
  ).toMatchObject({ status: 200 });
  expect((await logIn(key)).answer).toMatchObject(REFUSED);

  for (let made = 0; made < 9; made += 1)
    await add(member, newAuthenticator(SITE).create((await optionsToAdd(member)).body));
  const both = [await optionsToAdd(member), await optionsToAdd(member)];
  const answers = await Promise.all(both.map(({ body }) => add(member, newAuthenticator(SITE).create(body))));
  expect(answers.map(({ body }) => body.code ?? 'made').sort()).toEqual(['PASSKEY_LIMIT', 'made']);
  expect((await optionsToAdd(member)).body.code).toBe('PASSKEY_LIMIT');
});

/** When the ways into the account last changed otherwise than by its password. */
const accessChanged = async ({ id }: TestMember) =>
  (
    await server.owner
      .selectFrom('member')
      .select('access_changed_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).access_changed_at;
const namesOf = async ({ token }: { token: string }) =>
  (await rawCall(server.url, 'GET /api/account/security', { token })).body.passkeys.map(
    ({ name }: { name: string }) => name,
  );
const age = (passkeyId: string) =>
  sql`update passkey set created_at = now() - interval '8 days' where id = ${passkeyId}`.execute(
    server.owner,
  );

test('a new password removes the passkeys of the last 7 days and tells which; older ones stay', async () => {
  const manager = await makeOperator(server, 'manager');
  for (const way of ['changepwd', 'forgotpwd', 'reset-password'] as const) {
    const { member, key, passkeyId } = await holder();
    await age(passkeyId);
    const thiefs = newAuthenticator(SITE);
    expect(await add(member, thiefs.create((await optionsToAdd(member)).body), 'Thief')).toMatchObject({
      status: 200,
    });
    const newPassword = 'another horse 9';
    if (way === 'changepwd')
      await member.client('PUT /api/account/changepwd', {
        body: { oldPassword: member.password, newPassword },
      });
    else if (way === 'reset-password')
      expect(
        await manager.call(`POST /api/console/members/${member.id}/${way}`, { reason: 'asked' }),
      ).toMatchObject({ status: 200 });
    else {
      const { phoneNumber } = member;
      const { otpToken } = await server.client()('POST /api/otp/send', {
        body: { phoneNumber, purpose: 'password' },
      });
      const otpCode = await newestOtpCode(server.sandbox.url, phoneNumber);
      await server.client()('POST /api/account/forgotpwd', {
        body: { username: phoneNumber, newPassword, otpToken, otpCode },
      });
    }
    expect((await logIn(thiefs)).answer).toMatchObject(REFUSED);
    const { answer } = await logIn(key);
    expect(answer.status).toBe(200);
    expect(await namesOf(answer.body)).toEqual(['Phone']);
    expect(
      await server.owner
        .selectFrom('notification')
        .select('params')
        .where('member_id', '=', member.id)
        .where('kind', '=', 'passkeyRemoved')
        .execute(),
    ).toEqual([{ params: { device: 'Thief' } }]);
  }
});

test('a passkey beside another way, and each that goes, makes payouts wait; the first one does not', async () => {
  const { member, passkeyId } = await holder();
  expect(await accessChanged(member)).toBeNull();
  const second = await add(member, newAuthenticator(SITE).create((await optionsToAdd(member)).body));
  expect(second.status).toBe(200);
  expect(await accessChanged(member)).toBeInstanceOf(Date);
  await sql`update member set access_changed_at = null where id = ${member.id}`.execute(server.owner);
  const { token, password } = member;
  const removed = await callProved(
    server.url,
    `DELETE /api/account/passkeys/${passkeyId}`,
    { token },
    { password },
  );
  expect(removed.status).toBe(200);
  // One is left, and yet.
  expect(await accessChanged(member)).toBeInstanceOf(Date);
});

test('into a frozen account no passkey gets in that was added in the days before', async () => {
  const { member, key, passkeyId } = await holder();
  const { answer } = await logIn(key);
  expect(answer.status).toBe(200);
  const cookie = cookieOf(answer);
  await member.client('POST /api/account/freeze', { body: { endsOthers: true } });
  const again = async () => {
    const options = await rawCall(server.url, 'POST /api/login/passkey/options', { headers: { cookie } });
    const body = { passkey: key.get(options.body) };
    return rawCall(server.url, 'POST /api/login/passkey', { body, headers: { cookie } });
  };
  expect(await again()).toMatchObject({ body: { code: 'FROZEN_NEW_DEVICE' } });
  await age(passkeyId);
  expect(await again()).toMatchObject({ status: 200 });
});

test('a session that ends while its passkey is checked adds none', async () => {
  const member = await makeMember(server);
  const key = newAuthenticator(SITE);
  const made = key.create((await optionsToAdd(member)).body);
  // Holds the member's row as a reset of PIN and passkeys does, until the registration waits for it.
  const adding = await server.owner.transaction().execute(async (trx) => {
    await trx.selectFrom('member').select('id').where('id', '=', member.id).forUpdate().execute();
    const waiting = add(member, made);
    await until(async () => {
      const { rows } = await sql`select from pg_locks where not granted and database =
        (select oid from pg_database where datname = current_database())
        union all select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        server.owner,
      );
      return rows.length > 0;
    });
    await trx.deleteFrom('session').where('member_id', '=', member.id).execute();
    return { waiting };
  });
  expect(await adding.waiting).toMatchObject({ status: 401 });
  expect(
    await server.owner.selectFrom('passkey').select('id').where('member_id', '=', member.id).execute(),
  ).toEqual([]);
});
