import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../../clock.ts';
import { verify } from '../../ledger/verify.ts';
import { WITHDRAWAL_JOB } from '../../modules/withdrawals/withdrawalRow.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { passTimeout, untilTaken } from '../../testing/passTimeout.ts';
import { PAYOUT_TEMPLATE as TEMPLATE } from '../../testing/payoutTemplate.ts';
import { callSandbox, moveToUnknownBank, setFaults } from '../../testing/sandboxBank.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { withoutTriggers } from '../../testing/withoutTriggers.ts';
import type { Connections } from '../connections/connections.ts';
import type { OutgoingHttp } from '../connections/outgoingHttp.ts';
import type { PayoutGateway, PayoutQuery } from '../payoutGateway.ts';
import { genericPayout } from './generic/genericPayout.ts';
import { payoutTemplateProblems } from './generic/payoutTemplate.ts';
import { choosePayoutConnection, payoutChain } from './payoutChain.ts';

const STATUS = '/transfer/status';
const KEY = 'key-of-this-payout-service';
const NOTICE_KEY = 'key-of-its-notices';

let server: TestServer;
let admin: TestOperator;
let connectionId: string;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, {
    SANDBOX_SECRET: KEY,
    ...SHORT_PROVIDER_WAITS,
  });
  admin = await makeOperator(server, 'administrator');
  connectionId = await connect();
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const settings = {
  name: 'Bank in two steps',
  priority: 1,
  config: { baseUrl: '', template: JSON.stringify(TEMPLATE) },
  secrets: { apiKey: KEY, webhookSecret: NOTICE_KEY },
  reason: 'contract of November',
};
async function connect(): Promise<string> {
  settings.config.baseUrl = `${server.sandbox.url}/as/payout-generic`;
  const added = await admin.call('POST /api/console/connections', {
    capability: 'payout',
    driver: 'generic',
    ...settings,
  });
  expect(added).toMatchObject({ status: 200 });
  const { body } = await admin.call('GET /api/console/connections');
  const { connections } = body as { connections: { id: string; version: number; capability: string }[] };
  const { id = '', version } = connections.find(({ capability }) => capability === 'payout') ?? {};
  const changed = { ...settings, isActive: true, isShadow: false, version };
  expect(await admin.call(`PUT /api/console/connections/${id}`, changed)).toMatchObject({ status: 200 });
  await server.heard();
  const { body: tested } = await admin.call(`POST /api/console/connections/${id}/test`);
  expect(tested).toMatchObject({ ok: true, detail: 'Sandbox Bank' });
  return id;
}
async function withdraw(amount = 200): Promise<{ member: TestMember; id: string }> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount } });
  return { member, id };
}
const row = (id: string) =>
  server.owner.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ended = (id: string, state: string) =>
  afterWork(server, async () => {
    const found = await row(id);
    return found.state === state && found;
  });
/** Baht in the member's account at the demonstration bank. */
const paidOut = async ({ bankCode, bankAccountNo }: TestMember) =>
  (await callSandbox<{ balance: number }>(server, 'GET', `/bank/accounts/${bankCode}/${bankAccountNo}`))
    .balance;

test('WDR-01 a payout goes through the connection in two steps, and is paid once', async () => {
  const { member, id } = await withdraw();
  const paid = await ended(id, 'PAID');
  expect(paid.payout_connection_id).toBe(connectionId);
  expect(paid.trans_ref).toMatch(/\w/);
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 800_00n, held: 0n });
  expect(await paidOut(member)).toBe(200);
});

test.each(['timeoutAfterApply', 'timeoutBeforeApply', 'error500'] as const)(
  'WDR-01 %s in either step is unknown, never failed: the member is paid once',
  { timeout: 120_000 },
  async (mode) => {
    for (const times of [1, 2]) {
      await setFaults(server, { 'payout:generic': { mode, times } });
      const { member, id } = await withdraw();
      const paid = ended(id, 'PAID');
      if (mode !== 'error500')
        for (let left = times; left > 0; left -= 1) await passTimeout(server, 'payout:generic', left - 1);
      await paid;
      expect(await paidOut(member)).toBe(200);
      expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 800_00n, held: 0n });
    }
  },
);

test('WDR-01 what the bank moved wrongly goes to a person', async () => {
  await setFaults(server, { 'payout:generic': { mode: 'wrongAmount', times: 1 } });
  const { id } = await withdraw();
  expect((await ended(id, 'STUCK')).reason).toBe('PAID_20100');
});

test('WDR-01 a notice makes us ask that bank at once, a forged one does not; another bank knows nothing of it', async () => {
  await setFaults(server, { 'payout:generic': { mode: 'pendingForever', times: 1 } });
  const { id } = await withdraw();
  await ended(id, 'UNKNOWN');
  await server.owner
    .updateTable('withdrawal')
    .set({ due_at: new Date(clock.now() + 3_600_000) })
    .where('id', '=', id)
    .execute();
  const tell = async (body: string, key: string) =>
    fetch(`${server.url}/webhooks/${connectionId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature': createHmac('sha256', key).update(body).digest('hex'),
      },
      body,
    });
  const body = JSON.stringify({ reference: id });
  expect((await tell(body, 'another key')).status).toBeGreaterThanOrEqual(400);
  const { asks } = await row(id);
  expect((await tell(body, NOTICE_KEY)).status).toBe(200);
  await server.work(WITHDRAWAL_JOB);
  expect((await row(id)).asks).toBe(asks + 1);
  expect((await tell(JSON.stringify({ reference: randomUUID() }), NOTICE_KEY)).status).toBe(200);
});

test('WDR-01 another bank or template waits until no payout through the connection is unknown', async () => {
  await setFaults(server, { 'payout:generic': { mode: 'pendingForever' } });
  const { id } = await withdraw();
  await ended(id, 'UNKNOWN');
  const change = async (config: object, more: object = {}) => {
    const { body } = await admin.call('GET /api/console/connections');
    const { connections } = body as { connections: { id: string; version: number }[] };
    const { version } = connections.find((one) => one.id === connectionId) ?? {};
    const changed = { ...settings, isActive: true, isShadow: false, version, config, ...more };
    return admin.call(`PUT /api/console/connections/${connectionId}`, changed);
  };
  const other = { ...settings.config, baseUrl: 'https://another-bank.example' };
  const reworded = { ...settings.config, template: JSON.stringify({ ...TEMPLATE, test: undefined }) };
  expect(await change(other)).toMatchObject({ status: 400, body: { code: 'CONNECTION_INVALID' } });
  const settingsVersion = async () => {
    const query = server.owner.selectFrom('connection').select('settings_version');
    return (await query.where('id', '=', connectionId).executeTakeFirstOrThrow()).settings_version;
  };
  const before = await settingsVersion();
  // The same key typed again is no other account.
  const renamed = { name: 'Bank, renamed' };
  expect(await change(settings.config, renamed)).toMatchObject({ status: 200 });
  expect(await settingsVersion()).toBe(before);
  // A wrong template can be mended; what was sent with the other one is a person's, if the bank denies it.
  expect(await change(reworded)).toMatchObject({ status: 200 });
  expect(await settingsVersion()).toBeGreaterThan(before);
  for (const [state, sends, status] of [
    ['HELD', 1, 400],
    ['HELD', 0, 200],
  ] as const) {
    await server.owner
      .updateTable('withdrawal')
      // Nobody begins to work on it, and who still does is overtaken.
      .set({ state, sends, claim: sql<number>`claim + 1`, due_at: new Date(clock.now() + 3_600_000) })
      .where('payout_connection_id', '=', connectionId)
      .where('state', 'in', ['SENT', 'UNKNOWN', 'HELD'])
      .execute();
    expect(await change(other)).toMatchObject({ status });
  }
  await setFaults(server, { 'payout:generic': { mode: 'none' } });
  expect(await change(settings.config)).toMatchObject({ status: 200 });
});

test('WDR-01 a key is replaced while a payout is unknown: what it does not know is not paid a second time', async () => {
  await setFaults(server, { 'payout:generic': { mode: 'timeoutBeforeApply', times: 1 } });
  const { member, id } = await withdraw();
  await untilTaken(server, 'payout:generic');
  const { body } = await admin.call('GET /api/console/connections');
  const { connections } = body as { connections: { id: string; version: number }[] };
  const { version } = connections.find((one) => one.id === connectionId) ?? {};
  const secrets = { ...settings.secrets, clientId: 'another-account' };
  const changed = { ...settings, secrets, isActive: true, isShadow: false, version };
  expect(await admin.call(`PUT /api/console/connections/${connectionId}`, changed)).toMatchObject({
    status: 200,
  });
  await passTimeout(server, 'payout:generic');
  expect(await ended(id, 'STUCK')).toMatchObject({ reason: 'OTHER_SETTINGS', sends: 1 });
  expect(await paidOut(member)).toBe(0);
});

test('WDR-01 a payout goes where the connection leads now, also on a node that has not heard of the change', async () => {
  const stored = await server.owner
    .selectFrom('connection')
    .select(['config', 'version'])
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow();
  const change = (changed: { config?: object; isActive?: boolean }, more: number) =>
    withoutTriggers(server.owner, 'connection', (trx) =>
      trx
        .updateTable('connection')
        .set({
          config: JSON.stringify(changed.config ?? stored.config),
          is_active: changed.isActive ?? true,
          version: stored.version + more,
        })
        .where('id', '=', connectionId)
        .execute(),
    );
  await change({ config: { ...settings.config, baseUrl: `${server.sandbox.url}/as/another-bank` } }, 1);
  const moved = await withdraw();
  await ended(moved.id, 'UNKNOWN');
  expect(await paidOut(moved.member)).toBe(0);
  await change({}, 2);
  await ended(moved.id, 'PAID');
  expect(await paidOut(moved.member)).toBe(200);

  await change({ isActive: false }, 3);
  const { id } = await withdraw();
  expect(await ended(id, 'PAID')).toMatchObject({ payout_connection_id: null });
  await change({}, 4);
});

test('WDR-03 what the bank certainly refuses goes back to the member', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  await moveToUnknownBank(server.owner, member);
  const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount: 200 } });
  expect((await ended(id, 'REJECTED')).reason).toBe('UNKNOWN_BANK');
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 1_000_00n, held: 0n });
});

test('WDR-01 a payout is asked for where it was sent; a connection that is off or gone gets no order', async () => {
  const asked: string[] = [];
  let answer: PayoutQuery = { status: 'pending' };
  const port = (name: string): PayoutGateway => ({
    accountName: async () => ({ status: 'manual' }),
    pay: async () => {
      asked.push(`${name} pays`);
      return { status: 'pending' };
    },
    query: async () => {
      asked.push(`${name} is asked`);
      return answer;
    },
  });
  const live = (id: string, isActive: boolean) => ({
    id,
    capability: 'payout',
    isActive,
    settingsVersion: 2,
    port: port(id),
  });
  const known = [live('on', true), live('off', false)];
  const connections = {
    current: async (id: string) => known.find((one) => one.id === id),
    deciding: () => known.filter(({ isActive }) => isActive),
    ask: (one: { port: PayoutGateway }, _: string, work: (port: PayoutGateway) => unknown) => work(one.port),
  } as unknown as Connections;
  expect(await choosePayoutConnection(connections)).toEqual({ id: 'on', settingsVersion: 2 });
  const chain = payoutChain(connections, port('other'));
  const party = { bankCode: 'KBANK', accountNo: '1234567890', accountName: 'A' };
  for (const via of ['on', 'off', 'gone', null]) {
    const order = { id: randomUUID(), amount: 100n, via };
    const status = via === 'off' || via === 'gone' ? 'not_sent' : 'pending';
    expect(await chain.pay({ ...order, from: party, to: party })).toMatchObject({ status });
    expect(await chain.query(order)).toMatchObject({ status: via === 'gone' ? 'unknown' : 'pending' });
  }
  expect(asked).toEqual(['on pays', 'on is asked', 'off is asked', 'other pays', 'other is asked']);
  const order = { id: randomUUID(), amount: 100n, via: 'on', sentUnder: 1 };
  expect(await chain.pay({ ...order, from: party, to: party })).toMatchObject({ status: 'not_sent' });
  for (const [told, counted] of [
    [{ status: 'not_found' }, 'other_settings'],
    [{ status: 'failed', reason: 'CLOSED' }, 'other_settings'],
    [{ status: 'paid', transRef: 'R1' }, 'paid'],
    [{ status: 'pending' }, 'pending'],
  ] as const) {
    answer = told;
    expect(await chain.query(order)).toMatchObject({ status: counted });
    expect(await chain.query({ ...order, sentUnder: 2 })).toEqual(told);
  }
});

test('WDR-01 a second confirmation that the bank refuses is not a failed payout: only its answer to a query is', async () => {
  const asked: string[] = [];
  const order = { id: randomUUID(), amount: 200_00n, via: connectionId };
  let status = 'INITIATED';
  let reference = order.id;
  const http: OutgoingHttp = {
    async call({ method, url, until = Infinity }) {
      if (until < clock.now()) return { status: 'trouble', trouble: 'TIMEOUT', isSent: false };
      const isConfirm = String(url).endsWith('/confirm');
      asked.push(isConfirm ? 'confirm' : method);
      const json = isConfirm
        ? { code: 'ALREADY_PROCESSING' }
        : { transfer: { id: 'T1', reference, status, bankReference: 'B1' } };
      const httpStatus = isConfirm ? 409 : 200;
      return { status: 'answered', httpStatus, text: JSON.stringify(json), json };
    },
  };
  const rejected = { status: '409', at: '/code', is: ['ALREADY_PROCESSING'], gives: 'rejected' };
  const failed = { at: STATUS, is: ['FAILED'], gives: 'failed' };
  const template = {
    ...TEMPLATE,
    confirm: { ...TEMPLATE.confirm, answers: [rejected, ...TEMPLATE.confirm.answers] },
    query: { ...TEMPLATE.query, answers: [failed, ...TEMPLATE.query.answers] },
  };
  const config = { baseUrl: 'https://bank.example', template: JSON.stringify(template) };
  const bank = genericPayout.open({ config, secrets: { apiKey: KEY } } as never, {
    http,
    variant: 'thailand',
  });
  expect(await bank.query(order)).toEqual({ status: 'pending' });
  expect(asked).toEqual(['GET', 'confirm']);
  status = 'FAILED';
  expect(await bank.query(order)).toMatchObject({ status: 'failed' });
  status = 'SUCCESS';
  expect(await bank.query(order)).toEqual({ status: 'paid', transRef: 'B1' });
  // Another node may work on it after the lease: nothing is confirmed then.
  [status, asked.length] = ['INITIATED', 0];
  expect(await bank.query({ ...order, until: clock.now() - 1 })).toEqual({
    status: 'unknown',
    reason: 'TIMEOUT',
  });
  expect(asked).toEqual(['GET']);
  const party = { bankCode: 'KBANK', accountNo: '1234567890', accountName: 'A' };
  const late = { ...order, from: party, to: party, until: clock.now() - 1 };
  expect(await bank.pay(late)).toEqual({ status: 'not_sent', reason: 'TIMEOUT' });
  expect(asked).toEqual(['GET']);
  // What the bank says of another order says nothing of ours.
  for (const said of ['SUCCESS', 'FAILED', 'PENDING', 'INITIATED']) {
    [status, reference] = [said, randomUUID()];
    expect(await bank.query(order)).toEqual({ status: 'unknown', reason: 'BAD_ANSWER' });
  }
});

test('WDR-01 a template that could pay twice or never is refused', () => {
  const problems = (change: object) =>
    genericPayout.problems?.({
      config: { baseUrl: 'https://bank.example', template: JSON.stringify({ ...TEMPLATE, ...change }) },
      secrets: { webhookSecret: NOTICE_KEY },
    } as never) ?? [];
  expect(problems({})).toEqual([]);
  expect(problems({ confirm: undefined })).toEqual([expect.stringContaining('no confirm')]);
  expect(problems({ query: { ...TEMPLATE.query, path: '/transfers' } })).toEqual([
    expect.stringContaining('ask by {id}'),
  ]);
  const ordering = (body: string) => problems({ initiate: { ...TEMPLATE.initiate, body } });
  const needed = ['send {toAccount}', 'send {toBank} or', 'send {amount} or', '{id}'];
  expect(ordering('{}')).toEqual(needed.map((text) => expect.stringContaining(text)));
  const rest = '"reference":"{id}","bank":"{toBankNumber}"';
  expect(ordering(`{${rest},"account":"{toAccount}","money":{"amount":{amountMinor},"unit":100}}`)).toEqual(
    [],
  );
  for (const [body, found] of [
    ['"account":"9999999999","amount":"{amount}","note":"{toAccount}"', 'typed: account'],
    ['"account":"{toAccount}","money":{"amount":"50000.00"},"note":"{amount}"', 'typed: money.amount'],
    ['"account":"{toAccount}","amount":9{amount}', 'send {amount}'],
    ['"account":"{toAccount}","amount":"50000.00"', 'send {amount}'],
  ] as const)
    expect(ordering(`{${rest},${body}}`)).toContainEqual(expect.stringContaining(found));
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'ref={id}&bank={toBank}&amount=50000&account={toAccount}';
  expect(problems({ initiate: { ...TEMPLATE.initiate, headers: form, body } })).toContainEqual(
    expect.stringContaining('typed: amount'),
  );
  const blind = { status: '4xx', gives: 'rejected' };
  expect(
    problems({ initiate: { ...TEMPLATE.initiate, answers: [blind, ...TEMPLATE.initiate.answers] } }),
  ).toEqual([expect.stringContaining('rejected must say at which place')]);
  expect(problems({ query: { ...TEMPLATE.query, fields: {} } })).toEqual([
    expect.stringContaining('reference'),
    expect.stringContaining('transRef'),
  ]);
  expect(payoutTemplateProblems(TEMPLATE as never)).toEqual([]);
});
