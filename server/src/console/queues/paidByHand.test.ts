import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { callConsole, decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let server: TestServer;
let boss: TestOperator;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  boss = await makeOperator(server, 'administrator');
  member = await makeMember(server);
  await fund(server.db, member.id, 1_000_000_00n);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const waiting = async (baht: number): Promise<string> => {
  const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => BigInt(baht) * 100n);
  return id;
};

interface Answer {
  code: string;
  waits: { id: string; cause: object } | null;
}
async function pay(by: TestOperator, id: string, more: object = {}): Promise<Answer> {
  await by.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  const body = { transRef: randomUUID(), accountId: null, reason: 'paid', ...more };
  return (await by.call(`POST /api/console/withdrawals/${id}/pay`, body)).body as Answer;
}
const stateOf = async (id: string) =>
  (await server.owner.selectFrom('withdrawal').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;
const thb = (accounts: { currency: string; isLast: boolean; id: string }[]) =>
  accounts.filter(({ currency }) => currency === 'THB');

test.each([
  ['cashier', 1_000],
  [['withdrawal.decide', 'approval.decide', 'member.read'] as const, 1_000],
  ['manager', 5_000],
  ['administrator', 5_000],
] as const)(
  'WDR-01 %s books a payout up to %d alone, and a larger one waits for a second operator',
  async (role, limit) => {
    const by = await makeOperator(server, role);
    expect((await by.call('GET /api/console/own-money')).body).toMatchObject({
      limits: { paidByHand: limit },
    });
    const [small, large] = [await waiting(limit), await waiting(60_000)];
    expect(await pay(by, small)).toMatchObject({ code: 'OK', waits: null });
    const { held } = await moneyOf(server.db, member.id);
    const { waits } = await pay(by, large, { transRef: `x${randomUUID().slice(0, 8)}` });
    expect(waits).toMatchObject({ cause: { code: 'DECISION', limit, amount: 60_000 } });
    expect(await moneyOf(server.db, member.id)).toMatchObject({ held });
    expect(await pay(boss, large)).toMatchObject({ code: 'APPROVAL_WAITING' });
    await boss.call(`POST /api/console/queues/withdrawals/${large}/release`);
    expect(await decideApproval(boss, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
    expect(await stateOf(large)).toBe('PAID');
  },
);

test('WDR-01 split payouts are one day of the operator; of two at the same moment the one beyond it waits', async () => {
  const by = await makeOperator(server, 'manager');
  expect(await pay(by, await waiting(4_000))).toMatchObject({ waits: null });
  const both = [await waiting(4_000), await waiting(4_000)];
  const answers = await Promise.all(both.map((id) => pay(by, id)));
  expect(answers.map(({ code }) => code)).toEqual(['OK', 'OK']);
  const causes = answers.flatMap(({ waits }) => (waits === null ? [] : [waits.cause]));
  expect(causes).toEqual([{ code: 'OPERATOR_DAY', limit: 10_000, amount: 12_000 }]);
  expect((await Promise.all(both.map(stateOf))).toSorted()).toEqual(['MANUAL', 'PAID']);
});

test('WDR-01 what is taken out of a bank file and booked by hand has the limits of the file', async () => {
  const by = await makeOperator(server, 'manager');
  const [handed, takenBack] = [await waiting(3_000), await waiting(3_000)];
  const fileOf = async (id: string) =>
    ((await by.call('POST /api/console/withdrawals/export', { ids: [id] })).body as { batchId: string })
      .batchId;
  const first = await fileOf(handed);
  await by.call(`POST /api/console/withdrawals/batches/${first}/rows/1/toQueue`, { reason: 'by hand' });
  const back = (
    await by.call(`POST /api/console/withdrawals/batches/${await fileOf(takenBack)}/takeBack`, {
      reason: 'not sent',
    })
  ).body as Answer;
  expect(await decideApproval(boss, back.waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });

  const seen = { state: 'STUCK', why: 'by hand' };
  const beyond = { waits: { cause: { code: 'DECISION', limit: 1_000, amount: 3_000 } } };
  expect(await pay(by, handed, { batchId: first, seen })).toMatchObject(beyond);
  expect(await pay(by, takenBack)).toMatchObject(beyond);
  expect([await stateOf(handed), await stateOf(takenBack)]).toEqual(['STUCK', 'MANUAL']);
});

test('WDR-01 a request whose reference was used meanwhile does not pass by its approval', async () => {
  const by = await makeOperator(server, 'cashier');
  const reference = randomUUID();
  const [large, small] = [await waiting(2_000), await waiting(100)];
  const { waits } = await pay(by, large, { transRef: reference });
  expect(await pay(await makeOperator(server, 'cashier'), small, { transRef: reference })).toMatchObject({
    waits: null,
  });
  expect(await decideApproval(boss, waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'PAYOUT_REFERENCE_USED', firstPayout: { id: small } },
  });
  expect(await stateOf(large)).toBe('MANUAL');
  await boss.call(`POST /api/console/queues/approvals/${waits?.id}/release`);
});

test('WDR-01 the paying account is asked for, the last one is told, and "not known" is counted', async () => {
  const by = await makeOperator(server, 'cashier');
  const accounts = async (operator = by) =>
    thb(
      ((await operator.call('GET /api/console/withdrawals/accounts')).body as { accounts: never[] }).accounts,
    );
  const before = await accounts();
  expect(before.some(({ isLast }) => isLast)).toBe(false);
  const named = before[1]?.id ?? '';
  const id = await waiting(100);
  expect(await pay(by, id, { accountId: undefined })).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await pay(by, id, { accountId: named })).toMatchObject({ code: 'OK', waits: null });
  // Books are kept from the first opening balance on.
  const movedAt = new Date(Date.now() - 60_000).toISOString();
  const opening = { kind: 'OPENING', from: null, to: named, amount: 900, fee: 0, reference: '' };
  const entered = await callConsole(
    server.url,
    boss.cookie,
    'POST /api/console/cash',
    { ...opening, movedAt, reason: 'a test' },
    { 'Idempotency-Key': randomUUID() },
  );
  expect(entered).toMatchObject({ status: 200 });
  const notKnown = { currency: 'THB', limit: 1_000 };
  const read = async () =>
    (await boss.call('POST /api/console/accounts/unknownPayouts', notKnown)).body as {
      count: number;
      sum: number;
    };
  const { count, sum } = await read();
  const unknown = await waiting(123);
  expect(await pay(by, unknown)).toMatchObject({ waits: null });
  expect(await read()).toMatchObject({
    count: count + 1,
    sum: sum + 123,
    rows: expect.arrayContaining([expect.objectContaining({ subject: `withdrawal:${unknown}` })]),
  });
  // Of this operator alone, and an answer of "not known" does not forget it.
  const last = (list: Awaited<ReturnType<typeof accounts>>) =>
    list.filter(({ isLast }) => isLast).map((one) => one.id);
  expect(last(await accounts())).toEqual([named]);
  expect(last(await accounts(await makeOperator(server, 'cashier')))).toEqual([]);
});

test('WDR-01 the sum that a role may pay alone is a setting', async () => {
  await switchSetting(server, 'paidByHand', { cashierSatang: 500_00 });
  const [cashier, manager] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'manager')];
  expect(await pay(cashier, await waiting(600))).toMatchObject({
    waits: { cause: { code: 'DECISION', limit: 500, amount: 600 } },
  });
  expect(await pay(manager, await waiting(600))).toMatchObject({ waits: null });
});
