import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyOf, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const REASON = 'notices of makers';
const service = {
  config: {
    bank: 'SCB',
    accountNo: '4680000017',
    template: JSON.stringify({
      proof: { by: 'bearer' },
      events: {
        list: '/data',
        amount: '/amount',
        unit: 'major',
        at: '/at',
        id: '/id',
        senderName: '/name',
        senderAccount: '/account',
        senderBank: '/bank',
      },
    }),
  },
  secrets: {},
};

let server: TestServer;
let admin: TestOperator;
/** Connected before the first money is in: later a second operator must agree. */
let events: string;
/** Another one, for some networks alone. */
let fenced: string;
/** SCB's bills. */
let bills: string;
/** The keys of the services. */
let token: string;
let fencedToken: string;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  admin = await makeOperator(server, 'administrator');
  events = await connect('bankFeed', 'generic', service);
  const config = { ...service.config, allowedAddresses: '203.0.113.0/24' };
  fenced = await connect('bankFeed', 'generic', { ...service, config });
  bills = await connect('gateway', 'scb', {
    config: { baseUrl: 'https://scb.example', billerId: '123456789012345', reference3: 'PTF' },
    secrets: { apiKey: 'key', clientSecret: 'secret' },
  });
  token = await giveKey(events);
  fencedToken = await giveKey(fenced);
});
afterAll(() => server.stop());

interface Connecting {
  config: object;
  secrets: object;
}

async function connect(capability: string, driver: string, { config, secrets }: Connecting): Promise<string> {
  const terms = { name: driver, priority: 10, config, secrets, reason: REASON };
  const made = await admin.call('POST /api/console/connections', { capability, driver, ...terms });
  expect([made.status, made.body]).toMatchObject([200, {}]);
  const { id } = made.body as { id: string };
  const on = { ...terms, isActive: true, isShadow: false, version: 1 };
  expect((await admin.call(`PUT /api/console/connections/${id}`, on)).status).toBe(200);
  await until(async () => (await tell(id, '', { headers: { 'user-agent': 'until' } })).status !== 404);
  await server.owner.deleteFrom('connection_delivery').where('connection_id', '=', id).execute();
  return id;
}

/** The registered account of a member, as an event of the bank names it. */
const payerOf = ({ id }: TestMember) =>
  server.db
    .selectFrom('member')
    .select(['bank_account_no as account', 'bank_code as bank'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function giveKey(id: string): Promise<string> {
  const key = { name: 'service', holder: 'Somsri', isService: true, reason: REASON };
  const made = await admin.call(`POST /api/console/feeds/${id}/phones`, key);
  expect(made.status).toBe(200);
  return (made.body as { key: string }).key;
}

const tell = (
  id: string,
  body: unknown,
  call: { ip?: string; token?: string; headers?: Record<string, string> } = {},
) => rawCall(server.url, `POST /webhooks/${id}`, { body, ...call });

test('of a delivery to a feed with a wrong key no words are kept', async () => {
  const code = { from: 'SCB', text: 'รหัส OTP 736251 ห้ามบอกใคร' };
  expect((await tell(events, code, { token: `kp_${'A'.repeat(43)}` })).status).toBe(401);
  const [kept] = await server.db
    .selectFrom('connection_delivery')
    .selectAll()
    .where('connection_id', '=', events)
    .where('reading', '=', 'refused')
    .execute();
  const path = `GET /api/console/connections/${events}/deliveries/${kept?.id}`;
  expect((await admin.call(path)).body).toMatchObject({ outcome: 'BAD_SIGNATURE', body: '' });
  const { body } = await rawCall(server.url, 'GET /metrics');
  expect(body).toMatch(
    new RegExp(
      `krapao_notices_total\\{connection="${events}",capability="bankFeed",name="generic",outcome="bad_signature"\\} [1-9]`,
    ),
  );
});

test('DEP-06 an event with an odd id is unread, and the others of its delivery are credited', async () => {
  const member = await makeMember(server);
  const { account, bank } = await payerOf(member);
  const at = new Date().toISOString();
  const good = { id: 'e1', amount: '211.00', at, account, bank };
  // Long ids of random letters fit into no index.
  const long = randomBytes(3_000).toString('hex');
  const data = [{ ...good, id: long }, good];
  expect((await tell(events, { data }, { token })).status).toBe(200);
  expect((await moneyOf(server.db, member.id)).wallet).toBe(211_00n);
});

test('a phone of no connection is refused at the address of the sandbox', async () => {
  const { status } = await tell('sandbox-gateway-ww', { heartbeat: true }, { token: `kp_${'A'.repeat(43)}` });
  expect(status).toBe(401);
});

test('DEP-06 a name of endless length is cut between its letters', async () => {
  const member = await makeMember(server);
  const { account, bank } = await payerOf(member);
  const at = new Date().toISOString();
  const one = { id: 'smile', amount: '212.00', at, account, bank, name: `${'x'.repeat(199)}😀` };
  expect((await tell(events, { data: [one] }, { token })).status).toBe(200);
  const { sender } = await server.db
    .selectFrom('incoming_transfer')
    .select('sender')
    .where('amount', '=', 212_00n)
    .executeTakeFirstOrThrow();
  expect(sender).toMatchObject({ displayName: 'x'.repeat(199) });
});

test('DEP-06 a delivery that was not kept whole is not taken again', async () => {
  const long = { data: [{ id: 'forged', name: 'x'.repeat(9_000) }] };
  // The feed keeps no words of a wrong key; what it cannot read is kept in its beginning.
  expect((await tell(events, long, { token })).status).toBe(400);
  const path = `/api/console/connections/${events}/deliveries`;
  const { deliveries } = (await admin.call(`GET ${path}`)).body as {
    deliveries: { id: string; outcome: string; isCut: boolean }[];
  };
  expect(deliveries[0]).toMatchObject({ outcome: 'BAD_BODY', isCut: true });
  const taken = deliveries.find(({ outcome }) => outcome === 'TAKEN');
  expect(taken).toMatchObject({ isCut: false });
  const again = async () => (await admin.call(`POST ${path}/${taken?.id}/take`, { reason: REASON })).body;
  expect(await again()).toEqual({ reading: 'proved', outcome: 'KNOWN' });
  // It is refused before anybody reads it: its beginning may be a whole document.
  const change = (values: { is_cut: boolean; body_hash?: Buffer }) =>
    server.owner
      .updateTable('connection_delivery')
      .set(values)
      .where('id', '=', BigInt(taken?.id ?? 0))
      .execute();
  await change({ is_cut: true });
  expect(await again()).toEqual({ reading: 'refused', outcome: 'BAD_BODY' });
  await change({ is_cut: false, body_hash: randomBytes(32) });
  expect(await again()).toEqual({ reading: 'refused', outcome: 'BAD_BODY' });
});

test('DEP-06 only the networks of its list deliver, by the address that the trusted proxy tells', async () => {
  const member = await makeMember(server);
  const { account, bank } = await payerOf(member);
  const event = { id: 'fenced', amount: '213.00', at: new Date().toISOString(), account, bank };
  const tellFrom = async (ip?: string) =>
    (await tell(fenced, { data: [event] }, { token: fencedToken, ...(ip && { ip }) })).status;
  expect(await tellFrom()).toBe(401);
  expect(await tellFrom('198.51.100.1')).toBe(401);
  // What the caller wrote stands before what the proxy adds: it counts for nothing.
  expect(await tellFrom('203.0.113.7, 198.51.100.1')).toBe(401);
  expect((await moneyOf(server.db, member.id)).wallet).toBe(0n);
  const refused = await server.db
    .selectFrom('connection_delivery')
    .select(['outcome', 'address'])
    .where('connection_id', '=', fenced)
    .executeTakeFirstOrThrow();
  expect(refused).toEqual({ outcome: 'BAD_ADDRESS', address: '127.0.0.1' });
  expect(await tellFrom('198.51.100.1, 203.0.113.7')).toBe(200);
  expect((await moneyOf(server.db, member.id)).wallet).toBe(213_00n);
});

test('DEP-07 SCB is answered with its own id, without which it repeats its confirmation', async () => {
  // developer.scb …/documentation/qr-payment/payment-confirmation.html, "Response".
  const confirmation = {
    payeeProxyId: '123456789012345',
    payeeProxyType: 'BILLERID',
    amount: 100,
    transactionId: '201907169lbqgPbt1Bl3oiA',
    transactionDateandTime: '2019-07-16T11:30:58+07:00',
    billPaymentRef1: '53729086453',
    billPaymentRef3: 'PTF',
    currencyCode: '764',
  };
  const answered = async (change: object) => {
    const { status, body } = await tell(bills, { ...confirmation, ...change });
    return [status, body];
  };
  const taken = { resCode: '00', resDesc: 'success' };
  expect(await answered({})).toEqual([200, { ...taken, transactionId: confirmation.transactionId }]);
  // What is no id of a bank is not repeated to whoever wrote it.
  expect(await answered({ transactionId: '<script>' })).toEqual([200, taken]);
});
