import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { csvText } from '@krapao/contract/csv';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../ledger/verify.ts';
import { nameOf, newNumbers } from '../testing/memberNumbers.ts';
import { fund, moneyOf, until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { productionStart } from '../testing/productionStart.ts';
import { rawCall } from '../testing/rawCall.ts';
import { callSandbox, payFrom } from '../testing/sandboxBank.ts';
import { scanQr } from '../testing/scanQr.ts';
import { newestOtpCode } from '../testing/smsCode.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { makeWaitingPayouts } from '../testing/waitingPayouts.ts';

/** A production start: the sandbox is nobody but the makers at `/as/<driver>`, reached by what an operator types. */
const KEY = 'key-of-every-maker-here';
const WEBHOOK_SECRET = randomBytes(32).toString('base64');
const REASON = 'the site goes live';

let server: TestServer;
let admin: TestOperator;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, productionStart({ SANDBOX_SECRET: KEY }));
  admin = await makeOperator(server, 'administrator');
  const { body } = await call('POST /api/console/me/two-factor');
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate();
  expect((await call('POST /api/console/me/two-factor/confirm', { code })).status).toBe(200);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
type Answer = { status: number; body: any };
const call = (key: string, body?: object): Promise<Answer> => admin.call(key, body);

/** Types a connection and switches it on. @returns its id */
async function connect(capability: string, driver: string, config: object, secrets: object): Promise<string> {
  const settings = { name: driver, priority: 10, config, secrets, reason: REASON };
  const added = await call('POST /api/console/connections', { capability, driver, ...settings });
  expect([added.status, added.body.code]).toEqual([200, undefined]);
  const { id, waits } = added.body;
  expect(waits).toBeNull();
  const changed = { ...settings, secrets: {}, isActive: true, isShadow: false, version: 1 };
  expect((await call(`PUT /api/console/connections/${id}`, changed)).body).toEqual({ waits: null });
  return id;
}

/** Publishes a content document with these changes. */
async function publish(address: string, changes: object): Promise<void> {
  const path = `/api/console/content/${address}`;
  const { body } = await call(`GET ${path}`);
  const value = { ...body.value, ...changes };
  const draft = await call(`PUT ${path}/draft`, { value, version: body.version, revision: 0 });
  expect(draft.body.problems ?? []).toEqual([]);
  const published = await call(`POST ${path}/publish`, {
    revision: draft.body.draft.revision,
    reason: REASON,
  });
  expect([published.status, published.body.code]).toEqual([200, undefined]);
}

const as = (driver: string) => `${server.sandbox.url}/as/${driver}`;
/** Sets the address for notices in a maker's portal. */
const setWebhook = (driver: string, id: string, settings: object = {}) =>
  callSandbox(server, 'PUT', `/as/${driver}/webhook`, { url: `${server.url}/webhooks/${id}`, ...settings });

/** The member orders at a gateway, and pays its QR in the bank's app. */
async function payThrough(bankCode: string, amount: number): Promise<void> {
  const params = { bankCode };
  const qr = await until(() =>
    member.client('POST /api/qrcode/:bankCode', { params, body: { amount } }).catch(() => undefined),
  );
  await payFrom(server, member, { qr: await scanQr(qr.qrcode) });
  await until(async () => (await member.client('GET /api/qrcode/:bankCode', { params })).status === 'PAID');
}
const wallet = async () => Number((await moneyOf(server.db, member.id)).wallet) / 100;
/** What a driver's notices came to. */
async function notices(id = ''): Promise<string[]> {
  const { body } = await call(`GET /api/console/connections/${id}/deliveries`);
  return body.deliveries.map(({ reading, outcome }: Record<string, string>) => `${reading} ${outcome}`);
}

test('OTP-01 a production start knows no sandbox; typed keys of an SMS gateway send the first code', async () => {
  const shown = await call('GET /api/console/connections');
  expect(shown.body.connections).toEqual([]);
  const send = (phoneNumber: string) => rawCall(server.url, 'POST /api/otp/send', { body: { phoneNumber } });
  expect((await send('0812345600')).body.code).toBe('REGISTRATION_LATER');
  await connect(
    'sms',
    'http',
    {
      baseUrl: `${server.sandbox.url}/sms`,
      method: 'POST',
      headers: '{"Content-Type":"application/json","x-api-key":"{apiKey}"}',
      body: '{"id":"{reference}","to":"{phone}","text":"{message}"}',
      phoneForm: 'national',
    },
    { apiKey: KEY },
  );
  // The node hears of it within a second.
  let phones = 812_345_600;
  const { otpToken, phoneNumber } = await until(async () => {
    phones += 1;
    const { body } = await send(`0${phones}`);
    return body.otpToken !== undefined && { otpToken: body.otpToken, phoneNumber: `0${phones}` };
  });
  const otpCode = await newestOtpCode(server.sandbox.url, phoneNumber);
  const verified = await rawCall(server.url, 'POST /api/otp/verify', { body: { otpToken, otpCode } });
  expect(verified.body.code).toBe('OTP_CODE_VALID');
  member = await makeMember(server);
});

/** Before the first money an administrator sets the site up alone. */
const ids: Record<string, string> = {};
const SLIP_ACCOUNT = { bankCode: 'GSB', accountNo: '020990000033' };
const HEARD_ACCOUNT = { bankCode: 'SCB', accountNo: '4680000017' };
let phoneKey: string;
test('a slip service, gateways, a house of games and a phone at a bank are connected by typed keys alone', async () => {
  const feed = await connect('bankFeed', 'generic', {}, {});
  ids.feed = feed;
  await publish('account/new', { ...HEARD_ACCOUNT, accountName: 'KRAPAO SERVICE', mode: 'AUTO' });
  const phone = { name: 'counter', holder: 'Cashier', isService: false, reason: REASON };
  const { body } = await call(`POST /api/console/feeds/${feed}/phones`, phone);
  expect(body.waits).toBeNull();
  phoneKey = body.key;

  // What this site's bank answers at once is more than a day of one operator.
  await publish('setting/ownMoney', { operatorDaySatang: 100_000_00 });

  ids.easyslip = await connect('slip', 'easyslip', { baseUrl: as('easyslip') }, { apiKey: KEY });
  await publish('account/new', { ...SLIP_ACCOUNT, accountName: 'KRAPAO SERVICE', mode: 'SLIP' });

  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await callSandbox(server, 'PUT', '/as/hub88/operator', { publicKey });
  const hub88 = { baseUrl: as('hub88'), operatorId: '7', subPartnerId: 'krapao', currency: 'THB' };
  await publish('provider/new', {
    code: 'lobby',
    name: { th: 'ล็อบบี้', la: 'ລັອບບີ້', en: 'Lobby' },
    connection: await connect('game', 'hub88-transfer', hub88, { privateKey }),
    externalCode: 'Sandbox:lobby',
  });

  const omiseKeys = { secretKey: KEY, webhookSecret: WEBHOOK_SECRET };
  ids.omise = await connect('gateway', 'omise', { baseUrl: as('omise') }, omiseKeys);
  await setWebhook('omise', ids.omise, { secret: WEBHOOK_SECRET });
  await publish('gateway/WW', { connection: ids.omise, minimumSatang: 20_00, isActive: true });

  const phajay = { baseUrl: as('phajay'), bank: 'bcel' };
  ids.phajay = await connect('gateway', 'phajay', phajay, { secretKey: KEY });
  await setWebhook('phajay', ids.phajay);
  await publish('gateway/new', {
    code: 'LAOQR',
    title: { th: 'บีซีอีแอล', la: 'ບີຊີອີແອລ', en: 'BCEL' },
    connection: ids.phajay,
    currency: 'LAK',
    minimumSatang: 20_00,
    presets: [],
    isActive: true,
  });
});

test('DEP-05 a slip is looked up at its service and credited', async () => {
  const { slipUrl } = await payFrom(server, member, SLIP_ACCOUNT, 321);
  const form = new FormData();
  form.append('file', await (await fetch(slipUrl)).blob(), 'slip.png');
  await member.client('POST /api/wallet/slip', { form });
  await until(async () => (await wallet()) === 321);
});

test('DEP-06 a Thai QR of a gateway is paid, and its signed notice credits it', async () => {
  const before = await wallet();
  await payThrough('WW', 250);
  expect(await wallet()).toBe(before + 250);
  expect(await notices(ids.omise)).toContain('proved TAKEN');
});

test('DEP-06 a Lao QR in kip is paid; its unsigned notice only makes the gateway be asked', async () => {
  const before = await wallet();
  await payThrough('LAOQR', 100);
  expect(await wallet()).toBeGreaterThanOrEqual(before + 100);
  expect(await notices(ids.phajay)).toContain('hint ASKING');
});

test('DEP-06 a text of a bank’s app, which a phone forwards, credits the member whose account it names', async () => {
  const [before, { bankCode, bankAccountNo }] = [await wallet(), member];
  const now = new Date(Date.now() + 7 * 3_600_000).toISOString();
  const at = `${now.slice(8, 10)}/${now.slice(5, 7)}@${now.slice(11, 16)}`;
  const text = `${at} 432.00 จาก${bankCode}/x${bankAccountNo.slice(-6)}เข้าx000017 ใช้ได้9,000.00บ`;
  const tell = (key: string) =>
    rawCall(server.url, `POST /webhooks/${ids.feed}`, {
      body: { from: 'com.scb.phone', text, at: new Date().toISOString() },
      token: key,
    });
  expect((await tell('a key of nobody')).status).toBe(401);
  expect(await wallet()).toBe(before);
  for (const _ of ['told', 'repeated']) expect((await tell(phoneKey)).status).toBe(200);
  expect(await wallet()).toBe(before + 432);
});

test('TRF-01 money goes into a game of a house and comes back to the satang', async () => {
  const before = await wallet();
  const params = { slotCode: 'lobby' };
  await until(() => member.client('GET /api/wallet/activate/:slotCode', { params }).catch(() => undefined));
  const move = (from: string, to: string, amount: number) =>
    member.client('POST /api/wallet/transfer', { body: { from, to, amount } });
  expect(await move('WALLET', 'lobby', 60.25)).toMatchObject({ status: 'SUCCESS' });
  expect(await wallet()).toBe(before - 60.25);
  expect(await move('lobby', 'WALLET', 60.25)).toMatchObject({ status: 'SUCCESS' });
  expect(await wallet()).toBe(before);
});

interface Row {
  line: number;
  reference: string;
  bankAccountNo: string;
  amount: number;
}
test('WDR-01 a file of 500 payouts and the bank’s answer to it: paid, refused and unknown money is where it must be', async () => {
  const rows = Array.from({ length: 50 }, () => newNumbers());
  const members = await server.owner
    .insertInto('member')
    .values(
      rows.map(({ phoneNumber, bankAccountNo, shown }) => ({
        phone_number: phoneNumber.replace('0', '+66'),
        name: nameOf(shown),
        password_hash: 'none',
        bank_code: 'KBANK',
        bank_account_no: bankAccountNo,
        bank_account_name: nameOf(shown),
        currency: 'BAHT',
      })),
    )
    .returning(['id', 'bank_account_no'])
    .execute();
  for (const { id } of members) await fund(server.db, id, 2_000_00n);
  const memberIds = members.map(({ id }) => id);
  const ids = await makeWaitingPayouts(server.db, memberIds, 500, () => 150_00n);
  const { body: file } = await call('POST /api/console/withdrawals/export', { ids });
  const path = `/api/console/withdrawals/batches/${file.batchId}`;
  const sent: Row[] = (await call(`GET ${path}`)).body.rows;
  expect(sent).toHaveLength(500);

  // Ten of each member: all of 48 are paid; of the others 15 are refused, and 5 stay without an answer.
  const [refused = '', mixed = ''] = members.slice(48).map((one) => one.bank_account_no);
  const mixedRows = sent.filter(({ bankAccountNo }) => bankAccountNo === mixed);
  const statusOf = (row: Row) => {
    if (row.bankAccountNo === refused || mixedRows.indexOf(row) >= 5) return 'Rejected';
    return mixedRows.includes(row) ? 'Processing' : 'Success';
  };
  const told = sent.map((row) => [row.reference, row.bankAccountNo, row.amount.toFixed(2), statusOf(row)]);
  const answer = csvText(['Customer Ref', 'Account No', 'Amount', 'Status'], told);
  const upload = async () => {
    const form = new FormData();
    form.set('file', new Blob([answer]), 'result.csv');
    return (await call(`POST ${path}/result`, form)).body;
  };
  const first = await upload();
  expect(first.counts).toMatchObject({ paid: 480, refused: 15, unknown: 5 });
  // A call has a time limit: the client calls again for what is left.
  for (let { left } = first; left > 0; { left } = await upload());

  const money = async () => Promise.all(memberIds.map((id) => moneyOf(server.db, id)));
  const paid = { wallet: 500_00n, held: 0n, inTransfer: 0n };
  // What is refused waits in the queue again, and what is unknown at the bank: both are held.
  const waits = { wallet: 2_000_00n, held: 1_500_00n, inTransfer: 0n };
  const once = [...Array(48).fill(paid), waits, waits];
  expect(await money()).toEqual(once);
  expect((await upload()).counts).toMatchObject({ paid: 0, refused: 0, answered: 495, unknown: 5 });
  expect(await money()).toEqual(once);
  const { counts } = (await call(`GET ${path}`)).body;
  expect(counts).toMatchObject({ PAID: 480, REFUSED: 15, EXPORTED: 5 });
});
