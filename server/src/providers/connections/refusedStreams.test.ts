import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, createSecureServer, type Http2SecureServer, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'promptparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAYOUT_TEMPLATE } from '../../testing/payoutTemplate.ts';
import { callSandbox } from '../../testing/sandboxBank.ts';
import { type SandboxProcess, startSandbox } from '../../testing/sandboxProcess.ts';
import { selfSigned } from '../../testing/selfSigned.ts';
import { HOUSE_TEMPLATE } from '../game/generic-transfer/template.fixture.ts';
import { BEAM_AS_TEMPLATE } from '../gateway/generic-http/templates.fixture.ts';
import { callJson } from '../httpJson.ts';
import type { DrivenCapability, Opened } from './driver.ts';
import { type OutgoingHttp, outgoingHttp } from './outgoingHttp.ts';
import { DRIVERS, findDriver } from './registry.ts';

const SECRET = 'refused-streams-test-secret';
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const dataDir = mkdtempSync(join(tmpdir(), 'krapao-refused-streams-'));
const trusted = getCACertificates();
let sandbox: SandboxProcess;
let front: Http2SecureServer;
let base: string;
let http: OutgoingHttp;
/** The orders that the sandbox has carried out, one for each time that it got one. */
let carriedOut: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, dataDir, secret: SECRET });
  const identity = selfSigned(2);
  setDefaultCACertificates([...trusted, identity.cert]);
  front = createSecureServer({ ...identity, allowHTTP1: true }, async (request, response) => {
    const answer = await forwarded(request);
    if (request.url.endsWith('/token')) {
      const headers = { 'content-type': 'application/json' };
      return void response.writeHead(answer.status, headers).end(await answer.text());
    }
    // A proxy that says that it has not touched what the sandbox has done: with HTTP/1.1 it only goes away.
    carriedOut.push(request.url);
    if (request.httpVersionMajor === 2) request.stream.close(constants.NGHTTP2_REFUSED_STREAM);
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve));
  const host = `localhost:${(front.address() as AddressInfo).port}`;
  base = `https://${host}`;
  http = outgoingHttp(new Set([host, new URL(sandbox.url).host]), 60_000);
  await callSandbox({ sandbox } as never, 'PUT', '/as/hub88/operator', { publicKey });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  front.close();
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function forwarded(request: Http2ServerRequest): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const kept = Object.entries(request.headers).filter(([name]) => !/^:|^(?:host|connection)$/.test(name));
  return fetch(`${sandbox.url}${request.url}`, {
    method: request.method,
    headers: Object.fromEntries(kept) as Record<string, string>,
    ...(request.method !== 'GET' && { body: Buffer.concat(chunks) }),
  });
}

/** What any driver may be set to. */
const SETTINGS: Readonly<Record<string, string>> = {
  merchantId: 'merchant',
  billerId: '123456789012345',
  reference3: 'KRP',
  bank: 'bcel',
  categoryCode: '7995',
  branch: '1234',
  clientId: 'client',
  operatorId: '7',
  subPartnerId: 'krapao',
  currency: 'THB',
  method: 'POST',
  phoneForm: 'national',
  headers: '{"Content-Type":"application/json","x-api-key":"{apiKey}"}',
  body: '{"id":"{reference}","to":"{phone}","text":"{message}"}',
};
const TEMPLATES: Readonly<Record<string, object>> = {
  'gateway generic-http': BEAM_AS_TEMPLATE,
  'payout generic': PAYOUT_TEMPLATE,
  'game generic-transfer': HOUSE_TEMPLATE,
};
/** Whose format it speaks, where that is not the driver's name. */
const PATHS: Readonly<Record<string, string>> = {
  'sms http': '/sms',
  'gateway generic-http': '/as/beam',
  'payout generic': '/as/payout-generic',
  'game generic-transfer': '/as/game-generic',
  'game hub88-transfer': '/as/hub88',
};

function open<C extends DrivenCapability>(capability: C, driver: string, from = base): Opened<C> {
  const declared = findDriver(capability, driver);
  if (declared === undefined) throw new Error(driver);
  const name = `${capability} ${driver}`;
  const keys = { apiKey: SECRET, clientSecret: SECRET, secretKey: SECRET, privateKey };
  const config = {
    ...SETTINGS,
    baseUrl: `${from}${PATHS[name] ?? `/as/${driver}`}`,
    template: JSON.stringify(TEMPLATES[name]),
  };
  const only = (schema: { properties: object }, all: object) =>
    Object.fromEntries(Object.entries(all).filter(([field]) => field in schema.properties));
  return declared.open(
    { config: only(declared.config, config), secrets: only(declared.secrets, keys) } as never,
    { http, variant: 'thailand' },
  ) as unknown as Opened<C>;
}

let count = 0;
/** One order of each capability that moves money, or costs some. */
const ORDERS = {
  gateway: (driver: string) => {
    count += 1;
    return open('gateway', driver).createPayment({
      id: randomUUID(),
      reference: `KP${String(count).padStart(16, '0')}`,
      amount: 100_00n,
      currency: ['phajay', 'bcel-onepay'].includes(driver) ? 'LAK' : 'THB',
      expiresInSeconds: 900,
    });
  },
  payout: (driver: string) =>
    open('payout', driver).pay({
      id: randomUUID(),
      from: { bankCode: 'SCB', accountNo: '4680000017' },
      to: { bankCode: 'KBANK', accountNo: '1234531090', accountName: 'SOMCHAI JAIDEE' },
      amount: 100_00n,
    }),
  game: async (driver: string) => {
    const username = 'km10001pg';
    const order = { id: randomUUID(), username, direction: 'in', amount: 100_00n } as const;
    await open('game', driver, sandbox.url)
      .provider('Sandbox:lobby')
      .createPlayer({ username, password: 'x' });
    return open('game', driver).provider('Sandbox:lobby').transfer(order);
  },
  slip: (driver: string) =>
    open('slip', driver).lookUp(generate.slipVerify({ sendingBank: '004', transRef: '2026112800000000001' })),
  sms: (driver: string) => open('sms', driver).send({ id: randomUUID(), to: '0812345678', text: 'A code' }),
} satisfies Partial<Record<DrivenCapability, (driver: string) => Promise<{ status: string }>>>;
type Ordering = keyof typeof ORDERS;

/** Seamless games bet in our wallet, and are told nothing. */
const CASES = DRIVERS.flatMap(({ capability, driver, isSeamless }) =>
  capability in ORDERS && !isSeamless ? [[capability as Ordering, driver] as const] : [],
);

test.each(CASES)(
  'TRF-05 %s %s: an order whose stream is refused after it was done is sent once',
  async (...row) => {
    const [capability, driver] = row;
    carriedOut = [];
    const result = await ORDERS[capability](driver);
    // BCEL's driver makes its QR by itself.
    if (driver === 'bcel-onepay') return expect(carriedOut).toEqual([]);
    expect(carriedOut).toHaveLength(1);
    expect(result.status).toBe('unknown');
  },
);

test('TRF-05 the sandbox’s own adapters send an order once', async () => {
  carriedOut = [];
  const counterpart = { baseUrl: base, apiKey: SECRET, timeoutMs: 60_000 };
  const body = { id: randomUUID(), to: '0812345678', text: 'A code' };
  expect(await callJson(counterpart, { method: 'POST', path: '/sms', body })).toEqual({
    status: 'unknown',
    reason: 'CONNECTION',
  });
  expect(carriedOut).toEqual(['/sms']);
});
