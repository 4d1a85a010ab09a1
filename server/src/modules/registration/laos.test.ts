import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { newestOtpCode, newestSms } from '../../testing/smsCode.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let last = 2055_110_000;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_VARIANT: 'laos' });
});
afterAll(() => server.stop());

async function verifiedFields(changes: object = {}) {
  last += 1;
  const username = `0${last}`;
  const sent = await rawCall(server.url, 'POST /api/otp/send', { body: { phoneNumber: username } });
  const otpCode = await newestOtpCode(server.sandbox.url, username);
  await rawCall(server.url, 'POST /api/otp/verify', { body: { otpToken: sent.body.otpToken, otpCode } });
  return {
    name: 'ມະນີວັນ ສີສຸກ',
    username,
    password: 'a good password',
    bankCode: 'BCEL',
    bankAccountName: 'MANIVANH SISOUK',
    bankAccountNo: `09012${last}`,
    ...changes,
  };
}
const register = (body: unknown) => rawCall(server.url, 'POST /api/account', { body });
const currencyOf = async (username: string) =>
  (
    await server.owner
      .selectFrom('member')
      .select('currency')
      .where('phone_number', '=', `+856${username.slice(1)}`)
      .executeTakeFirst()
  )?.currency;

test('VAR-01 REG-02 in Laos the SMS is Lao', async () => {
  const { username } = await verifiedFields();
  expect(await newestSms(server.sandbox.url, username)).toMatch(
    /^Krapao: ລະຫັດ OTP ຂອງທ່ານແມ່ນ \d{6} .*ກະລຸນາຢ່າບອກລະຫັດນີ້ໃຫ້ຜູ້ອື່ນ$/,
  );
});

test('VAR-01 REG-10 a Lao number registers once whatever its spelling, and logs in with any', async () => {
  const fields = await verifiedFields();
  expect((await register(fields)).body.code).toBe('SUCCESS');
  const digits = fields.username.slice(1);
  for (const username of [digits, `+856${digits}`, `856 ${digits.slice(0, 2)} ${digits.slice(2)}`]) {
    expect((await register({ ...fields, username })).body.code).toBe('EXISTING_USER');
    const login = await rawCall(server.url, 'POST /api/login', {
      body: { username, password: fields.password },
    });
    expect(login.status).toBe(200);
  }
});

test('VAR-01 REG-09 a Lao bank has kip by default or baht, a Thai bank only baht', async () => {
  const kip = await verifiedFields();
  expect((await register(kip)).body.code).toBe('SUCCESS');
  expect(await currencyOf(kip.username)).toBe('LAK');
  const baht = await verifiedFields({ currency: 'BAHT', bankAccountNo: kip.bankAccountNo });
  expect((await register(baht)).body.code).toBe('SUCCESS');
  const again = await verifiedFields({ currency: 'LAK', bankAccountNo: kip.bankAccountNo });
  expect((await register(again)).body.code).toBe('EXISTING_BANK');
  const thai = await verifiedFields({ bankCode: 'KBANK', bankAccountNo: '1112223334' });
  expect((await register({ ...thai, currency: 'LAK' })).body.code).toBe('INVALID_USER_INFO');
  expect((await register(thai)).body.code).toBe('SUCCESS');
  expect(await currencyOf(thai.username)).toBe('BAHT');
});

test.each(['0812345678', '02015123456', '0305123456789', '020551234'])(
  'VAR-01 REG-15 in Laos %s is PHONE_NUMBER_REQUIRE_10_DIGIT',
  async (username) => {
    const fields = await verifiedFields();
    expect((await register({ ...fields, username })).body.code).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
  },
);
