import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { SLIP_DRIVERS } from '../../providers/slip/slipDrivers.ts';
import { until } from '../../testing/moneyWorld.ts';
import { payFrom, setFaults } from '../../testing/sandboxBank.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const KEY = 'key-of-these-slip-services';
const REASON = 'contract of November';
const SLIP_ACCOUNT = { bankCode: 'GSB', accountNo: '020990000033' };

let server: TestServer;
let admin: TestOperator;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { SANDBOX_SECRET: KEY });
  admin = await makeOperator(server, 'administrator');
});
afterAll(() => server.stop());

interface Shown {
  id: string;
  driver: string;
  version: number;
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

/** A member pays and uploads the slip. @returns the slip when it has ended */
async function uploadSlip(amount: number) {
  const member = await makeMember(server);
  const { slipUrl } = await payFrom(server, member, SLIP_ACCOUNT, amount);
  const form = new FormData();
  form.append('file', await (await fetch(slipUrl)).blob(), 'slip.png');
  const { reference } = await member.client('POST /api/wallet/slip', { form });
  return until(async () => {
    const { slips } = await member.client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
    const slip = slips.find((candidate) => candidate.reference === reference);
    return slip?.status !== 'PENDING' && slip;
  });
}

test('DEP-05 keys typed in the console look slips up; out of quota, the next service is asked', async () => {
  for (const [index, driver] of SLIP_DRIVERS.entries()) await connect(driver, index + 1);
  const { id } = await show('easyslip');
  // The nodes hear of a change within a second.
  await expect
    .poll(async () => (await admin.call(`POST /api/console/connections/${id}/test`)).body)
    .toMatchObject({ ok: true, trouble: null });

  expect(await uploadSlip(150)).toMatchObject({ status: 'SUCCESS', amount: 150 });
  await expect.poll(() => show('easyslip')).toMatchObject({ health: { state: 'ok' } });
  expect((await show('slipok')).health.calls).toBe(0);

  await setFaults(server, { 'slip:easyslip': { mode: 'outOfQuota' } });
  expect(await uploadSlip(250.5)).toMatchObject({ status: 'SUCCESS', amount: 250.5 });
  await expect
    .poll(() => show('easyslip'))
    .toMatchObject({ health: { state: 'failing', lastTrouble: { reason: 'OUT_OF_QUOTA' } } });
  await expect.poll(() => show('slipok')).toMatchObject({ health: { state: 'ok', calls: 1 } });
});
