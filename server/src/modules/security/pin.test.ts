import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askProof, callProved, setPin } from '../../testing/memberProof.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { newestOtpCode, newestSms } from '../../testing/smsCode.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { hashPassword } from '../auth/password.ts';

const PIN = '283916';
const LEAVING = { action: 'withdraw', subject: '10000' } as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const guess = async ({ token }: { token: string }, pin: string) =>
  (await askProof(server.url, token, LEAVING, { pin })).body.code ?? 'given';
const security = async ({ token }: TestMember) =>
  (await rawCall(server.url, 'GET /api/account/security', { token })).body;
const row = ({ id }: TestMember) =>
  server.owner.selectFrom('member_pin').selectAll().where('member_id', '=', id).executeTakeFirst();

const told = async ({ id }: TestMember) =>
  (
    await server.owner
      .selectFrom('notification')
      .select('kind')
      .where('member_id', '=', id)
      .where('kind', '<>', 'signIn')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

/** Ends the delay after wrong PINs, as waiting does. */
const wait = () =>
  server.owner
    .updateTable('failure_lock')
    .set({ locked_until: new Date() })
    .where('key', 'like', 'pin:%')
    .execute();

async function withPin(): Promise<TestMember> {
  const member = await makeMember(server);
  expect(await setPin(server.url, member, PIN)).toMatchObject({ status: 200 });
  return member;
}

test('who has the table of PINs alone finds none by trying; a plain hash of before is replaced when it is used', async () => {
  const member = await withPin();
  const stored = async () => (await row(member))?.pin_hash ?? '';
  const first = await stored();
  expect(await verify(first.slice(first.indexOf('$')), PIN)).toBe(false);
  await server.owner
    .updateTable('member_pin')
    .set({ pin_hash: await hashPassword(PIN) })
    .where('member_id', '=', member.id)
    .execute();
  expect(await guess(member, '283917')).toBe('WRONG_PIN');
  expect(await stored()).toMatch(/^\$argon2id/);
  expect(await guess(member, PIN)).toBe('given');
  expect(await stored()).toMatch(/^keyed:\$argon2id/);
  expect(await guess(member, PIN)).toBe('given');
});

test('a PIN is set, changed and removed with the password, and kept as a slow hash', async () => {
  const member = await makeMember(server);
  const { token, password } = member;
  expect(await rawCall(server.url, 'PUT /api/account/pin', { token, body: { pin: PIN } })).toMatchObject({
    status: 403,
    body: { code: 'STEP_UP_REQUIRED', stepUp: { ways: ['password'] } },
  });
  expect(await security(member)).toEqual({ hasPin: false, isPinLocked: false, passkeys: [] });
  await setPin(server.url, member, PIN);
  expect(await security(member)).toMatchObject({ hasPin: true, isPinLocked: false });
  expect((await row(member))?.pin_hash).toMatch(/^keyed:\$argon2id\$/);
  expect(await guess(member, PIN)).toBe('given');
  await setPin(server.url, member, '503927');
  expect(await guess(member, PIN)).toBe('WRONG_PIN');
  expect(await guess(member, '503927')).toBe('given');

  const remove = () => callProved(server.url, 'DELETE /api/account/pin', { token }, { password });
  expect(await remove()).toMatchObject({ status: 200 });
  expect(await row(member)).toBeUndefined();
  expect(await told(member)).toEqual(['pinSet', 'pinSet', 'pinRemoved']);
  expect(await rawCall(server.url, 'DELETE /api/account/pin', { token })).toMatchObject({
    status: 404,
    body: { code: 'NO_DATA' },
  });
});

test('a PIN that is guessed first is refused', async () => {
  const member = await makeMember(server);
  const national = member.phoneNumber.replace(/^\+66/, '0');
  const { body } = await askProof(
    server.url,
    member.token,
    { action: 'security', subject: 'pin' },
    { password: member.password },
  );
  const set = async (pin: string) =>
    (
      await rawCall(server.url, 'PUT /api/account/pin', {
        token: member.token,
        body: { pin },
        headers: { 'X-Step-Up': body.proof },
      })
    ).body.code;
  const easy = ['111111', '121212', '111222', '123123', '112233', '123456', '654321', '890123', '246802'];
  for (const pin of [...easy, national.slice(0, 6), national.slice(-6)])
    expect([pin, await set(pin)]).toEqual([pin, 'WEAK_PIN']);
  for (const pin of ['12345', '1234567', '12345a', '๑๒๓๔๕๗'])
    expect([pin, await set(pin)]).toEqual([pin, 'INVALID_REQUEST']);
  expect(await set(PIN)).toBe('SUCCESS');
});

test('wrong PINs of all sessions count together, wait longer and longer, and lock the PIN', async () => {
  const member = await withPin();
  const other = await server.client()('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  const guesses: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) guesses.push(await guess(turn % 2 ? other : member, '394857'));
  expect(guesses).toEqual(['WRONG_PIN', 'WRONG_PIN', 'WRONG_PIN']);
  // Nobody goes on at once, not even with the right one.
  for (const session of [member, other]) expect(await guess(session, PIN)).toBe('REQUEST_LIMIT_1MIN');
  for (let turn = 3; turn < 7; turn += 1) {
    await wait();
    expect(await guess(other, '394857')).toBe('WRONG_PIN');
    expect(await guess(member, PIN)).toBe('REQUEST_LIMIT_1MIN');
  }
  await wait();
  expect(await guess(member, '394857')).toBe('PIN_LOCKED');
  await wait();
  expect(await guess(member, PIN)).toBe('PIN_LOCKED');
  expect(await security(member)).toMatchObject({ hasPin: true, isPinLocked: true });
  expect(await told(member)).toEqual(['pinSet', 'pinLocked']);
});

test('guesses at once take no more tries than one after the other', async () => {
  const member = await withPin();
  const answers = await Promise.all(Array.from({ length: 20 }, () => guess(member, '394857')));
  expect(answers.filter((code) => code === 'WRONG_PIN')).toHaveLength(3);
  expect(answers.filter((code) => code === 'REQUEST_LIMIT_1MIN')).toHaveLength(17);
  expect((await row(member))?.tries).toBe(3);
  await server.owner.updateTable('member_pin').set({ tries: 7 }).where('member_id', '=', member.id).execute();
  await server.owner.deleteFrom('failure_lock').where('key', '=', `pin:${member.id}`).execute();
  const last = await Promise.all(Array.from({ length: 10 }, () => guess(member, '394857')));
  expect(last.filter((code) => code === 'WRONG_PIN')).toEqual([]);
  expect((await row(member))?.tries).toBe(8);
  expect(await guess(member, PIN)).toBe('PIN_LOCKED');
});

test('a right PIN forgets the wrong ones before it', async () => {
  const member = await withPin();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await guess(member, '394857')).toBe('WRONG_PIN');
    expect(await guess(member, '394857')).toBe('WRONG_PIN');
    expect(await guess(member, PIN)).toBe('given');
  }
  expect((await row(member))?.tries).toBe(0);
});

test('a locked PIN opens with password and code by SMS to the own number, and not without', async () => {
  const member = await withPin();
  const stranger = await makeMember(server);
  const { token, password } = member;
  await server.owner.updateTable('member_pin').set({ tries: 8 }).where('member_id', '=', member.id).execute();
  expect(await rawCall(server.url, 'DELETE /api/account/pin', { token })).toMatchObject({
    status: 403,
    body: { code: 'PIN_LOCKED' },
  });
  expect(await setPin(server.url, member, '503927')).toMatchObject({ body: { code: 'PIN_LOCKED' } });

  const codeTo = async (phoneNumber: string) => {
    const { body } = await rawCall(server.url, 'POST /api/otp/send', {
      body: { phoneNumber, purpose: 'pin' },
    });
    return { otpToken: body.otpToken, otpCode: await newestOtpCode(server.sandbox.url, phoneNumber) };
  };
  const national = (one: TestMember) => one.phoneNumber.replace(/^\+66/, '0');
  const set = (code: object) =>
    callProved(server.url, 'PUT /api/account/pin', { token, body: { pin: '503927', ...code } }, { password });
  // Of another number, and for another purpose.
  expect(await set(await codeTo(national(stranger)))).toMatchObject({ body: { code: 'OTP_CODE_INVALID' } });
  const code = await codeTo(national(member));
  expect(await newestSms(server.sandbox.url, national(member))).toContain('PIN');
  expect(await set({ ...code, otpCode: code.otpCode === '000000' ? '000001' : '000000' })).toMatchObject({
    body: { code: 'OTP_CODE_INVALID' },
  });
  expect(await guess(member, '503927')).toBe('PIN_LOCKED');
  expect(await set(code)).toMatchObject({ status: 200 });
  expect(await guess(member, '503927')).toBe('given');
  // A code works once.
  await server.owner.updateTable('member_pin').set({ tries: 8 }).where('member_id', '=', member.id).execute();
  expect(await set(code)).toMatchObject({ body: { code: 'OTP_EXPIRED' } });
});

test('an operator removes PIN and passkeys: the sessions end, the member is told, the audit log names why', async () => {
  const member = await withPin();
  const operator = await makeOperator(server, 'manager');
  const body = { reason: 'lost the phone' };
  const reset = (one: TestOperator) =>
    one.call(`POST /api/console/members/${member.id}/reset-security`, body);
  const clerk = await makeOperator(server, 'support');
  expect(await reset(clerk)).toMatchObject({ status: 403, body: { code: 'OPERATOR_FORBIDDEN' } });
  expect(await reset(operator)).toMatchObject({ status: 200 });
  expect(await row(member)).toBeUndefined();
  expect(await told(member)).toEqual(['pinSet', 'pinRemoved']);
  expect(await guess(member, PIN)).toBe('UNAUTHORIZED');
  const entry = await server.owner
    .selectFrom('audit_entry')
    .select(['operator_id', 'reason', 'member_id'])
    .where('action', '=', 'member.resetSecurity')
    .execute();
  expect(entry).toEqual([{ operator_id: operator.id, reason: body.reason, member_id: member.id }]);
  expect(await reset(operator)).toMatchObject({ status: 404, body: { code: 'NO_DATA' } });
});

test('another PIN over an existing one makes payouts wait; the first one does not', async () => {
  const member = await withPin();
  const accessChanged = async () =>
    (
      await server.owner
        .selectFrom('member')
        .select('access_changed_at')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).access_changed_at;
  expect(await accessChanged()).toBeNull();
  expect(await setPin(server.url, member, '940617')).toMatchObject({ status: 200 });
  expect(await accessChanged()).toBeInstanceOf(Date);
});
