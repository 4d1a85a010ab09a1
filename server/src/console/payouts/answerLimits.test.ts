import { randomUUID } from 'node:crypto';
import { REQUESTED_WITH } from '@krapao/contract/client';
import { csvText } from '@krapao/contract/csv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

/** An operator who writes the bank's answers. */
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

interface Row {
  line: number;
  amount: number;
  withdrawalId: string;
  reference: string;
  state: string;
}

async function exported(by: TestOperator, amounts: readonly number[]): Promise<{ id: string; rows: Row[] }> {
  const ids = await makeWaitingPayouts(
    server.db,
    [member.id],
    amounts.length,
    (nth) => BigInt(amounts[nth] ?? 0) * 100n,
  );
  const { body } = await by.call('POST /api/console/withdrawals/export', { ids });
  const { batchId: id } = body as { batchId: string };
  return { id, rows: await rowsOf(id) };
}
const rowsOf = async (id: string) =>
  ((await boss.call(`GET /api/console/withdrawals/batches/${id}`)).body as { rows: Row[] }).rows;
/** By amount: a file has its rows in an order of its own. */
const states = async (id: string) =>
  (await rowsOf(id)).toSorted((one, other) => one.amount - other.amount).map(({ state }) => state);

interface Answer {
  applied: Record<string, number>;
  beyond: number;
  left: number;
  waits: { id: string; cause: object } | null;
}
interface Told {
  id: string;
  rows: readonly Row[];
}
function send(by: TestOperator, { id, rows }: Told, what: '/preview' | '' = '') {
  const told = rows.map(({ reference }) => [reference, 'Success', `BK-${reference}`]);
  const form = new FormData();
  form.set('file', new Blob([csvText(['Customer Ref', 'Status', 'Bank Ref'], told)]), 'result.csv');
  return by.call(`POST /api/console/withdrawals/batches/${id}/result${what}`, form);
}
async function upload(by: TestOperator, told: Told, what: '/preview' | '' = ''): Promise<Answer> {
  const { status, body } = await send(by, told, what);
  expect(status).toBe(200);
  return body;
}

test('WDR-01 of an uploaded answer what is above the uploader’s limit for one payout waits for a second operator', async () => {
  const by = await makeOperator(server, 'cashier');
  const file = await exported(by, [400, 2_000, 600]);
  expect(await upload(by, file, '/preview')).toMatchObject({ beyond: 1 });
  const { applied, left, waits } = await upload(by, file);
  expect(applied).toMatchObject({ paid: 2, second: 1 });
  expect(left).toBe(0);
  expect(waits).toMatchObject({ cause: { code: 'DECISION', limit: 1_000, amount: 2_000 } });
  expect(await states(file.id)).toEqual(['PAID', 'PAID', 'EXPORTED']);
  // The same file again changes nothing, and the file is not sent or closed another way meanwhile.
  expect(await upload(by, file)).toMatchObject({ applied: { paid: 0, second: 1 }, waits: { id: waits?.id } });
  for (const way of ['takeBack', 'allPaid'])
    expect(
      (await boss.call(`POST /api/console/withdrawals/batches/${file.id}/${way}`, { reason: 'x' })).body,
    ).toMatchObject({ code: 'APPROVAL_WAITING' });
  expect(await decideApproval(by, waits?.id ?? '', 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  await by.call(`POST /api/console/queues/approvals/${waits?.id}/release`);
  expect(await decideApproval(boss, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await states(file.id)).toEqual(['PAID', 'PAID', 'PAID']);
  const second = file.rows.find(({ amount }) => amount === 2_000);
  const paid = await server.owner
    .selectFrom('withdrawal')
    .where('id', '=', second?.withdrawalId ?? '')
    .select(['trans_ref', 'decided_by'])
    .executeTakeFirstOrThrow();
  expect(paid).toEqual({ trans_ref: `BK-${second?.reference}`, decided_by: by.id });
});

test('WDR-01 while a request for some rows waits, the others of a second answer are not said to be in it', async () => {
  const by = await makeOperator(server, 'cashier');
  const file = await exported(by, [400, 2_000, 2_100, 2_200]);
  const part = (...amounts: number[]) => ({
    id: file.id,
    rows: file.rows.filter(({ amount }) => amounts.includes(amount)),
  });
  const { waits } = await upload(by, part(2_000));
  // What fits is booked; of the rest one row is in the request.
  const answer = await upload(by, part(400, 2_000, 2_100));
  expect(answer).toMatchObject({ applied: { paid: 1, second: 1 }, left: 1, waits: { id: waits?.id } });
  expect(await states(file.id)).toEqual(['PAID', 'EXPORTED', 'EXPORTED', 'EXPORTED']);
  expect(await send(by, part(400, 2_000, 2_100))).toMatchObject({
    status: 409,
    body: { code: 'APPROVAL_WAITING' },
  });
  expect(await decideApproval(boss, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await states(file.id)).toEqual(['PAID', 'PAID', 'EXPORTED', 'EXPORTED']);
  const next = await upload(by, part(2_000, 2_100, 2_200));
  expect(next).toMatchObject({
    applied: { paid: 0, second: 2 },
    left: 0,
    waits: { cause: { code: 'DECISION' } },
  });
  expect(await decideApproval(boss, next.waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await states(file.id)).toEqual(['PAID', 'PAID', 'PAID', 'PAID']);
});

test('WDR-01 answers, payouts by hand and "all paid" share one day of the operator', async () => {
  const by = await makeOperator(server, 'cashier');
  const file = await exported(
    by,
    Array.from({ length: 12 }, () => 900),
  );
  const { applied, waits } = await upload(by, file);
  expect(applied).toMatchObject({ paid: 11, second: 1 });
  expect(waits).toMatchObject({ cause: { code: 'OPERATOR_DAY', limit: 10_000, amount: 10_800 } });
  const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => 200_00n);
  await by.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  const pay = { transRef: randomUUID(), accountId: null, reason: 'paid' };
  expect((await by.call(`POST /api/console/withdrawals/${id}/pay`, pay)).body).toMatchObject({
    waits: { cause: { code: 'OPERATOR_DAY', limit: 10_000, amount: 10_100 } },
  });
  // A colleague's limits are their own.
  expect(await upload(await makeOperator(server, 'cashier'), file)).toMatchObject({
    applied: { paid: 1, second: 0 },
    waits: null,
  });
  // What was asked for is booked: nothing is left for the request.
  expect(await decideApproval(boss, waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'ALREADY_DECIDED' },
  });
  await boss.call(`POST /api/console/queues/approvals/${waits?.id}/release`);
});

test('WDR-01 what a colleague’s statement shows as left has no limit; the uploader’s own statement is their word again', async () => {
  const [by, colleague] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  const account = await server.owner
    .selectFrom('deposit_account')
    .where('bank_code', '=', 'SCB')
    .where('bank_type', '=', 'BANK')
    .select('id')
    .executeTakeFirstOrThrow();
  const told = async (operator: TestOperator, amount: number) => {
    const form = new FormData();
    form.set('mapping', JSON.stringify({ headerLine: 0, date: 0, in: 1, out: 2, reference: 3 }));
    const at = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    form.set('file', new Blob([`${at},,${amount},S${amount}`]), 'statement.csv');
    const response = await fetch(`${server.url}/api/console/reconciliation/accounts/${account.id}/import`, {
      method: 'POST',
      headers: { 'X-Requested-With': REQUESTED_WITH, Cookie: operator.cookie },
      body: form,
    });
    expect(await response.json()).toMatchObject({ outgoing: 1 });
  };
  const file = await exported(by, [3_100, 3_200]);
  await told(colleague, 3_100);
  await told(by, 3_200);
  expect(await upload(by, file)).toMatchObject({
    applied: { paid: 1, second: 1 },
    waits: { cause: { code: 'DECISION', amount: 3_200 } },
  });
  expect(await states(file.id)).toEqual(['PAID', 'EXPORTED']);
  const counted = await server.owner
    .selectFrom('own_money')
    .where('operator_id', '=', by.id)
    .select('subject')
    .execute();
  expect(counted).toEqual([]);
});

test('WDR-01 a file that was to be taken back stays while the bank’s answer waits; a row that was closed otherwise is read again', async () => {
  const by = await makeOperator(server, 'cashier');
  const file = await exported(by, [2_000, 2_100]);
  const back = (
    await by.call(`POST /api/console/withdrawals/batches/${file.id}/takeBack`, { reason: 'lost' })
  ).body as Answer;
  const { waits } = await upload(by, file);
  expect(waits).toMatchObject({ cause: { code: 'DECISION' } });
  expect(await decideApproval(boss, back.waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'APPROVAL_WAITING' },
  });
  await boss.call(`POST /api/console/queues/approvals/${back.waits?.id}/release`);
  expect(await states(file.id)).toEqual(['EXPORTED', 'EXPORTED']);
  await by.call(
    `POST /api/console/withdrawals/batches/${file.id}/rows/${file.rows.find(({ amount }) => amount === 2_000)?.line}/toQueue`,
    {
      reason: 'it differs',
    },
  );
  expect(await decideApproval(boss, waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'CHANGED_MEANWHILE' },
  });
  expect(await states(file.id)).toEqual(['STUCK', 'EXPORTED']);
  await boss.call(`POST /api/console/queues/approvals/${waits?.id}/release`);
});

test('WDR-01 "all paid" has the limit of the operator’s role, as an answer and a payout by hand have it', async () => {
  const by = await makeOperator(server, 'cashier');
  const file = await exported(by, [300, 400]);
  const { cashierSatang } = server.settings.get('paidByHand');
  await switchSetting(server, 'paidByHand', { cashierSatang: 600_00 });
  const path = `POST /api/console/withdrawals/batches/${file.id}/allPaid`;
  const { waits } = (await by.call(path, { reason: 'the app says so' })).body as Answer;
  expect(waits).toMatchObject({ cause: { code: 'DECISION', limit: 600, amount: 700 } });
  expect(await states(file.id)).toEqual(['EXPORTED', 'EXPORTED']);
  await switchSetting(server, 'paidByHand', { cashierSatang });
  expect(await decideApproval(boss, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await states(file.id)).toEqual(['PAID', 'PAID']);
});

test('the shift of who uploaded an answer counts what a second operator agreed to when it is booked, once', async () => {
  const by = await makeOperator(server, 'cashier');
  expect((await by.call('POST /api/console/shifts/open', { counts: [] })).status).toBe(200);
  const file = await exported(by, [300, 2_000]);
  const mine = async () => ((await by.call('GET /api/console/shifts/mine')).body as { open: object }).open;
  const { waits } = await upload(by, file);
  expect(await mine()).toMatchObject({ shift: { paid: 300 } });
  expect(await decideApproval(boss, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await mine()).toMatchObject({
    shift: { paid: 2_300 },
    figures: expect.arrayContaining([
      expect.objectContaining({ action: 'withdrawal.result', amount: 300 }),
      expect.objectContaining({ action: 'withdrawal.answerPaid', count: 1, amount: 2_000 }),
    ]),
  });
});

test('WDR-01 "all paid" counts what it books: a row that it leaves to a person is in neither its sum nor its number', async () => {
  const by = await makeOperator(server, 'cashier');
  const first = await exported(by, [500]);
  const file = await exported(by, [700, 200]);
  // The first payout has the reference that the second file's first row would be booked with.
  const row = file.rows.find(({ amount }) => amount === 700);
  await server.owner
    .updateTable('payout_batch_row')
    .set({ reference: row?.reference ?? '' })
    .where('payout_batch_id', '=', BigInt(first.id))
    .execute();
  for (const { id } of [first, file])
    expect(
      (await by.call(`POST /api/console/withdrawals/batches/${id}/allPaid`, { reason: 'the app says so' }))
        .body,
    ).toMatchObject({ code: 'OK', waits: null });
  expect(await states(file.id)).toEqual(['PAID', 'STUCK']);
  const line = await server.owner
    .selectFrom('audit_entry')
    .where('action', '=', 'withdrawal.allPaid')
    .where('subject', '=', `payoutBatch:${file.id}`)
    .select('after')
    .executeTakeFirstOrThrow();
  expect(line.after).toMatchObject({ items: 1, satang: '20000' });
  const counted = await server.owner
    .selectFrom('own_money')
    .where('subject', '=', `payoutBatch:${file.id}`)
    .select('amount')
    .executeTakeFirstOrThrow();
  expect(counted.amount).toBe(200_00n);
});
