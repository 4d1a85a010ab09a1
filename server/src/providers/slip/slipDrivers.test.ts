import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'promptparse';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../../testing/sandboxProcess.ts';
import type { Opened } from '../connections/driver.ts';
import { type OutgoingHttp, type OutgoingRequest, outgoingHttp } from '../connections/outgoingHttp.ts';
import type { SlipLookup } from '../slipVerifier.ts';
import { EASYSLIP_ANSWERS } from './easyslip/answers.ts';
import { RDCW_ANSWERS } from './rdcw/answers.ts';
import { SCB_ANSWERS } from './scb/answers.ts';
import { SLIP2GO_ANSWERS } from './slip2go/answers.ts';
import { SLIP_DRIVERS } from './slipDrivers.ts';
import { SLIPMATE_ANSWERS } from './slipmate/answers.ts';
import { SLIPOK_ANSWERS } from './slipok/answers.ts';

const SECRET = 'slip-driver-test-secret';
const NAMES = SLIP_DRIVERS.map(({ driver }) => driver);
const FROM = { bankCode: 'KBANK', accountNo: '1234531090', accountName: 'SOMCHAI JAIDEE' };
const dataDir = mkdtempSync(join(tmpdir(), 'krapao-slip-drivers-'));
let sandbox: SandboxProcess;
let http: OutgoingHttp;
/** A short time-out, because nothing answers. */
let hasty: OutgoingHttp;
let payload: string;

async function start(port = 0): Promise<void> {
  sandbox = await startSandbox({ port, dataDir, secret: SECRET });
  const hosts = new Set([new URL(sandbox.url).host]);
  http = outgoingHttp(hosts, 60_000);
  hasty = outgoingHttp(hosts, 500);
}

beforeAll(async () => {
  await start();
  payload = await paid({ bankCode: 'SCB', accountNo: '1112223334' }, 250.5);
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask<Answer>(method: string, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${sandbox.url}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}
const fault = (name: string, mode: string, code?: string, times = 1) =>
  ask('PUT', '/faults', { [`slip:${name}`]: { mode, times, code } });

/** A transfer in the sandbox's bank. @returns the payload of its slip's mini-QR */
async function paid(to: object, amount?: number, more: object = {}, from: object = FROM): Promise<string> {
  const order = { from, to, amount, ...more };
  const { transRef, sendingBank } = await ask<{ transRef: string; sendingBank: string }>(
    'POST',
    '/bank/transfers',
    order,
  );
  return generate.slipVerify({ sendingBank, transRef });
}

function open(name: string, { secret = SECRET, by = http, path = `/as/${name}` } = {}): Opened<'slip'> {
  const declared = SLIP_DRIVERS.find(({ driver }) => driver === name);
  if (declared === undefined) throw new Error(name);
  const config = only(declared.config, {
    baseUrl: `${sandbox.url}${path}/`,
    branch: '1234',
    clientId: 'client',
  });
  const secrets = only(declared.secrets, { apiKey: secret, clientSecret: secret });
  return declared.open({ config, secrets }, { http: by, variant: 'thailand' });
}

/** The settings that this schema has; fails where it wants others. */
function only(schema: (typeof SLIP_DRIVERS)[number]['config'], all: Record<string, string>): never {
  const settings = Object.fromEntries(Object.entries(all).filter(([name]) => name in schema.properties));
  expect(Value.Check(schema, settings)).toBe(true);
  return settings as never;
}

/** A look-up's outcome in one word. */
const word = (lookup: SlipLookup) => ('reason' in lookup ? lookup.reason : lookup.status);

const DOCUMENTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  easyslip: {
    success: 'found',
    SLIP_NOT_FOUND: 'not_found',
    SLIP_PENDING: 'pending',
    DUPLICATE_SLIP: 'found',
    MISSING_API_KEY: 'KEY_REFUSED',
    INVALID_API_KEY: 'KEY_REFUSED',
    BRANCH_INACTIVE: 'KEY_REFUSED',
    SERVICE_BANNED: 'KEY_REFUSED',
    SERVICE_DELETED: 'KEY_REFUSED',
    IP_NOT_ALLOWED: 'ADDRESS_REFUSED',
    QUOTA_EXCEEDED: 'OUT_OF_QUOTA',
    VALIDATION_ERROR: 'REFUSED',
    URL_PROTOCOL_NOT_ALLOWED: 'REFUSED',
    URL_INVALID_IP_RANGE: 'REFUSED',
    IMAGE_URL_UNREACHABLE: 'REFUSED',
    IMAGE_SIZE_TOO_LARGE: 'REFUSED',
    INVALID_IMAGE_TYPE: 'REFUSED',
    INVALID_IMAGE_FORMAT: 'REFUSED',
    NOT_FOUND: 'BAD_ANSWER',
    API_SERVER_ERROR: 'SERVER_ERROR',
    INTERNAL_SERVER_ERROR: 'SERVER_ERROR',
  },
  slipok: {
    success: 'found',
    1000: 'REFUSED',
    1001: 'KEY_REFUSED',
    1002: 'KEY_REFUSED',
    1003: 'OUT_OF_QUOTA',
    1004: 'OUT_OF_QUOTA',
    1005: 'REFUSED',
    1006: 'REFUSED',
    1007: 'REFUSED',
    1008: 'NOT_A_SLIP',
    1009: 'SERVER_ERROR',
    1010: 'pending',
    1011: 'not_found',
    1012: 'found',
    1013: 'found',
    1014: 'found',
    1015: 'OUT_OF_QUOTA',
  },
  slip2go: {
    200000: 'found',
    200200: 'found',
    200401: 'found',
    200402: 'found',
    200403: 'found',
    200404: 'not_found',
    200500: 'not_found',
    200501: 'found',
    200502: 'SERVER_ERROR',
    400001: 'NOT_A_SLIP',
    400002: 'REFUSED',
    400003: 'REFUSED',
    400400: 'REFUSED',
    401001: 'KEY_REFUSED',
    401002: 'KEY_REFUSED',
    401003: 'KEY_REFUSED',
    401004: 'OUT_OF_QUOTA',
    401005: 'OUT_OF_QUOTA',
    401006: 'OUT_OF_QUOTA',
    401007: 'ADDRESS_REFUSED',
    500500: 'SERVER_ERROR',
  },
  slipmate: {
    200: 'found',
    400: 'REFUSED',
    401: 'KEY_REFUSED',
    403: 'OUT_OF_QUOTA',
    404: 'not_found',
    409: 'found',
    429: 'BUSY',
    500: 'SERVER_ERROR',
  },
  rdcw: {
    valid: 'found',
    invalid: 'not_found',
    1000: 'KEY_REFUSED',
    1001: 'KEY_REFUSED',
    1002: 'KEY_REFUSED',
    1003: 'ADDRESS_REFUSED',
    1004: 'NOT_A_SLIP',
    1005: 'NOT_A_SLIP',
    1006: 'NOT_A_SLIP',
    1007: 'OUT_OF_QUOTA',
    1008: 'OUT_OF_QUOTA',
    2001: 'SERVER_ERROR',
    2002: 'SERVER_ERROR',
    2003: 'SERVER_ERROR',
    2004: 'SERVER_ERROR',
    2005: 'SERVER_ERROR',
    2006: 'not_found',
  },
  scb: {
    1000: 'found',
    1101: 'REFUSED',
    1102: 'REFUSED',
    1103: 'REFUSED',
    1104: 'REFUSED',
    1105: 'REFUSED',
    1111: 'REFUSED',
    4101: 'REFUSED',
    8101: 'SERVER_ERROR',
    8102: 'REFUSED',
    8901: 'SERVER_ERROR',
    8902: 'SERVER_ERROR',
    9100: 'KEY_REFUSED',
    '400_9100': 'REFUSED',
    9300: 'KEY_REFUSED',
    9500: 'KEY_REFUSED',
    9503: 'KEY_REFUSED',
    9700: 'SERVER_ERROR',
    9900: 'SERVER_ERROR',
    '405_9900': 'BAD_ANSWER',
    '415_9900': 'BAD_ANSWER',
  },
};
/** Answers of a slip that the maker refuses nothing of. */
const PLAIN = new Set([
  'easyslip success',
  'slipok success',
  'slip2go 200000',
  'slipmate 200',
  'rdcw valid',
  'scb 1000',
]);
const ROWS = Object.entries(DOCUMENTED).flatMap(([name, answers]) =>
  Object.entries(answers).map(([code, outcome]) => [name, code, outcome] as const),
);

test('every driver’s table of documented answers is tested in full', () => {
  const tables = {
    easyslip: EASYSLIP_ANSWERS,
    slipok: SLIPOK_ANSWERS,
    slip2go: SLIP2GO_ANSWERS,
    slipmate: SLIPMATE_ANSWERS,
    rdcw: RDCW_ANSWERS,
    scb: SCB_ANSWERS,
  };
  const codes = (all: Readonly<Record<string, object>>) =>
    Object.fromEntries(Object.entries(all).map(([name, answers]) => [name, Object.keys(answers).sort()]));
  expect(codes(DOCUMENTED)).toEqual(codes(tables));
  expect(Object.keys(DOCUMENTED)).toEqual(NAMES);
});

test.each(ROWS)('DEP-05 %s: its answer %s is %s', async (name, code, outcome) => {
  const driver = open(name);
  await driver.lookUp(payload);
  if (!PLAIN.has(`${name} ${code}`)) await fault(name, 'code', code, 2);
  // SCB’s driver asks once more with a new token.
  expect(word(await driver.lookUp(payload))).toBe(outcome);
  await fault(name, 'none');
});

test.each([
  ['easyslip', 'DUPLICATE_SLIP'],
  ['slipok', '1012'],
  ['slipok', '1013'],
  ['slipok', '1014'],
  ['slip2go', '200401'],
  ['slip2go', '200402'],
  ['slip2go', '200403'],
  ['slip2go', '200501'],
  ['slipmate', '409'],
])('DEP-05 %s: its check %s without the transfer decides nothing', async (name, code) => {
  await fault(name, 'bareCode', code);
  expect(await open(name).lookUp(payload)).toEqual({ status: 'unknown', reason: 'REFUSED' });
});

test.each(NAMES)('DEP-05 %s: what was looked up before is found again', async (name) => {
  const driver = open(name);
  for (const mode of ['none', 'none', 'duplicate']) {
    await fault(name, mode);
    expect(word(await driver.lookUp(payload))).toBe('found');
  }
});

test.each(NAMES)(
  'DEP-05 %s: amounts to the satang, receivers and time as the bank has them',
  async (name) => {
    const driver = open(name);
    const qr = (target: string, amount: number) => generate.anyId({ type: 'MSISDN', target, amount });
    const rows: [to: object, amount: number | undefined, expected: object][] = [
      [
        { bankCode: 'SCB', accountNo: '1112223334' },
        250.5,
        { amount: 25_050n, receivingBank: '014', receiver: { account: 'xxx-x-x2333-x', proxy: null } },
      ],
      [{ bankCode: 'SCB', accountNo: '1112223334' }, 0.29, { amount: 29n }],
      [{ bankCode: 'SCB', accountNo: '1112223334' }, 1_234_567.89, { amount: 123_456_789n }],
      [
        { qr: qr('0812345678', 100.37) },
        undefined,
        {
          amount: 10_037n,
          receivingBank: null,
          receiver: { account: null, proxy: { type: 'MSISDN', value: 'xxx-xxx-5678' } },
          ref1: null,
        },
      ],
    ];
    for (const [to, amount, expected] of rows) {
      const before = Date.now();
      const lookup = await driver.lookUp(await paid(to, amount));
      expect(lookup).toMatchObject({
        status: 'found',
        slip: {
          ...expected,
          currency: 'THB',
          sendingBank: '004',
          sender: { displayName: 'SOMCHAI J', account: 'xxx-x-x3109-x', proxy: null },
        },
      });
      const at = lookup.status === 'found' ? lookup.slip.transTimestamp.getTime() : 0;
      expect(Math.abs(at - before)).toBeLessThan(120_000);
    }
  },
);

test.each(NAMES)('DEP-05 %s: kip are never baht', async (name) => {
  const to = { bankCode: 'SCB', accountNo: '1112223334' };
  const lookup = await open(name).lookUp(await paid(to, 50_000, { currency: 'LAK' }));
  if (name === 'slip2go') expect(word(lookup)).toBe('not_found');
  else expect(lookup).toMatchObject({ status: 'found', slip: { amount: 5_000_000n, currency: 'LAK' } });
});

const RAW = [
  ['otherSlip', 'BAD_ANSWER'],
  ['html', 'BAD_ANSWER'],
  ['gigantic', 'BAD_ANSWER'],
  ['redirect', 'BAD_ANSWER'],
  ['error500', 'SERVER_ERROR'],
  ['maintenance', 'SERVER_ERROR'],
  ['timeoutBeforeApply', 'TIMEOUT'],
  ['busy', 'BUSY'],
] as const;
test.each(NAMES.flatMap((name) => RAW.map(([mode, reason]) => [name, mode, reason] as const)))(
  'DEP-05 %s: the fault %s is unknown, %s',
  async (name, mode, reason) => {
    const driver = open(name, { by: mode === 'timeoutBeforeApply' ? hasty : http });
    await fault(name, mode);
    expect(await driver.lookUp(payload)).toEqual({ status: 'unknown', reason });
  },
);

test.each(NAMES)('%s: a wrong key is told as such, at a look-up and at the test', async (name) => {
  const driver = open(name, { secret: 'another-secret' });
  expect(await driver.lookUp(payload)).toEqual({ status: 'unknown', reason: 'KEY_REFUSED' });
  if (driver.test) expect(await driver.test()).toMatchObject({ ok: false, trouble: 'KEY_REFUSED' });
});

test.each(NAMES)('%s: a wrong base address never says that a slip is forged', async (name) => {
  const driver = open(name, { path: '/as/nobody' });
  expect(word(await driver.lookUp(payload))).toBe('BAD_ANSWER');
});

test.each(NAMES)('%s: what is no mini-QR costs no call', async (name) => {
  const none: OutgoingHttp = { call: () => Promise.reject(new Error('called')) };
  const notASlip = { status: 'rejected', reason: 'NOT_A_SLIP' };
  expect(await open(name, { by: none }).lookUp('hello')).toEqual(notASlip);
  expect(await open(name, { by: none }).lookUp(payload.replace(/.$/, 'Z'))).toEqual(notASlip);
});

test.each(['easyslip', 'slipok', 'slip2go'])(
  '%s: the test call tells the quota that is left',
  async (name) => {
    const { test: check } = open(name);
    expect(await check?.()).toEqual({ ok: true, detail: expect.any(String), quotaLeft: expect.any(Number) });
    await fault(name, 'outOfQuota');
    expect(await check?.()).toMatchObject({ ok: false, trouble: 'OUT_OF_QUOTA' });
    await fault(name, 'none');
  },
);

test('slip2go: a shop that pays with credit is not out of quota while it has some', async () => {
  const told = async (creditRemaining: number, checkSlipByCredit: boolean) => {
    const data = { package: 'BASIC-1', quotaRemaining: 0, creditRemaining, checkSlipByCredit };
    const json = { code: '200001', data };
    const by: OutgoingHttp = { call: async () => ({ status: 'answered', httpStatus: 200, text: '', json }) };
    return open('slip2go', { by }).test?.();
  };
  expect(await told(50, true)).toEqual({ ok: true, detail: 'BASIC-1' });
  for (const [credit, isUsed] of [
    [0, true],
    [50, false],
  ] as const)
    expect(await told(credit, isUsed)).toMatchObject({ ok: false, trouble: 'OUT_OF_QUOTA' });
});

const named = (displayName: string, name: string, value: string) => ({
  displayName,
  name,
  proxy: { type: null, value: null },
  account: { type: 'BANKAC', value },
});
const TRANSFER = {
  language: 'TH',
  transRef: '010092101507665143',
  sendingBank: '004',
  receivingBank: '004',
  transDate: '20200401',
  transTime: '10:15:07',
  sender: named('นาย ธนาคาร ก', 'Mr. Thanakarn K', 'xxx-x-x0209-x'),
  receiver: { ...named('กสิกร ร', 'KASIKORN R', 'xxx-x-x3109-x'), proxy: { type: '', value: '' } },
  amount: 1,
  paidLocalAmount: 1,
  paidLocalCurrency: '764',
  countryCode: 'TH',
  transFeeAmount: 0,
  ref1: '',
  ref2: '',
  ref3: '',
  toMerchantId: '',
};
const SUCCESS = { code: 1000, description: 'Success' };
/** What this maker answers to everything; SCB grants a token before. */
const answering = (json: unknown, httpStatus = 200): OutgoingHttp => ({
  call: async ({ url }) =>
    String(url).endsWith('/oauth/token')
      ? { status: 'answered', httpStatus: 200, text: '', json: { status: SUCCESS, data: TOKEN } }
      : { status: 'answered', httpStatus, text: '', json },
});
const TOKEN = {
  accessToken: '34362373-66e8',
  tokenType: 'Bearer',
  expiresIn: 1_800,
  expiresAt: 1_550_133_185,
};
const judged = {
  discriminator: '004.010092101507665143',
  valid: true,
  quota: { cost: 1, usage: 10, limit: 100 },
};

test.each([
  // developers.slipmate.ai/verify-by-qr-data-14006097e0, "200 Success".
  ['slipmate', { ...TRANSFER, sendingBankName: 'KBANK', transDateTime: '2020-04-01T10:15:07+07:00' }],
  // docs.barism.net/docs-slip-verity (the same service), "Response".
  ['rdcw', { ...judged, data: TRANSFER, subscription: { id: 1, postpaid: false }, isCached: false }],
  ['rdcw', { ...judged, data: { ...TRANSFER, amount: '1.00', paidLocalAmount: '1.00' }, isCached: true }],
  // developer.scb …/qr-payments/get-billpayment-transactions.html, "Response": amounts are texts.
  ['scb', { status: SUCCESS, data: { ...TRANSFER, amount: '1', paidLocalAmount: '1' } }],
])('DEP-05 %s: the transfer of its documents is found', async (name, json) => {
  const payload = generate.slipVerify({ sendingBank: '004', transRef: TRANSFER.transRef });
  expect(await open(name, { by: answering(json) }).lookUp(payload)).toMatchObject({
    status: 'found',
    slip: {
      amount: 100n,
      currency: 'THB',
      transTimestamp: new Date('2020-04-01T03:15:07Z'),
      receiver: { displayName: 'กสิกร ร', account: 'xxx-x-x3109-x', proxy: null },
    },
  });
});

test('DEP-05 rdcw: version 1, whose amounts public code reads as satang, is not taken', async () => {
  const payload = generate.slipVerify({ sendingBank: '004', transRef: TRANSFER.transRef });
  const nested = {
    ...judged,
    success: true,
    data: { data: TRANSFER, rqUID: '783_20191108', statusCode: '0000' },
  };
  const told = async (json: unknown, httpStatus = 200) =>
    word(await open('rdcw', { by: answering(json, httpStatus) }).lookUp(payload));
  expect(await told(nested)).toBe('BAD_ANSWER');
  // Its refusals have other codes: none of them refuses a slip here.
  for (const code of [0, 10001, 10002, 20001, 21001, 40000])
    expect(await told({ success: false, code, message: 'x' }, 400)).toBe('BAD_ANSWER');
  const rdcw = SLIP_DRIVERS.find(({ driver }) => driver === 'rdcw');
  const problems = (baseUrl: string) =>
    rdcw?.problems?.({ config: { baseUrl } as never, secrets: {} as never });
  expect(problems('https://suba.rdcw.co.th/v2')).toEqual([]);
  for (const baseUrl of ['https://suba.rdcw.co.th/v1', 'https://suba.rdcw.co.th/v1/'])
    expect(problems(baseUrl)).toHaveLength(1);
});

test('scb: one token serves all calls; one that the bank has forgotten is renewed', async () => {
  const calls: string[] = [];
  const counting: OutgoingHttp = {
    call: (request: OutgoingRequest) => {
      calls.push(request.method);
      return http.call(request);
    },
  };
  const driver = open('scb', { by: counting });
  const words = async (times: number) =>
    (await Promise.all(Array.from({ length: times }, () => driver.lookUp(payload)))).map(word);
  expect(await words(3)).toEqual(['found', 'found', 'found']);
  expect(calls.sort()).toEqual(['GET', 'GET', 'GET', 'POST']);
  const { port } = new URL(sandbox.url);
  await sandbox.kill();
  expect(await words(1)).toEqual(['CONNECTION']);
  await start(Number(port));
  calls.length = 0;
  expect(await words(3)).toEqual(['found', 'found', 'found']);
  expect(calls.filter((method) => method === 'POST')).toHaveLength(1);
  expect(await driver.test?.()).toEqual({ ok: true, detail: 'token' });
});
