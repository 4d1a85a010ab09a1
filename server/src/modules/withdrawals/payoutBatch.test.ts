import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let cashier: TestOperator;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  cashier = await makeOperator(server, 'cashier');
  await switchSetting(server, 'withdraw', { isAutomatic: false });
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

interface BankFile {
  batchId: string;
  fileName: string;
  content: string;
  code?: string;
}

async function waiting(amount = 200): Promise<{ member: TestMember; id: string }> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 10_000_00n);
  const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount } });
  return { member, id };
}
const call = async (key: string, body: object = {}, operator = cashier) =>
  (await operator.call(key, body)).body as BankFile;
const exportFile = (ids: string[], operator = cashier) =>
  call('POST /api/console/withdrawals/export', { ids }, operator);
const again = (batchId: string) => call(`POST /api/console/withdrawals/batches/${batchId}/export`);
const takeBack = (batchId: string) =>
  call(`POST /api/console/withdrawals/batches/${batchId}/takeBack`, { reason: 'not sent to the bank' });
const claim = (id: string, operator = cashier) =>
  operator.call(`POST /api/console/queues/withdrawals/${id}/claim`);
async function decide(what: 'pay' | 'reject', id: string, more: object = {}) {
  await claim(id);
  const body = { reason: 'x', ...(what === 'pay' && { transRef: 'KB1' }), ...more };
  return (await call(`POST /api/console/withdrawals/${id}/${what}`, body)).code;
}

test('WDR-01 what stands in a file for the bank stands in no second one, until the file is taken back', async () => {
  const [one, two, three] = [await waiting(), await waiting(), await waiting()];
  const ids = [one.id, two.id];
  const file = await exportFile(ids);
  for (const id of ids) expect(file.content).toContain(id);
  expect((await exportFile(ids)).code).toBe('NO_DATA');
  const next = await exportFile([...ids, three.id]);
  expect(next.content.trim().split('\n')).toHaveLength(2);
  expect(next.content).toContain(three.id);
  expect(await again(file.batchId)).toEqual(file);

  expect((await takeBack(file.batchId)).code).toBe('OK');
  expect((await takeBack(file.batchId)).code).toBe('ALREADY_DECIDED');
  expect((await again(file.batchId)).code).toBe('ALREADY_DECIDED');
  const lines = await server.owner
    .selectFrom('audit_entry')
    .select(['action', 'reason'])
    .where('subject', '=', `payoutBatch:${file.batchId}`)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'withdrawal.export', reason: null },
    { action: 'withdrawal.exportAgain', reason: null },
    { action: 'withdrawal.takeBack', reason: 'not sent to the bank' },
  ]);
  const fresh = await exportFile(ids);
  expect(fresh.batchId).not.toBe(file.batchId);
  for (const id of ids) expect(fresh.content).toContain(id);
});

test('WDR-01 a file that the bank may have paid is taken back by two persons above a limit, and is not paid twice by one', async () => {
  const [one, two] = [await waiting(700), await waiting(600)];
  const ids = [one.id, two.id];
  const file = await exportFile(ids);
  const asked = (await takeBack(file.batchId)) as unknown as { waits: { id: string; cause: object } };
  expect(asked.waits.cause).toEqual({ code: 'DECISION', limit: 1000, amount: 1300 });
  expect((await exportFile(ids)).code).toBe('NO_DATA');
  expect((await takeBack(file.batchId)).code).toBe('APPROVAL_WAITING');
  expect(await decideApproval(cashier, asked.waits.id, 'approve')).toMatchObject({
    body: { code: 'FOUR_EYES' },
  });
  await cashier.call(`POST /api/console/queues/approvals/${asked.waits.id}/release`);
  const second = await makeOperator(server, 'cashier');
  expect(await decideApproval(second, asked.waits.id, 'approve')).toMatchObject({ status: 200 });
  const fresh = await exportFile(ids);
  for (const id of ids) expect(fresh.content).toContain(id);
});

test('WDR-01 an item that stood in a file is refused by two persons above a limit, also when the file was taken back', async () => {
  const second = await makeOperator(server, 'cashier');
  const held = async (member: TestMember) => (await moneyOf(server.db, member.id)).held;
  for (const isTakenBack of [false, true]) {
    const { member, id } = await waiting(1500);
    const { batchId } = await exportFile([id]);
    if (isTakenBack) {
      const { waits } = (await takeBack(batchId)) as unknown as { waits: { id: string } };
      expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
    }
    await claim(id);
    const { body } = (await cashier.call(`POST /api/console/withdrawals/${id}/reject`, {
      reason: 'x',
      ...(!isTakenBack && { batchId }),
    })) as { body: { waits: { id: string; cause: object } } };
    expect(body.waits.cause).toEqual({ code: 'DECISION', limit: 1000, amount: 1500 });
    expect(await held(member)).toBe(1_500_00n);
    expect(await decideApproval(second, body.waits.id, 'approve')).toMatchObject({ status: 200 });
    expect(await held(member)).toBe(0n);
  }
});

test('WDR-01 who made the money of an item does not fetch its file again, whoever made the file', async () => {
  const { member, id } = await waiting();
  const { batchId } = await exportFile([id]);
  const maker = await makeOperator(server, 'cashier');
  await server.owner
    .insertInto('own_money')
    .values({ subject: `test:${id}`, operator_id: maker.id, member_id: member.id, amount: 1_001_00n })
    .execute();
  const key = `POST /api/console/withdrawals/batches/${batchId}/export`;
  expect((await call(key, {}, maker)).code).toBe('PAYOUT_OWN_DEPOSIT');
  expect((await call(key)).content).toContain(id);
});

test('WDR-01 files that are made at once share nothing, and what a colleague has open or is stuck is left out', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => waiting()));
  const ids = all.map(({ id }) => id);
  const files = await Promise.all(Array.from({ length: 4 }, () => exportFile(ids)));
  const named = files.flatMap(({ content = '' }) => ids.filter((id) => content.includes(id)));
  expect(named.toSorted()).toEqual(ids.toSorted());

  const colleague = await makeOperator(server, 'cashier');
  const [open, stuck, free] = [await waiting(), await waiting(), await waiting()];
  await claim(open.id, colleague);
  await server.owner.updateTable('withdrawal').set({ state: 'STUCK' }).where('id', '=', stuck.id).execute();
  const { content } = await exportFile([open.id, stuck.id, free.id]);
  expect([open, stuck, free].map(({ id }) => content.includes(id))).toEqual([false, false, true]);
});

test('WDR-01 an item of a file is paid or refused only by who names the file', async () => {
  const [paid, refused, other] = [await waiting(), await waiting(), await waiting()];
  const { batchId } = await exportFile([paid.id, refused.id]);
  expect(await decide('pay', paid.id)).toBe('PAYOUT_IN_BATCH');
  expect(await decide('reject', refused.id)).toBe('PAYOUT_IN_BATCH');
  expect(await decide('pay', paid.id, { batchId: '999999' })).toBe('CHANGED_MEANWHILE');
  expect(await decide('pay', other.id, { batchId })).toBe('CHANGED_MEANWHILE');
  expect(await decide('pay', paid.id, { batchId })).toBe('OK');
  expect(await decide('reject', refused.id, { batchId })).toBe('OK');
  expect(await moneyOf(server.db, paid.member.id)).toMatchObject({ wallet: 9_800_00n, held: 0n });
  expect(await moneyOf(server.db, refused.member.id)).toMatchObject({ wallet: 10_000_00n, held: 0n });
  const { batches } = (await cashier.call('GET /api/console/withdrawals/batches')).body as {
    batches: { id: string; items: number; waiting: number }[];
  };
  expect(batches.find(({ id }) => id === batchId)).toMatchObject({ items: 2, waiting: 0 });
});

test('WDR-01 kip are frozen with the request: the answer, the statement, the queue and the bank’s file say the same', async () => {
  await switchSetting(server, 'kip', { attForBaht: 65_055 });
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  await server.owner
    .updateTable('member')
    .set({ bank_code: 'BCEL', currency: 'LAK' })
    .where('id', '=', member.id)
    .execute();
  expect(await member.client('GET /api/lookup/withdraw')).toMatchObject({ kipForBaht: 650.55 });
  const answer = await member.client('POST /api/wallet/withdraw', { body: { amount: 498 } });
  // 498 baht at 650.55 kip are 323,973.9 kip; the bank pays whole ones.
  const frozen = { kip: 323_973, kipForBaht: 650.55 };
  expect(answer).toMatchObject({ amount: 498, ...frozen });
  await switchSetting(server, 'kip', { attForBaht: 70_000 });
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  expect(statements[0]).toMatchObject({ amount: 498, payout: frozen });
  const { items } = (await cashier.call('GET /api/console/withdrawals')).body as {
    items: { id: string; pay: object }[];
  };
  expect(items.find(({ id }) => id === answer.id)?.pay).toEqual({
    currency: 'LAK',
    amount: 323_973,
    kipForBaht: 650.55,
  });
  const { content } = await exportFile([answer.id]);
  expect(content).toContain('"323973.00","LAK"');
  const baht = await waiting(300);
  expect((await exportFile([baht.id])).content).toContain('"300.00","THB"');
});
