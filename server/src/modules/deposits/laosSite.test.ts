import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { payFrom } from '../../testing/sandboxBank.ts';
import { newestOtpCode } from '../../testing/smsCode.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { kipFor, kipPaidFor, satangFor } from './kipRate.ts';

const PASSWORD = 'correct horse 9';
/** Hundredths of a kip for one baht; no round number. */
const RATE = 651_37;
const params = { bankCode: 'BCEL' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_VARIANT: 'laos', KRAPAO_TRUSTED_PROXIES: '1' });
  await switchSetting(server, 'kip', { attForBaht: RATE });
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const send = (phoneNumber: string, ip = '203.0.113.1') =>
  rawCall(server.url, 'POST /api/otp/send', { body: { phoneNumber }, ip });

/** Registers over HTTP, as the app does; the phone is verified in another spelling than it registers with. */
async function register(digits: string) {
  const sent = await send(`+856 ${digits}`);
  const otpCode = await newestOtpCode(server.sandbox.url, `0${digits}`);
  const { otpToken } = sent.body;
  const ip = '203.0.113.1';
  expect(
    (await rawCall(server.url, 'POST /api/otp/verify', { body: { otpToken, otpCode }, ip })).body.code,
  ).toBe('OTP_CODE_VALID');
  const account = {
    bankCode: 'BCEL',
    bankAccountName: `MANIVANH SISOUK${digits.slice(-4).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`,
    bankAccountNo: `09012${digits}`,
  };
  const body = { name: 'ມະນີວັນ ສີສຸກ', username: digits, password: PASSWORD, ...account };
  expect(await rawCall(server.url, 'POST /api/account', { body, ip })).toMatchObject({
    body: { code: 'SUCCESS' },
  });
  const { token } = await server.client()('POST /api/login', {
    body: { username: `00856${digits}`, password: PASSWORD },
  });
  const client = server.client(token);
  const { _id } = await client('GET /api/account/profile');
  return { id: BigInt(_id), client, token, phoneNumber: `0${digits}`, password: PASSWORD, ...account };
}

test('VAR-01 OTP-01 every spelling of a Lao number is one number for the limits of codes', async () => {
  const spelled = ['02055770001', '2055770001', '+8562055770001', '856 20 5577 0001', '໐໒໐ ໕໕໗໗ ໐໐໐໑'];
  for (const [nth, one] of spelled.entries())
    expect((await send(one)).body.code, one).toBe(nth === 0 ? 'OK' : 'REQUEST_LIMIT_1MIN');
  // Nothing but mobile numbers of the country costs a message: no lines, no other country, no service numbers.
  for (const other of ['021212121', '0812345678', '+66812345678', '1900', '+8571234567890', '+88213300000'])
    expect((await send(other)).body.code, other).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
});

test('VAR-01 DEP-06 WDR-01 SAFE-08 a member in Laos deposits and withdraws kip: whole ones, within limits in baht, to the satang', async () => {
  const member = await register('2055880001');
  const lookup = await member.client('GET /api/lookup/deposit');
  expect(lookup).toMatchObject({ kipForBaht: RATE / 100 });
  await member.client('PUT /api/protection/limits/:kind/:period', {
    params: { kind: 'deposit', period: 'day' },
    body: { most: 500 },
  });
  const makeQr = (amount: number) =>
    member.client('POST /api/qrcode/:bankCode', { params, body: { amount } });
  const before = Date.now();
  const qr = await makeQr(333.33);
  // 333.33 baht at 651.37 kip are 217,121.16 kip: the next whole one pays for it.
  expect(qr).toMatchObject({ amount: 333.33, kip: 217_122, status: 'OPEN' });
  const { payload } = await server.owner
    .selectFrom('deposit_qr')
    .select('payload')
    .where('id', '=', BigInt(qr.qrcodeId ?? '0'))
    .executeTakeFirstOrThrow();
  await payFrom(server, member, { qr: payload });
  await afterWork(server, async () => (await moneyOf(server.db, member.id)).wallet === 333_33n);
  // What is left of the limit counts in baht.
  await expect(makeQr(166.68)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });

  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  expect(statements[0]).toMatchObject({ amount: 333.33, status: 'SUCCESS' });
  const at = Date.parse(statements[0]?.createdAt ?? '');
  expect(at).toBeGreaterThan(before - 60_000);

  const answer = await member.client('POST /api/wallet/withdraw', { body: { amount: 333.33 } });
  expect(answer).toMatchObject({ amount: 333.33, kip: 217_121 });
  // No machine pays kip: a person reads in the queue what to pay.
  await server.work();
  const cashier = await makeOperator(server, 'cashier');
  const { items } = (await cashier.call('GET /api/console/withdrawals')).body as {
    items: { id: string; pay: object }[];
  };
  expect(items.find(({ id }) => id === answer.id)?.pay).toEqual({
    currency: 'LAK',
    amount: 217_121,
    kipForBaht: RATE / 100,
  });
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 333_33n, held: 333_33n, inTransfer: 0n });
});

test('VAR-01 no rate and no amount makes money of rounding: kip that are paid out and in again are worth no more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10_000_000_00n }),
      fc.integer({ min: 200_00, max: 100_000_00 }),
      (amount, rate) => {
        const [asked, paid] = [kipFor(amount, rate), kipPaidFor(amount, rate)];
        expect(asked % 100n).toBe(0n);
        expect(paid % 100n).toBe(0n);
        expect(paid).toBeGreaterThan(0n);
        expect(paid <= asked && asked - paid <= 100n).toBe(true);
        expect(satangFor(paid, rate)).toBeLessThanOrEqual(amount);
        expect(satangFor(asked, rate)).toBeGreaterThanOrEqual(amount);
      },
    ),
  );
});
