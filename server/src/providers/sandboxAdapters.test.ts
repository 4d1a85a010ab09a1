import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'promptparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GAME_CATALOGUE } from '../seeds/gameCatalogue.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandboxProcess.ts';
import { sandboxProviders } from '../testing/sandboxProviders.ts';
import { type BankNotice, INCOMING_TRANSFER_PATH } from './incomingTransferFeed.ts';
import { MANUAL_PROVIDERS } from './manualProviders.ts';
import { buildProviders, type Providers, sandboxConnections } from './providers.ts';

const SECRET = 'adapter-test-secret';
const FROM = { bankCode: 'KBANK', accountNo: '1234531090', accountName: 'SOMCHAI JAIDEE' };
const dataDir = mkdtempSync(join(tmpdir(), 'krapao-adapters-'));
const received: { path: string; headers: Record<string, string | string[] | undefined>; body: string }[] = [];
let webhooks: Server;
let webhookUrl: string;
let sandbox: SandboxProcess;
let providers: Providers;
/** A short time-out, because nothing answers. */
let hasty: Providers;

async function start(): Promise<void> {
  sandbox = await startSandbox({ dataDir, webhookUrl, secret: SECRET });
  const build = (timeoutMs: number) => sandboxProviders({ url: sandbox.url, secret: SECRET, timeoutMs });
  providers = build(60_000);
  hasty = build(2_000);
}

beforeAll(async () => {
  webhooks = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ path: request.url ?? '', headers: request.headers, body });
    response.end();
  });
  await new Promise<void>((resolve) => webhooks.listen(0, '127.0.0.1', resolve));
  webhookUrl = `http://127.0.0.1:${(webhooks.address() as AddressInfo).port}`;
  await start();
});
afterAll(async () => {
  await sandbox.stop();
  webhooks.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const gameOf = (code: string, of = providers) => {
  const game = of.game({ code, connectionId: null, externalCode: null });
  const { setPassword, queryTransfer, loginForm, turnover, kick } = game;
  if (!setPassword || !queryTransfer || !loginForm || !turnover || !kick)
    throw new Error('the sandbox can do all');
  return { ...game, setPassword, queryTransfer, loginForm, turnover, kick };
};
async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}
const fault = (target: string, mode: string, times: number | null = 1) =>
  ask('PUT', '/faults', { [target]: { mode, times } });
const payIn = (to: object, amount?: number) =>
  ask<{ transRef: string }>('POST', '/bank/transfers', { from: FROM, to, amount });
async function noticeOf(transRef: string): Promise<BankNotice> {
  const find = () =>
    received.find((one) => one.path === INCOMING_TRANSFER_PATH && one.body.includes(transRef));
  await expect.poll(find).toBeDefined();
  const one = find();
  const notice = providers.incomingTransfers.read(one?.headers ?? {}, one?.body ?? '', new Date());
  if (notice.status !== 'accepted') throw new Error(notice.reason);
  return notice.transfer;
}

test('every provider of the catalogue is answered for, among them the eleven auto-login codes', async () => {
  for (const { code, formLogin } of GAME_CATALOGUE) {
    const game = gameOf(code);
    expect(await game.createPlayer({ username: 'kp1', password: 'first' })).toEqual({
      status: 'ok',
      created: true,
    });
    const form = await game.loginForm();
    if (formLogin)
      expect(form).toMatchObject({ status: 'ok', form: { fields: { __VIEWSTATE: expect.any(String) } } });
    else expect(form).toEqual({ status: 'rejected', reason: 'NO_LOGIN_FORM' });
  }
  const auto = GAME_CATALOGUE.filter((entry) => entry.autoLogin).map((entry) => entry.code);
  const wanted = 'pg betflix askmebet imi usun areaslot circus slotracha pgslot joker2 huayhd'.split(' ');
  expect(auto.sort()).toEqual(wanted.sort());
});

test('TRF-01 game: in, out, balance, query, launch, password, turnover, kick', async () => {
  const game = gameOf('pg');
  const move = (id: string, direction: 'in' | 'out', amount: bigint) =>
    game.transfer({ id, username: 'kp1', direction, amount });
  expect(await move('g1', 'in', 10_025n)).toEqual({ status: 'success' });
  expect(await move('g1', 'in', 10_025n)).toEqual({ status: 'success' });
  expect(await game.balance('kp1')).toEqual({ status: 'ok', available: 10_025n, inPlay: 0n });
  expect(await move('g2', 'out', 10_026n)).toEqual({ status: 'rejected', reason: 'INSUFFICIENT_BALANCE' });
  expect(await game.queryTransfer({ id: 'g2', amount: 10_026n })).toEqual({
    status: 'failed',
    reason: 'INSUFFICIENT_BALANCE',
  });
  expect(await game.queryTransfer({ id: 'none', amount: 1n })).toEqual({ status: 'not_found' });
  await ask('POST', '/games/pg/rounds', { username: 'kp1', stake: 10, win: 4 });
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  expect(await game.turnover(day)).toEqual({
    status: 'ok',
    players: [{ username: 'kp1', stake: 1000n, win: 400n, rounds: 1 }],
  });
  expect(
    await game.launch('kp1', {
      address: '203.0.113.9',
      language: 'th',
      isMobile: true,
      home: 'https://site.example',
      token: 'a-token-of-this-opening',
    }),
  ).toMatchObject({
    status: 'ok',
    url: expect.stringContaining('/games/pg/launch'),
  });
  expect(await game.setPassword({ username: 'kp1', password: 'second' })).toEqual({ status: 'ok' });
  expect(await game.kick('kp1')).toEqual({ status: 'ok' });
  expect(await game.balance('nobody')).toEqual({ status: 'rejected', reason: 'NOT_FOUND' });
});

test.each([
  ['timeoutAfterApply', { status: 'unknown', reason: 'TIMEOUT' }, { status: 'success' }],
  ['timeoutBeforeApply', { status: 'unknown', reason: 'TIMEOUT' }, { status: 'not_found' }],
  ['pendingForever', { status: 'pending' }, { status: 'pending' }],
  ['wrongAmount', { status: 'mismatch', amount: 600n }, { status: 'mismatch', amount: 600n }],
  ['maintenance', { status: 'rejected', reason: 'MAINTENANCE' }, { status: 'not_found' }],
  ['error500', { status: 'unknown', reason: 'SERVER_ERROR' }, { status: 'not_found' }],
  ['falseNotFound', { status: 'unknown', reason: 'CONNECTION' }, { status: 'not_found' }],
  ['duplicate', { status: 'success' }, { status: 'success' }],
])('game fault %s is told apart', async (mode, answer, state) => {
  const game = gameOf('joker2');
  await fault('game:joker2', mode);
  const order = { id: `f-${mode}`, username: 'kp1', direction: 'in', amount: 500n } as const;
  const asked = mode.startsWith('timeout') ? gameOf('joker2', hasty) : game;
  expect(await asked.transfer(order)).toEqual(answer);
  expect(await game.queryTransfer(order)).toEqual(state);
  await fault('game:joker2', 'none');
  if (mode === 'falseNotFound') expect(await game.queryTransfer(order)).toEqual({ status: 'success' });
});

test('DEP-06 a transfer into our account is told, signed; a changed or old notice is refused', async () => {
  const qr = generate.anyId({ type: 'MSISDN', target: '0812345678', amount: 100.37 });
  const { transRef } = await payIn({ qr });
  expect(await noticeOf(transRef)).toMatchObject({
    transRef,
    sendingBank: '004',
    amount: 10_037n,
    receiver: { type: 'promptpay', id: '0812345678' },
    sender: { account: 'xxx-x-x3109-x' },
  });
  const one = received.find((delivery) => delivery.body.includes(transRef));
  const read = (body: string, now: Date) => providers.incomingTransfers.read(one?.headers ?? {}, body, now);
  const refused = { status: 'rejected', reason: 'BAD_SIGNATURE' };
  expect(read(one?.body.replace('100.37', '900.37') ?? '', new Date())).toEqual(refused);
  expect(read(one?.body ?? '', new Date(Date.now() + 3_600_000))).toEqual(refused);
  expect(providers.incomingTransfers.read({}, one?.body ?? '', new Date())).toEqual(refused);
});

test('DEP-05 a slip is looked up: found, not found, no slip, later, unknown', async () => {
  const { transRef } = await payIn({ bankCode: 'SCB', accountNo: '1112223334' }, 250.5);
  const payload = generate.slipVerify({ sendingBank: '004', transRef });
  const found = await providers.slipVerifier.lookUp(payload);
  expect(found).toMatchObject({ status: 'found', slip: { transRef, amount: 25_050n, receivingBank: '014' } });
  expect(await providers.slipVerifier.lookUp('hello')).toEqual({ status: 'rejected', reason: 'NOT_A_SLIP' });
  const other = generate.slipVerify({ sendingBank: '004', transRef: '00000000000000000000' });
  expect(await providers.slipVerifier.lookUp(other)).toEqual({ status: 'not_found' });
  await fault('bank', 'pendingForever');
  expect(await providers.slipVerifier.lookUp(payload)).toEqual({ status: 'pending' });
  await fault('bank', 'error500');
  expect(await providers.slipVerifier.lookUp(payload)).toEqual({ status: 'unknown', reason: 'SERVER_ERROR' });
});

test('WDR-01 a pay-out: paid once, asked for, lost and found', async () => {
  const order = { id: 'w1', from: { bankCode: 'KBANK', accountNo: '9998887776' }, to: FROM, amount: 50_000n };
  const paid = await providers.payouts.pay(order);
  expect(paid).toMatchObject({ status: 'paid', transRef: expect.any(String) });
  expect(await providers.payouts.pay(order)).toEqual(paid);
  expect(await providers.payouts.query(order)).toEqual(paid);
  expect(await providers.payouts.pay({ ...order, amount: 1n })).toEqual({
    status: 'rejected',
    reason: 'DUPLICATE_ID',
  });
  await fault('bank', 'timeoutAfterApply');
  expect(await hasty.payouts.pay({ ...order, id: 'w2' })).toEqual({
    status: 'unknown',
    reason: 'TIMEOUT',
  });
  expect(await providers.payouts.query({ ...order, id: 'w2' })).toMatchObject({ status: 'paid' });
  expect(await providers.payouts.query({ ...order, id: 'w3' })).toEqual({ status: 'not_found' });
  await fault('bank', 'wrongAmount');
  expect(await providers.payouts.pay({ ...order, id: 'w4' })).toEqual({
    status: 'mismatch',
    amount: 50_100n,
  });
});

test('SMS, gift link and gateway payment', async () => {
  expect(await providers.sms.send({ id: 'm1', to: '0812345678', text: 'code 123456' })).toEqual({
    status: 'sent',
  });
  expect(await ask('GET', '/sms?to=0812345678')).toMatchObject([{ to: '0812345678', text: 'code 123456' }]);
  const { link } = await ask<{ link: string }>('POST', '/gift-links', { amount: 20 });
  const hash = new URL(link).searchParams.get('v') ?? '';
  expect(await providers.giftLinks.redeem({ id: 'r1', hash })).toEqual({ status: 'redeemed', amount: 2000n });
  expect(await providers.giftLinks.redeem({ id: 'r2', hash })).toEqual({
    status: 'rejected',
    reason: 'ALREADY_REDEEMED',
  });
  const fixed = sandboxConnections({ url: sandbox.url, secret: SECRET, timeoutMs: 2_000 });
  const [gateway, other] = fixed.flatMap(({ capability, port }) => (capability === 'gateway' ? [port] : []));
  if (!gateway || !other) throw new Error('no gateways');
  const order = { id: 'p1', reference: 'P1', amount: 15_000n, currency: 'THB' } as const;
  const placed = { ...order, paymentId: null, createdAt: new Date() };
  const created = await gateway.createPayment({ ...order, expiresInSeconds: 60 });
  if (created.status !== 'created') throw new Error(created.status);
  expect(await gateway.query(placed)).toEqual({ status: 'pending' });
  await payIn({ qr: created.payment.qrPayload ?? '' });
  expect(await gateway.query(placed)).toMatchObject({ status: 'paid', amount: 15_000n });
  const find = () => received.find((one) => one.path === '/webhooks/sandbox-gateway-ww');
  await expect.poll(find).toBeDefined();
  const one = find();
  const delivery = {
    headers: one?.headers ?? {},
    query: {},
    body: Buffer.from(one?.body ?? ''),
    receivedAt: new Date(),
  };
  expect(gateway.receiver?.read(delivery)).toMatchObject({
    status: 'proved',
    notice: { id: 'p1', amount: 15_000n },
  });
  expect(other.receiver?.read(delivery).status).toBe('refused');
});

test('kill -9 of the sandbox loses nothing that it acknowledged', async () => {
  const game = gameOf('imi');
  const ids = Array.from({ length: 40 }, (_, index) => `k${index}`);
  const answers = await Promise.all(
    ids.map((id) => game.transfer({ id, username: 'kp1', direction: 'in', amount: 125n })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['success']));
  await sandbox.kill();
  expect(await game.balance('kp1')).toEqual({ status: 'unknown', reason: 'CONNECTION' });
  await start();
  expect(await gameOf('imi').balance('kp1')).toMatchObject({ available: 5000n });
  expect(await gameOf('imi').queryTransfer({ id: 'k39', amount: 125n })).toEqual({
    status: 'success',
  });
});

test('without real adapters everything goes to the operator, and no notice is trusted', async () => {
  const { sms, slipVerifier, game, isGameOpen } = MANUAL_PROVIDERS;
  const manual = buildProviders({ sms, slipVerifier, game, isGameOpen });
  const order = { id: 'x', username: 'u', direction: 'in', amount: 1n } as const;
  expect(await manual.sms.send({ id: '1', to: '2', text: '3' })).toEqual({ status: 'manual' });
  expect(await manual.slipVerifier.lookUp('x')).toEqual({ status: 'manual' });
  expect(await manual.payouts.query({ id: 'x', amount: 1n })).toEqual({ status: 'manual' });
  expect(await manual.giftLinks.redeem({ id: 'x', hash: 'y' })).toEqual({ status: 'manual' });
  expect(await gameOf('pg', manual).transfer(order)).toEqual({ status: 'manual' });
  expect(manual.incomingTransfers.read({}, '{}', new Date()).status).toBe('rejected');
});
