import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type RawAnswer, rawCall } from '../../testing/rawCall.ts';
import { newestOtpCode, newestSms } from '../../testing/smsCode.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { waitingBackends } from '../../testing/waitingBackends.ts';

const NEW_PASSWORD = 'a newer horse 9';

let server: TestServer;
let lastNumber = 87_000_0000;
let lastAddress = 0;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

const codeOf = (answer: RawAnswer) => answer.body.code;
const newNumber = () => `0${++lastNumber}`;
const newAddress = () => `192.0.2.${++lastAddress}`;
const e164 = (phoneNumber: string) => `+66${phoneNumber.slice(1)}`;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const send = (phoneNumber: string, purpose?: string) =>
  rawCall(server.url, 'POST /api/otp/send', { body: { phoneNumber, ...(purpose && { purpose }) } });
const forgot = (body: object, ip = newAddress()) =>
  rawCall(server.url, 'POST /api/account/forgotpwd', { body, ip });
const logIn = ({ phoneNumber }: { phoneNumber: string }, password: string) =>
  rawCall(server.url, 'POST /api/login', { body: { username: phoneNumber, password }, ip: newAddress() });

async function asked(phoneNumber: string) {
  const sent = await send(phoneNumber, 'password');
  expect(sent).toMatchObject({ status: 200, body: { code: 'OK' } });
  const otpCode = await newestOtpCode(server.sandbox.url, phoneNumber);
  return { username: phoneNumber, otpToken: sent.body.otpToken, otpCode, newPassword: NEW_PASSWORD };
}

/** Lets the minute between two codes of a number pass. */
async function age(phoneNumber: string): Promise<void> {
  for (const otp of await server.owner
    .selectFrom('otp')
    .selectAll()
    .where('phone_number', '=', e164(phoneNumber))
    .execute())
    await server.owner
      .updateTable('otp')
      .set({ created_at: new Date(otp.created_at.getTime() - 61_000) })
      .where('id', '=', otp.id)
      .execute();
}

async function lockOut(member: TestMember): Promise<void> {
  for (let failures = 0; failures < 20; failures += 1) await logIn(member, 'wrong');
  expect(codeOf(await logIn(member, member.password))).toBe('REQUEST_LIMIT_1MIN');
}

test('a code sent to the number sets a new password, ends every session and lifts the lock', async () => {
  const member = await makeMember(server);
  await lockOut(member);
  const body = await asked(member.phoneNumber);
  expect(await newestSms(server.sandbox.url, member.phoneNumber)).toContain('ตั้งรหัสผ่านใหม่');
  expect(await forgot(body)).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
  const profile = await rawCall(server.url, 'GET /api/account/profile', { token: member.token });
  expect(codeOf(profile)).toBe('UNAUTHORIZED');
  expect(codeOf(await logIn(member, member.password))).toBe('WRONG_CREDENTIAL');
  expect((await logIn(member, NEW_PASSWORD)).status).toBe(200);
});

test('a code sets a password once', async () => {
  const member = await makeMember(server);
  const body = await asked(member.phoneNumber);
  const answers = await Promise.all([forgot(body), forgot({ ...body, newPassword: 'another one 9' })]);
  expect(answers.map(codeOf).sort()).toEqual(['OTP_VERIFY_FAIL', 'SUCCESS']);
  expect(codeOf(await forgot({ ...body, newPassword: 'a third one 9' }))).toBe('OTP_EXPIRED');
  expect(codeOf(await logIn(member, 'a third one 9'))).toBe('WRONG_CREDENTIAL');
});

test('OTP-01 five checks of a code, and the password stays', async () => {
  const member = await makeMember(server);
  const body = await asked(member.phoneNumber);
  for (let checks = 0; checks < 5; checks += 1)
    expect(codeOf(await forgot({ ...body, otpCode: wrong(body.otpCode) }))).toBe('OTP_CODE_INVALID');
  expect(await forgot(body)).toMatchObject({ status: 429, body: { code: 'OTP_BLOCK' } });
  expect((await logIn(member, member.password)).status).toBe(200);
});

test('a code serves its own number and its own purpose alone', async () => {
  const victim = await makeMember(server);
  const attacker = await makeMember(server);
  const own = await asked(attacker.phoneNumber);
  expect(codeOf(await forgot({ ...own, username: victim.phoneNumber }))).toBe('OTP_CODE_INVALID');
  const verify = { otpToken: own.otpToken, otpCode: own.otpCode };
  expect(codeOf(await rawCall(server.url, 'POST /api/otp/verify', { body: verify }))).toBe('OTP_NOT_EXIST');

  const registration = await send(victim.phoneNumber);
  const otpCode = await newestOtpCode(server.sandbox.url, victim.phoneNumber);
  const body = { username: victim.phoneNumber, otpToken: registration.body.otpToken, otpCode };
  expect(codeOf(await forgot({ ...body, newPassword: NEW_PASSWORD }))).toBe('OTP_NOT_EXIST');
  // A number verified for a registration still needs a code for a new password.
  await rawCall(server.url, 'POST /api/otp/verify', { body });
  await age(victim.phoneNumber);
  expect((await send(victim.phoneNumber, 'password')).body).toMatchObject({ code: 'OK' });
  expect((await logIn(victim, victim.password)).status).toBe(200);
});

test('a stranger sees the same answers for a number of nobody; who reads its code learns NO_USER', async () => {
  const member = await makeMember(server);
  const nobody = newNumber();
  const [known, unknown] = [await send(member.phoneNumber, 'password'), await send(nobody, 'password')];
  expect(Object.keys(known.body).sort()).toEqual(Object.keys(unknown.body).sort());
  expect([known.status, known.body.code]).toEqual([unknown.status, unknown.body.code]);
  const guess = async (username: string, sent: RawAnswer) => {
    const { otpToken } = sent.body;
    const code = await newestOtpCode(server.sandbox.url, username);
    const answer = await forgot({ username, otpToken, otpCode: wrong(code), newPassword: NEW_PASSWORD });
    return [answer.status, answer.body];
  };
  expect(await guess(member.phoneNumber, known)).toEqual(await guess(nobody, unknown));
  const otpCode = await newestOtpCode(server.sandbox.url, nobody);
  const right = { username: nobody, otpToken: unknown.body.otpToken, otpCode, newPassword: NEW_PASSWORD };
  expect(await forgot(right)).toMatchObject({ status: 404, body: { code: 'NO_USER' } });
});

test('ASVS 6.2.4 6.2.12 a password that is easy to guess is WEAK_PASSWORD, and the code stays good for a better one', async () => {
  const member = await makeMember(server);
  const body = await asked(member.phoneNumber);
  for (const newPassword of ['iloveyou', 'smokey212', '11111111', member.phoneNumber])
    expect(await forgot({ ...body, newPassword })).toMatchObject({
      status: 400,
      body: { code: 'WEAK_PASSWORD' },
    });
  expect((await forgot(body)).status).toBe(200);
});

test('a suspended member gets no new password', async () => {
  const member = await makeMember(server);
  const body = await asked(member.phoneNumber);
  await server.owner.updateTable('member').set({ status: 'suspended' }).where('id', '=', member.id).execute();
  expect(await forgot(body)).toMatchObject({ status: 403, body: { code: 'INACTIVE_USER' } });
});

test('OTP-01 a code whose place a newer one took while it was used answers OTP_VERIFY_FAIL', async () => {
  const member = await makeMember(server);
  const body = await asked(member.phoneNumber);
  let answer: Promise<RawAnswer> | undefined;
  await server.owner.transaction().execute(async (trx) => {
    await trx.selectFrom('member').select('id').where('id', '=', member.id).forUpdate().execute();
    answer = forgot(body);
    await waitingBackends(server.owner);
    await age(member.phoneNumber);
    await asked(member.phoneNumber);
  });
  expect(await answer).toMatchObject({ status: 400, body: { code: 'OTP_VERIFY_FAIL' } });
  expect((await logIn(member, member.password)).status).toBe(200);
});

test('who proved the number logs in from there at once, whatever strangers go on to guess', async () => {
  const member = await makeMember(server);
  const ip = newAddress();
  const { headers } = await forgot(await asked(member.phoneNumber), ip);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await lockOut({ ...member, password: NEW_PASSWORD });
  const body = { username: member.phoneNumber, password: NEW_PASSWORD };
  const again = await rawCall(server.url, 'POST /api/login', {
    body,
    ip: newAddress(),
    headers: { Cookie: cookie },
  });
  expect(again.status).toBe(200);
});

test('guesses at passwords close the way by a code for nobody behind the same address', async () => {
  const member = await makeMember(server);
  const ip = newAddress();
  for (let guess = 0; guess < 31; guess += 1)
    await rawCall(server.url, 'POST /api/login', { body: { username: `x${guess}`, password: 'x' }, ip });
  expect((await forgot(await asked(member.phoneNumber), ip)).status).toBe(200);
});

test('an address that guesses is locked for every number', async () => {
  const member = await makeMember(server);
  const body = await asked(member.phoneNumber);
  const ip = '198.51.100.1';
  for (let guesses = 0; guesses < 30; guesses += 1)
    expect(codeOf(await forgot({ ...body, otpToken: 'A'.repeat(43) }, ip))).toBe('OTP_NOT_EXIST');
  expect(await forgot(body, ip)).toMatchObject({ status: 429, body: { code: 'REQUEST_LIMIT_1MIN' } });
  expect((await forgot(body)).status).toBe(200);
});

test('the limits of a phone hold whatever its codes are for', async () => {
  const phoneNumber = newNumber();
  await asked(phoneNumber);
  expect(codeOf(await send(phoneNumber))).toBe('REQUEST_LIMIT_1MIN');
});

test.each([
  [{ newPassword: 'short' }],
  [{ newPassword: 'x'.repeat(129) }],
  [{ otpToken: 1 }],
  [{ username: 'a\u0000b' }],
])('a bad body is INVALID_REQUEST (%#)', async (change) => {
  const body = {
    username: '0812345678',
    otpToken: 'A'.repeat(43),
    otpCode: '123456',
    newPassword: NEW_PASSWORD,
  };
  expect(codeOf(await forgot({ ...body, ...change }))).toBe('INVALID_REQUEST');
  expect(codeOf(await forgot({ ...body, username: '12' }))).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
});

test('SAFE-18 where the pack locks after wrong log-ins in a row, only a new password by a code opens the account', async () => {
  await switchSetting(server, 'protection', { failedLogins: { isOn: true, tries: 3 } });
  try {
    const member = await makeMember(server);
    for (let tries = 0; tries < 2; tries += 1)
      expect(codeOf(await logIn(member, 'wrong'))).toBe('WRONG_CREDENTIAL');
    // A right one in between begins the count anew.
    expect((await logIn(member, member.password)).status).toBe(200);
    const wrongs = await Promise.all(Array.from({ length: 6 }, () => logIn(member, 'wrong')));
    expect(wrongs.map(codeOf).sort()).toEqual([
      ...Array(3).fill('LOGIN_LOCKED'),
      ...Array(3).fill('WRONG_CREDENTIAL'),
    ]);
    expect(codeOf(await logIn(member, member.password))).toBe('LOGIN_LOCKED');
    // A number without a member is told the same.
    const nobody = { phoneNumber: newNumber() };
    for (let tries = 0; tries < 3; tries += 1) await logIn(nobody, 'wrong');
    expect(codeOf(await logIn(nobody, 'wrong'))).toBe('LOGIN_LOCKED');

    expect((await forgot(await asked(member.phoneNumber))).status).toBe(200);
    expect((await logIn(member, NEW_PASSWORD)).status).toBe(200);
  } finally {
    await switchSetting(server, 'protection', { failedLogins: { isOn: false, tries: 3 } });
  }
});
