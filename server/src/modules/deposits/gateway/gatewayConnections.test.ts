import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireSameMaker } from '../../../console/connections/sameMaker.ts';
import { verify } from '../../../ledger/verify.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { payFrom, setFaults } from '../../../testing/sandboxBank.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { ASK_GATEWAYS } from './askGateways.ts';

const SECRET = 'key-of-these-tests-alone';
const REASON = 'contract of November';
let server: TestServer;
let admin: TestOperator;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { SANDBOX_SECRET: SECRET });
  admin = await makeOperator(server, 'administrator');
  member = await makeMember(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** A connection to PhaJay, played by the sandbox, switched on. */
async function connect(name: string): Promise<string> {
  const settings = {
    name,
    priority: 10,
    config: { baseUrl: `${server.sandbox.url}/as/phajay`, bank: 'bcel' },
    secrets: { secretKey: SECRET },
    reason: REASON,
  };
  const made = await admin.call('POST /api/console/connections', {
    capability: 'gateway',
    driver: 'phajay',
    ...settings,
  });
  const { id } = made.body as { id: string };
  const on = await admin.call(`PUT /api/console/connections/${id}`, {
    ...settings,
    secrets: {},
    isActive: true,
    isShadow: false,
    version: 1,
  });
  expect([made.body, on.status]).toMatchObject([{ id }, 200]);
  return id;
}

/** Publishes the gateway's document with these changes. */
async function publish(item: string, changes: object): Promise<number> {
  const address = `/api/console/content/gateway/${item}`;
  const shown = (await admin.call(`GET ${address}`)).body as {
    value: object;
    version: number;
    draft: { revision: number } | null;
  };
  const { value, version } = shown;
  const drafted = await admin.call(`PUT ${address}/draft`, {
    value: { ...value, ...changes },
    version,
    revision: shown.draft?.revision ?? 0,
  });
  const { draft } = drafted.body as { draft: { revision: number } };
  return (await admin.call(`POST ${address}/publish`, { revision: draft.revision, reason: REASON })).status;
}

const TITLE = { th: 'คิวอาร์ลาว', la: 'QR ລາວ', en: 'Lao QR' };
const offered = async (code = 'LAOQR') =>
  (await member.client('GET /api/lookup/deposit')).banks.find(({ bankCode }) => bankCode === code);
const draw = (amount: number) =>
  member.client('POST /api/qrcode/:bankCode', { params: { bankCode: 'LAOQR' }, body: { amount } });
const payloadOf = async (id: string | null) =>
  (
    await server.db
      .selectFrom('gateway_payment')
      .selectAll()
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow()
  ).payload ?? '';
const wallet = async () => (await moneyOf(server.db, member.id)).wallet;
const rowOf = (id: string | null) =>
  server.db
    .selectFrom('gateway_payment')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow();
const told = (connection: string, paymentId: string | null) =>
  fetch(`${server.url}/webhooks/${connection}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transactionId: paymentId, status: 'PAYMENT_COMPLETED' }),
  });

// Before the first money one operator decides.
test('DEP-06 DEP-11 a gateway that answers nonsense has one trouble in the console, and no money moves; then it works again', async () => {
  const id = await connect('PhaJay of nonsense');
  const made = { code: 'NOISE', title: TITLE, currency: 'LAK', connection: id };
  expect(await publish('new', made)).toBe(200);
  await afterWork(server, () => offered('NOISE'));
  const draw = () =>
    member.client('POST /api/qrcode/:bankCode', { params: { bankCode: 'NOISE' }, body: { amount: 200 } });
  const health = async () => {
    const { body } = await admin.call('GET /api/console/connections');
    const found = (body as { connections: { id: string; health: object }[] }).connections;
    return found.find((one) => one.id === id)?.health as { state: string; lastTrouble: { reason: string } };
  };
  for (const [mode, trouble] of [
    ['html', 'BAD_ANSWER'],
    ['busy', 'BUSY'],
    ['redirect', 'BAD_ANSWER'],
    ['wrongKey', 'KEY_REFUSED'],
    ['gigantic', 'BAD_ANSWER'],
    ['code', 'SERVER_ERROR'],
    // A QR of another amount or currency is not shown.
    ['wrongAmount', 'BAD_ANSWER'],
    ['otherCurrency', 'BAD_ANSWER'],
  ]) {
    await setFaults(server, { 'gateway:phajay': { mode, code: 'FAILED' } });
    await expect(draw(), mode).rejects.toMatchObject({ code: 'QR_FAIL' });
    await afterWork(server, async () => (await health()).lastTrouble?.reason === trouble);
    expect((await health()).state, mode).toBe('failing');
  }
  await setFaults(server, { 'gateway:phajay': { mode: 'none' } });
  expect(await draw()).toMatchObject({ hasQrcode: true, status: 'OPEN' });
  await afterWork(server, async () => (await health()).state === 'ok');
  expect(await wallet()).toBe(0n);
});

test('DEP-06 kip are not offered through a maker that takes baht, nor baht through one that takes kip', async () => {
  const connection = await connect('PhaJay of kip');
  expect(await publish('E2P', { connection })).toBe(400);
  expect(await publish('E2P', { connection, currency: 'LAK' })).toBe(200);
  expect(await publish('E2P', { connection, currency: 'BAHT' })).toBe(400);
});

test('DEP-06 a connection that members are offered keeps its currency', async () => {
  const connection = await connect('in kip');
  const config = { baseUrl: 'https://maker.example', currency: 'LAK' };
  const kept = { id: connection, capability: 'gateway', driver: 'generic-http', config };
  const change = () =>
    server.owner.transaction().execute((trx) => requireSameMaker(trx, kept, { ...config, currency: 'THB' }));
  await change();
  expect(await publish('E2P', { connection, currency: 'LAK' })).toBe(200);
  await expect(change()).rejects.toMatchObject({ code: 'CONNECTION_INVALID' });
});

test('DEP-01 DEP-06 a gateway of the catalogue, connected by keys alone, takes kip; it moves on and loses no order', async () => {
  member = await makeMember(server);
  const first = await connect('PhaJay one');
  const made = { code: 'LAOQR', title: TITLE, currency: 'LAK', connection: first, presets: ['100', '200'] };
  expect(await publish('new', { ...made, presets: ['1'] })).toBe(400);
  expect(await publish('new', made)).toBe(200);
  expect(await afterWork(server, () => offered())).toMatchObject({
    bank: { nameTH: TITLE.th, nameLA: TITLE.la },
    currency: 'LAK',
    gateway: { presets: [100, 200], minimum: 100, isPage: false },
  });
  // Written by another node.
  await server.owner.updateTable('gateway').set({ maximum: 700_00n }).where('code', '=', 'LAOQR').execute();
  await server.heard();
  expect((await offered())?.gateway?.maximum).toBe(700);

  await expect(draw(701)).rejects.toMatchObject({ code: 'DEPOSIT_MAXIMUM' });
  const early = await draw(100);
  expect(early).toMatchObject({ hasQrcode: true, status: 'OPEN' });
  expect(early.kip).toBeGreaterThan(10_000);
  const { payment_id, connection_id } = await rowOf(early.qrcodeId);
  expect(connection_id).toBe(first);

  // Unsigned: it only causes a question.
  expect((await told(first, payment_id)).status).toBe(200);
  await afterWork(server, async () => (await rowOf(early.qrcodeId)).asks > 0);
  expect(await wallet()).toBe(0n);

  const versionOf = async (id: string) =>
    (
      (await admin.call('GET /api/console/connections')).body as {
        connections: { id: string; version: number }[];
      }
    ).connections.find((one) => one.id === id)?.version ?? 0;
  const change = async (changed: object) =>
    admin.call(`PUT /api/console/connections/${first}`, {
      name: 'PhaJay one',
      priority: 10,
      isActive: true,
      isShadow: false,
      config: { baseUrl: `${server.sandbox.url}/as/phajay`, bank: 'bcel' },
      secrets: {},
      version: await versionOf(first),
      reason: REASON,
      ...changed,
    });
  // Another maker would not know the open order; other words for the same maker are no move.
  const elsewhere = {
    config: { baseUrl: 'https://other.example', bank: 'bcel' },
    secrets: { secretKey: SECRET },
  };
  expect(await change(elsewhere)).toMatchObject({ status: 400, body: { code: 'CONNECTION_INVALID' } });
  expect(await change({ secrets: { secretKey: SECRET }, priority: 11 })).toMatchObject({ status: 200 });

  const second = await connect('PhaJay two');
  expect(await publish('LAOQR', { connection: second })).toBe(200);
  expect(await change({ isActive: false, priority: 11 })).toMatchObject({ status: 200 });
  await payFrom(server, member, { qr: await payloadOf(early.qrcodeId) });
  // The maker's portal has one address, for all connections to it.
  await afterWork(server, async () => {
    await told(second, payment_id);
    server.wakeJob(ASK_GATEWAYS);
    return (await wallet()) > 0n;
  });
  expect(await wallet()).toBe((await rowOf(early.qrcodeId)).amount);
  const { body: shown } = await admin.call(`GET /api/console/connections/${second}/deliveries`);
  const outcomes = (shown as { deliveries: { outcome: string }[] }).deliveries.map(({ outcome }) => outcome);
  expect(outcomes.length).toBeGreaterThan(0);
  expect(outcomes).not.toContain('FOREIGN');

  const late = await afterWork(server, async () => {
    const qr = await draw(200);
    return (await rowOf(qr.qrcodeId)).connection_id === second && qr;
  });
  await server.owner.deleteFrom('connection').where('id', '=', second).execute();
  await afterWork(server, async () => (await offered()) === undefined);
  await server.owner
    .updateTable('gateway_payment')
    .set({ due_at: new Date(0) })
    .where('id', '=', late.qrcodeId ?? '')
    .execute();
  server.wakeJob(ASK_GATEWAYS);
  const queue = async () =>
    ((await admin.call('GET /api/console/latePayments')).body as { items: { id: string; paidAt: null }[] })
      .items;
  expect(
    await afterWork(server, async () => (await queue()).find(({ id }) => id === late.qrcodeId)),
  ).toMatchObject({
    paidAt: null,
    paidAmount: 200,
  });
});
