import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLIP_DRIVERS } from '../../providers/slip/slipDrivers.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type BankReceiver, payFrom, setFaults } from '../../testing/sandboxBank.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const KEY = 'key-of-these-slip-services';
const REASON = 'contract of November';
const SLIP_ACCOUNT = { bankCode: 'GSB', accountNo: '020990000033' };

let server: TestServer;
let admin: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { SANDBOX_SECRET: KEY });
  admin = await makeOperator(server, 'administrator');
});
afterAll(() => server.stop());

interface Shown {
  id: string;
  driver: string;
  version: number;
  priority: number;
  isActive: boolean;
  isShadow: boolean;
  config: object;
  health: { state: string; calls: number; quotaLeft: number | null; lastTrouble: { reason: string } | null };
}
async function show(driver: string): Promise<Shown> {
  const { body } = await admin.call('GET /api/console/connections');
  const found = (body as { connections: Shown[] }).connections.find((row) => row.driver === driver);
  if (found === undefined) throw new Error(`no connection ${driver}`);
  return found;
}

/** Types the settings of a driver, and switches it on. */
async function connect({ driver, config, secrets }: (typeof SLIP_DRIVERS)[number], priority: number) {
  const values: Record<string, string> = {
    baseUrl: `${server.sandbox.url}/as/${driver}`,
    branch: '1234',
    clientId: 'client',
    apiKey: KEY,
    clientSecret: KEY,
  };
  const typed = (fields: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name in fields));
  const settings = {
    name: driver,
    priority,
    config: typed(config.properties),
    secrets: typed(secrets.properties),
    reason: REASON,
  };
  const added = await admin.call('POST /api/console/connections', {
    capability: 'slip',
    driver,
    ...settings,
  });
  expect([driver, added.status]).toEqual([driver, 200]);
  const { id, version } = await show(driver);
  const changed = { ...settings, isActive: true, isShadow: false, version };
  expect((await admin.call(`PUT /api/console/connections/${id}`, changed)).status).toBe(200);
}

/** A member pays and uploads the slip. */
async function sendSlip(to: BankReceiver, amount?: number) {
  const member = await makeMember(server);
  const { slipUrl } = await payFrom(server, member, to, amount);
  const form = new FormData();
  form.append('file', await (await fetch(slipUrl)).blob(), 'slip.png');
  const { reference } = await member.client('POST /api/wallet/slip', { form });
  return { member, reference };
}

/** @returns the slip when it has ended */
async function uploadSlip(amount: number) {
  const { member, reference } = await sendSlip(SLIP_ACCOUNT, amount);
  return afterWork(server, async () => {
    const { slips } = await member.client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
    const slip = slips.find((candidate) => candidate.reference === reference);
    return slip?.status !== 'PENDING' && slip;
  });
}

const storedSlip = (reference: string) =>
  server.owner.selectFrom('slip').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
/** Who answered for it, as the console shows it. */
async function answerTo(reference: string): Promise<object> {
  const { id } = await storedSlip(reference);
  const { body } = await admin.call(`GET /api/console/slips/${id}`);
  return (body as unknown as { lookUp: object }).lookUp;
}

test('DEP-05 keys typed in the console look slips up; out of quota, the next service is asked', async () => {
  for (const [index, driver] of SLIP_DRIVERS.entries()) await connect(driver, index + 1);
  const { id } = await show('easyslip');
  const tested = await admin.call(`POST /api/console/connections/${id}/test`);
  expect(tested.body).toMatchObject({ ok: true, trouble: null });

  const first = await uploadSlip(150);
  expect(first).toMatchObject({ status: 'SUCCESS', amount: 150 });
  await expect.poll(() => show('easyslip')).toMatchObject({ health: { state: 'ok' } });
  expect((await show('slipok')).health.calls).toBe(0);

  await setFaults(server, { 'slip:easyslip': { mode: 'outOfQuota' } });
  const other = await uploadSlip(250.5);
  expect(other).toMatchObject({ status: 'SUCCESS', amount: 250.5 });
  await expect
    .poll(() => show('easyslip'))
    .toMatchObject({ health: { state: 'failing', lastTrouble: { reason: 'OUT_OF_QUOTA' } } });
  await expect.poll(() => show('slipok')).toMatchObject({ health: { state: 'ok', calls: 1 } });

  // Whose word it was stays with the slip, under the name of that time.
  await rename('slipok', 'Another name');
  const slipok = await show('slipok');
  expect(await answerTo(first.reference)).toMatchObject({
    connection: id,
    driver: 'easyslip',
    outcome: 'FOUND',
  });
  expect(await answerTo(other.reference)).toMatchObject({
    connection: slipok.id,
    name: 'slipok',
    outcome: 'FOUND',
  });
});

test('DEP-05 a slip of a bill payment is no forgery: no account says which biller is ours', async () => {
  const payment = await fetch(`${server.sandbox.url}/gateways/E2P/payments`, {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'bill-of-a-stranger', amount: '60.00' }),
  });
  const { qrPayload } = (await payment.json()) as { qrPayload: string };
  const { reference } = await sendSlip({ qr: qrPayload });
  const slip = await afterWork(server, async () => {
    const row = await storedSlip(reference);
    return (row.step === 'OPERATOR' || row.step === 'DONE') && row;
  });
  expect([slip.status, slip.step, slip.operator_note]).toEqual(['PENDING', 'OPERATOR', 'RECEIVER_UNCLEAR']);
});

async function rename(driver: string, name: string) {
  const { id, priority, isActive, isShadow, config, version } = await show(driver);
  const body = { name, priority, isActive, isShadow, config, version, secrets: {}, reason: REASON };
  expect((await admin.call(`PUT /api/console/connections/${id}`, body)).status).toBe(200);
}
