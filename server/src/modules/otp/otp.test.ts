import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenHash } from '../../calls/sessionToken.ts';
import { whatIsOn } from '../../console/alarms/whatIsOn.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type RawAnswer, rawCall } from '../../testing/rawCall.ts';
import { newestOtpCode, newestSms } from '../../testing/smsCode.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { markVerified, takeCheck } from './verifyOtp.ts';

let server: TestServer;
let lastNumber = 81_000_0000;

const CALLER = { device: null, address: '203.0.113.1' };

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

/** Of a series of its own: a hundred numbers in a row count together. */
function newNumber(): string {
  lastNumber += 100;
  return `0${lastNumber}`;
}
const send = (phoneNumber: unknown, ip = '203.0.113.1') =>
  rawCall(server.url, 'POST /api/otp/send', { body: { phoneNumber }, ip });
const verify = (otpToken: string, otpCode: string, ip = '203.0.113.1') =>
  rawCall(server.url, 'POST /api/otp/verify', { body: { otpToken, otpCode }, ip });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const e164 = (phoneNumber: string) => `+66${phoneNumber.slice(1)}`;

/** Moves all stored data of a number, or of requests from one address, into the past. */
async function age(phoneNumber: string, minutes: number, asker?: string) {
  for (const otp of await server.owner
    .selectFrom('otp')
    .selectAll()
    .where('phone_number', '=', e164(phoneNumber))
    .$if(asker !== undefined, (codes) => codes.where('asker_address', '=', asker as string))
    .execute()) {
    const back = (at: Date) => new Date(at.getTime() - minutes * 60_000);
    await server.owner
      .updateTable('otp')
      .set({
        created_at: back(otp.created_at),
        expires_at: back(otp.expires_at),
        verified_at: otp.verified_at && back(otp.verified_at),
      })
      .where('id', '=', otp.id)
      .execute();
  }
}

async function sentCode(
  phoneNumber: string,
  ip?: string,
): Promise<{ token: string; code: string; ref: string }> {
  const answer = await send(phoneNumber, ip);
  expect(answer).toMatchObject({ status: 200, body: { code: 'OK' } });
  return {
    token: answer.body.otpToken,
    ref: answer.body.otpRef,
    code: await newestOtpCode(server.sandbox.url, phoneNumber),
  };
}
const codeOf = (answer: RawAnswer) => answer.body.code;

test('REG-02 OTP-01 a code goes out by SMS in polite Thai with the reference that the screen shows', async () => {
  const phoneNumber = newNumber();
  const { code, ref, token } = await sentCode(phoneNumber);
  const text = await newestSms(server.sandbox.url, phoneNumber);
  expect(ref).toMatch(/^[A-Z]{4}$/);
  expect(text).toContain(ref);
  expect(text).toMatch(/^Krapao: รหัส OTP ของคุณคือ \d{6} .*กรุณาอย่าบอกรหัสนี้แก่ผู้อื่น$/);
  const stored = JSON.stringify(
    await server.owner.selectFrom('otp').selectAll().where('phone_number', '=', e164(phoneNumber)).execute(),
    (_key, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value),
  );
  expect(stored).not.toContain(code);
  expect(stored).not.toContain(token);
});

test('REG-02 REG-03 the right code verifies the number, which is remembered for 15 minutes whatever its spelling', async () => {
  const phoneNumber = newNumber();
  const { token, code } = await sentCode(phoneNumber);
  expect(await verify(token, code)).toMatchObject({ status: 200, body: { code: 'OTP_CODE_VALID' } });
  expect(codeOf(await verify(token, code))).toBe('OTP_VERIFIED');
  const spelled = `+66 ${phoneNumber.slice(1, 3)}-${phoneNumber.slice(3)}`;
  expect((await send(spelled)).body).toEqual({ code: 'OTP_VERIFIED', otpRef: '', otpToken: '' });
  await age(phoneNumber, 16);
  expect(codeOf(await send(phoneNumber))).toBe('OK');
  expect(codeOf(await verify(token, code))).toBe('OTP_EXPIRED');
});

test.each(['081234567', '08123456789', '0212345678', 'abc', '๐๘๑๒๓๔๕๖๗', '+85620551234'])(
  'OTP-01 %s is no mobile number: PHONE_NUMBER_REQUIRE_10_DIGIT',
  async (phoneNumber) => {
    expect(codeOf(await send(phoneNumber))).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
  },
);

test('OTP-01 a code in Thai digits is the code', async () => {
  const { token, code } = await sentCode(newNumber());
  const typed = code.replace(/[0-9]/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)));
  expect(await verify(token, typed)).toMatchObject({ status: 200, body: { code: 'OTP_CODE_VALID' } });
});

test('OTP-01 five checks a code, then OTP_BLOCK even for the right one', async () => {
  const { token, code } = await sentCode(newNumber());
  for (let check = 0; check < 5; check += 1)
    expect(codeOf(await verify(token, wrong(code)))).toBe('OTP_CODE_INVALID');
  expect(codeOf(await verify(token, code))).toBe('OTP_BLOCK');
});

test('OTP-01 guesses at the same time get no more than five checks', async () => {
  const { token, code } = await sentCode(newNumber());
  const codes = (await Promise.all(Array.from({ length: 20 }, () => verify(token, wrong(code))))).map(codeOf);
  expect(codes.filter((answer) => answer === 'OTP_CODE_INVALID')).toHaveLength(5);
  expect(codes.filter((answer) => answer === 'OTP_BLOCK')).toHaveLength(15);
});

test('OTP-01 what cannot be a code is refused without costing a check', async () => {
  const { token, code } = await sentCode(newNumber());
  for (const typed of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(codeOf(await verify(token, typed))).toBe('OTP_CODE_INVALID');
  expect(codeOf(await verify(token, `${code.slice(0, 3)} ${code.slice(3)}`))).toBe('OTP_CODE_VALID');
});

test('OTP-01 after five minutes OTP_EXPIRED; an unknown token OTP_NOT_EXIST; what is no token OTP_TOKEN_INVALID', async () => {
  const phoneNumber = newNumber();
  const { token, code } = await sentCode(phoneNumber);
  await age(phoneNumber, 6);
  expect(codeOf(await verify(token, code))).toBe('OTP_EXPIRED');
  expect(codeOf(await verify('A'.repeat(43), code))).toBe('OTP_NOT_EXIST');
  expect(codeOf(await verify('not a token', code))).toBe('OTP_TOKEN_INVALID');
});

test('OTP-01 a second code within 60 seconds is REQUEST_LIMIT_1MIN, also for sends at the same time', async () => {
  const phoneNumber = newNumber();
  const codes = (await Promise.all(Array.from({ length: 8 }, () => send(phoneNumber)))).map(codeOf);
  expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
  expect(codes.filter((code) => code === 'REQUEST_LIMIT_1MIN')).toHaveLength(7);
});

test('OTP-01 only the newest code counts', async () => {
  const phoneNumber = newNumber();
  const first = await sentCode(phoneNumber);
  await age(phoneNumber, 2);
  const second = await sentCode(phoneNumber);
  expect(codeOf(await verify(first.token, first.code))).toBe('OTP_EXPIRED');
  expect(codeOf(await verify(second.token, second.code))).toBe('OTP_CODE_VALID');
});

test('OTP-01 a code whose place a newer one took during the check answers OTP_VERIFY_FAIL', async () => {
  const phoneNumber = newNumber();
  const { token } = await sentCode(phoneNumber);
  const hash = tokenHash(token);
  if (hash === null) throw new Error('no token');
  const check = await server.db.transaction().execute((trx) => takeCheck(trx, hash, true, 'registration'));
  if (check === 'verified') throw new Error('verified too early');
  await age(phoneNumber, 2);
  await sentCode(phoneNumber);
  await expect(
    server.db.transaction().execute((trx) => markVerified(trx, check, CALLER)),
  ).rejects.toMatchObject({
    code: 'OTP_VERIFY_FAIL',
  });
});

test('OTP-01 five codes an hour and ten a day for a number, then REQUEST_LIMIT', async () => {
  const phoneNumber = newNumber();
  for (let hour = 0; hour < 2; hour += 1) {
    for (let sends = 0; sends < 5; sends += 1) {
      await sentCode(phoneNumber);
      await age(phoneNumber, 2);
    }
    expect(codeOf(await send(phoneNumber))).toBe('REQUEST_LIMIT');
    await age(phoneNumber, 61);
  }
  expect(codeOf(await send(phoneNumber))).toBe('REQUEST_LIMIT');
  await age(phoneNumber, 24 * 60);
  expect(codeOf(await send(phoneNumber))).toBe('OK');
});

test('OTP-01 a stranger who asks for codes of a number neither displaces its owner’s code nor uses the codes up', async () => {
  const phoneNumber = newNumber();
  const stranger = '198.51.100.7';
  const own = await sentCode(phoneNumber);
  for (let sends = 0; sends < 5; sends += 1) {
    await sentCode(phoneNumber, stranger);
    if (sends < 4) await age(phoneNumber, 2, stranger);
  }
  expect(codeOf(await send(phoneNumber, stranger))).toBe('REQUEST_LIMIT');
  expect(codeOf(await verify(own.token, own.code))).toBe('OTP_CODE_VALID');

  const another = newNumber();
  for (let sends = 0; sends < 5; sends += 1) {
    await sentCode(another, stranger);
    await age(another, 2);
  }
  await sentCode(another);
});

test('OTP-01 a number gets fifteen codes an hour, however many ask', async () => {
  const phoneNumber = newNumber();
  for (let sends = 0; sends < 15; sends += 1) await sentCode(phoneNumber, `198.51.100.${sends}`);
  expect(codeOf(await send(phoneNumber, '198.51.100.200'))).toBe('REQUEST_LIMIT');
});

test('OTP-01 a device that the member has used keeps its own codes, however many strangers ask', async () => {
  const member = await makeMember(server);
  const body = { username: member.phoneNumber, password: member.password };
  const { headers } = await rawCall(server.url, 'POST /api/login', { body, ip: '203.0.113.9' });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const ask = (phoneNumber: string) =>
    rawCall(server.url, 'POST /api/otp/send', {
      body: { phoneNumber },
      ip: '203.0.113.10',
      headers: { cookie },
    });
  for (let sends = 0; sends < 15; sends += 1) await sentCode(member.phoneNumber, `198.51.100.${sends}`);
  expect(codeOf(await send(member.phoneNumber, '198.51.100.200'))).toBe('REQUEST_LIMIT');
  expect(codeOf(await ask(member.phoneNumber))).toBe('OK');
  expect(codeOf(await ask(member.phoneNumber))).toBe('REQUEST_LIMIT_1MIN');
  // For another number it is a stranger's device.
  const another = newNumber();
  for (let sends = 0; sends < 15; sends += 1) await sentCode(another, `198.51.100.${sends}`);
  expect(codeOf(await ask(another))).toBe('REQUEST_LIMIT');
});

test('OTP-01 an address that asks for too many numbers is stopped, others are not', async () => {
  await server.owner
    .insertInto('rate_counter')
    .values(
      [0, 1].map((hour) => ({
        key: 'otp:address:3600:2001:db8:1:2::/64',
        window_start: new Date((Math.floor(Date.now() / 3_600_000) + hour) * 3_600_000),
        count: 100,
      })),
    )
    .execute();
  expect(codeOf(await send(newNumber(), '2001:db8:1:2:ffff::9'))).toBe('REQUEST_LIMIT');
  expect(codeOf(await send(newNumber(), '2001:db8:1:3::9'))).toBe('OK');
});

const used = (key: string, count: number) =>
  sql`insert into rate_counter (key, window_start, count)
    select ${key}, date_bin(make_interval(secs => split_part(${key}, ':', 3)::int), now(), timestamptz '2000-01-01 00:00:00Z')
      + make_interval(secs => nth * split_part(${key}, ':', 3)::int), ${count} from unnest(array[0, 1]) nth
    on conflict (key, window_start) do update set count = excluded.count`.execute(server.owner);
const forget = () => sql`delete from rate_counter where key like 'otp:%'`.execute(server.owner);

test('OTP-01 a day ends what one address and a series of numbers may ask for, whatever the spelling', async () => {
  await used('otp:address:86400:203.0.113.77', 500);
  expect(codeOf(await send(newNumber(), '203.0.113.77'))).toBe('REQUEST_LIMIT');
  const first = newNumber();
  await used(`otp:series:3600:${e164(first).slice(0, -2)}`, 39);
  await sentCode(first, '198.51.100.30');
  const neighbour = String(Number(first) + 1);
  for (const spelled of [`0${neighbour}`, `+66${neighbour}`, `0066 ${neighbour}`])
    expect(codeOf(await send(spelled, '198.51.100.31'))).toBe('REQUEST_LIMIT');
  expect(codeOf(await send(newNumber(), '198.51.100.31'))).toBe('OK');
  await forget();
});

test('OTP-01 operators say how many codes an hour and a day may cost, are told in time, and keep known devices in', async () => {
  const member = await makeMember(server);
  const body = { username: member.phoneNumber, password: member.password };
  const { headers } = await rawCall(server.url, 'POST /api/login', { body, ip: '203.0.113.19' });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await switchSetting(server, 'codes', { hourlyCodes: 10, dailyCodes: 20 });
  const codesOn = async () => (await whatIsOn(server.context)).filter(({ kind }) => kind === 'codes');
  await used('otp:all:3600:sms', 7);
  await used('otp:all:86400:sms', 16);
  expect(await codesOn()).toEqual([{ kind: 'codes', subject: 'day' }]);
  await sentCode(newNumber(), '198.51.100.40');
  expect((await codesOn()).map(({ subject }) => subject)).toEqual(['hour', 'day']);
  await used('otp:all:3600:sms', 10);
  expect(codeOf(await send(newNumber(), '198.51.100.41'))).toBe('REQUEST_LIMIT');
  await used('otp:all:3600:sms', 1);
  await used('otp:all:86400:sms', 20);
  expect(codeOf(await send(newNumber(), '198.51.100.41'))).toBe('REQUEST_LIMIT');
  // Whoever has used the device before is not kept out by what strangers asked for.
  const own = await rawCall(server.url, 'POST /api/otp/send', {
    body: { phoneNumber: member.phoneNumber, purpose: 'password' },
    ip: '198.51.100.41',
    headers: { cookie },
  });
  expect(codeOf(own)).toBe('OK');
  await switchSetting(server, 'codes', { hourlyCodes: 3_000, dailyCodes: 10_000 });
  await forget();
});

test('OTP-01 a gateway that fails answers OTP_SEND_FAIL and burns no attempt', async () => {
  const phoneNumber = newNumber();
  await setFault('error500', 2);
  expect(await send(phoneNumber)).toMatchObject({ status: 502, body: { code: 'OTP_SEND_FAIL' } });
  await setFault('none');
  const { token, code } = await sentCode(phoneNumber);
  expect(codeOf(await verify(token, code))).toBe('OTP_CODE_VALID');
});

test('OTP-01 where nobody knows whether the SMS went out it is sent again under the same id, and arrives once', async () => {
  const phoneNumber = newNumber();
  await setFault('timeoutAfterApply', 1);
  await sentCode(phoneNumber);
  const inbox = await (await fetch(`${server.sandbox.url}/sms?to=${phoneNumber}`)).json();
  expect(inbox).toHaveLength(1);
});

async function setFault(mode: string, times?: number) {
  const response = await fetch(`${server.sandbox.url}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sms: { mode, ...(times === undefined ? {} : { times }) } }),
  });
  expect(response.status).toBe(200);
}

test.each([
  [{}],
  [{ phoneNumber: 812345678 }],
  [{ phoneNumber: null }],
  [{ phoneNumber: ['0812345678'] }],
  [{ phoneNumber: '08123\u000045678' }],
  [{ phoneNumber: '0'.repeat(5_000) }],
])('OTP-01 a send with a bad body is INVALID_REQUEST (%#)', async (body) => {
  expect(await rawCall(server.url, 'POST /api/otp/send', { body })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_REQUEST' },
  });
});
