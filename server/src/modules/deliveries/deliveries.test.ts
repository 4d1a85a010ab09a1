import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { moneyOf, until } from '../../testing/moneyWorld.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const REASON = 'notices of makers';
const TOKEN = 'token-of-the-service';
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
  secrets: { webhookSecret: TOKEN },
};

let server: TestServer;
let admin: TestOperator;
/** Connected before the first money is in: later a second operator must agree. */
let events: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { KRAPAO_TRUSTED_PROXIES: '1' });
  admin = await makeOperator(server, 'administrator');
  events = await connect('bankFeed', 'generic', service);
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
});

test('DEP-06 an event with an odd id is unread, and the others of its delivery are credited', async () => {
  const member = await makeMember(server);
  const { bank_account_no: account, bank_code: bank } = await server.db
    .selectFrom('member')
    .select(['bank_account_no', 'bank_code'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  const good = { id: 'e1', amount: '211.00', at, account, bank };
  // Long ids of random letters fit into no index.
  const long = randomBytes(3_000).toString('hex');
  const data = [{ ...good, id: long }, good];
  expect((await tell(events, { data }, { token: TOKEN })).status).toBe(200);
  expect((await moneyOf(server.db, member.id)).wallet).toBe(211_00n);
});

test('a phone of no connection is refused at the address of the sandbox', async () => {
  const { status } = await tell('sandbox-gateway-ww', { heartbeat: true }, { token: `kp_${'A'.repeat(43)}` });
  expect(status).toBe(401);
});
