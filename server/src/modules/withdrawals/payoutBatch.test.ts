import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let cashier: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
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
  leftOut: { id: string; why: string }[];
  waits?: { id: string; cause: object };
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
const idsIn = async ({ batchId = '0' }: Partial<BankFile>) =>
  (
    await server.owner
      .selectFrom('payout_batch_row')
      .where('payout_batch_id', '=', BigInt(batchId))
      .orderBy('line')
      .select('withdrawal_id')
      .execute()
  ).map(({ withdrawal_id }) => withdrawal_id);
const again = (batchId: string) => call(`POST /api/console/withdrawals/batches/${batchId}/export`);
const takeBack = (batchId: string) =>
  call(`POST /api/console/withdrawals/batches/${batchId}/takeBack`, { reason: 'not sent to the bank' });
async function takeBackByTwo(batchId: string) {
  const { waits } = await takeBack(batchId);
  return decideApproval(await makeOperator(server, 'cashier'), waits?.id ?? '', 'approve');
}
const stateOf = (id: string) =>
  server.owner
    .selectFrom('withdrawal')
    .where('id', '=', id)
    .select(['state', 'payout_batch_id', 'reason'])
    .executeTakeFirstOrThrow();
const toQueue = (batchId: string, line: number) =>
  call(`POST /api/console/withdrawals/batches/${batchId}/rows/${line}/toQueue`, {
    reason: 'the bank is silent',
  });
/** An item that was handed over, as the queue shows it. */
const SILENT = { seen: { state: 'STUCK', why: 'the bank is silent' } };
const claim = (id: string, operator = cashier) =>
  operator.call(`POST /api/console/queues/withdrawals/${id}/claim`);
async function decide(what: 'pay' | 'reject', id: string, more: object = {}) {
  await claim(id);
  const body = { reason: 'x', ...(what === 'pay' && { transRef: id, accountId: null }), ...more };
  return (await call(`POST /api/console/withdrawals/${id}/${what}`, body)).code;
}

test('WDR-01 what stands in a file for the bank stands in no second one, until the file is taken back', async () => {
  const [one, two, three] = [await waiting(), await waiting(), await waiting()];
  const ids = [one.id, two.id];
  const file = await exportFile(ids);
  expect(await idsIn(file)).toEqual(ids);
  for (const line of [1, 2]) expect(file.content).toContain(`"P${file.batchId}L${line}"`);
  expect((await exportFile(ids)).code).toBe('NO_DATA');
  const next = await exportFile([...ids, three.id]);
  expect(next.content.trim().split('\n')).toHaveLength(2);
  expect(await idsIn(next)).toEqual([three.id]);
  expect(await again(file.batchId)).toEqual(file);
  expect(await stateOf(one.id)).toMatchObject({ state: 'EXPORTED', payout_batch_id: BigInt(file.batchId) });
  const { items } = (await cashier.call('GET /api/console/withdrawals')).body as { items: { id: string }[] };
  expect(items.filter(({ id }) => ids.includes(id))).toEqual([]);

  expect(await takeBackByTwo(file.batchId)).toMatchObject({ status: 200 });
  expect((await takeBack(file.batchId)).code).toBe('ALREADY_DECIDED');
  expect((await again(file.batchId)).code).toBe('ALREADY_DECIDED');
  const lines = await server.owner
    .selectFrom('audit_entry')
    .select(['action', 'reason'])
    .where('subject', '=', `payoutBatch:${file.batchId}`)
    .where('action', 'like', 'withdrawal.%')
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'withdrawal.export', reason: null },
    { action: 'withdrawal.exportAgain', reason: null },
    { action: 'withdrawal.takeBack', reason: 'not sent to the bank' },
  ]);
  const fresh = await exportFile(ids);
  expect(fresh.batchId).not.toBe(file.batchId);
  expect(await idsIn(fresh)).toEqual(ids);
});

test('WDR-01 a file is not fetched again once a part has an answer, or while a request about it waits', async () => {
  const items = [await waiting(), await waiting()];
  const { batchId } = await exportFile(items.map(({ id }) => id));
  expect((await again(batchId)).batchId).toBe(batchId);
  expect((await toQueue(batchId, 1)).code).toBe('OK');
  expect((await again(batchId)).code).toBe('PAYOUT_FILE_ANSWERED');
  const whole = await exportFile([(await waiting()).id]);
  await takeBack(whole.batchId);
  expect((await again(whole.batchId)).code).toBe('APPROVAL_WAITING');
});

test('WDR-01 a file holds what its preview showed: what came since is not in it, what left is told', async () => {
  await exportFile([(await waiting()).id]);
  const [one, two] = [await waiting(), await waiting()];
  const previewOf = async (ids?: string[]) =>
    (await cashier.call('POST /api/console/withdrawals/export/preview', { ...(ids && { ids }) })).body as {
      ids: string[];
      items: number;
      total: number;
    };
  const shown = await previewOf([one.id, two.id]);
  expect(shown).toMatchObject({ items: 2, total: 400 });
  const since = await waiting(9_000);
  expect((await previewOf()).ids).toEqual(expect.arrayContaining([one.id, two.id, since.id]));
  const make = ({ ids, items, total }: typeof shown) =>
    call('POST /api/console/withdrawals/export', { ids, expected: { items, total } });
  expect((await call('POST /api/console/withdrawals/export')).code).toBe('INVALID_REQUEST');
  expect((await make({ ...shown, total: 100 })).code).toBe('CHANGED_MEANWHILE');
  expect(await idsIn(await make(shown))).toEqual(expect.arrayContaining([one.id, two.id]));
  expect((await stateOf(since.id)).state).toBe('MANUAL');
  const both = await previewOf([since.id, (await waiting()).id]);
  await claim(since.id, await makeOperator(server, 'cashier'));
  expect((await make(both)).code).toBe('CHANGED_MEANWHILE');
});

test('WDR-01 the payout of a suspended member is in no file, and the queue and the preview say why', async () => {
  const { member, id } = await waiting();
  await server.owner.updateTable('member').set({ status: 'suspended' }).where('id', '=', member.id).execute();
  const preview = await call('POST /api/console/withdrawals/export/preview', { ids: [id] });
  expect(preview).toMatchObject({ items: 0, leftOut: [{ id, why: 'SUSPENDED' }] });
  expect((await exportFile([id])).code).toBe('NO_DATA');
  const { items } = (await cashier.call('GET /api/console/withdrawals?order=newest')).body as {
    items: { id: string; risks: string[] }[];
  };
  expect(items.find((one) => one.id === id)?.risks).toContain('SUSPENDED');
});

test('WDR-01 a file is not fetched again while one of its members is held back', async () => {
  const { member, id } = await waiting();
  const { batchId } = await exportFile([id, (await waiting()).id]);
  for (const held of [
    { status: 'suspended' },
    { status: 'active', frozen_at: new Date() },
    { frozen_at: null, payouts_stopped_at: new Date(), payouts_stopped_by: cashier.id },
  ]) {
    await server.owner.updateTable('member').set(held).where('id', '=', member.id).execute();
    expect((await again(batchId)).code).toBe('PAYOUT_FILE_HELD');
  }
  await server.owner
    .updateTable('member')
    .set({ payouts_stopped_at: null, payouts_stopped_by: null })
    .where('id', '=', member.id)
    .execute();
  expect((await again(batchId)).batchId).toBe(batchId);
});

test('WDR-01 a file is taken back by two persons, however small it is, and is not paid twice by one', async () => {
  const { id } = await waiting(200);
  const file = await exportFile([id]);
  const asked = await takeBack(file.batchId);
  expect(asked.waits?.cause).toEqual({ code: 'TWO_PERSONS', limit: null, amount: null });
  expect(await stateOf(id)).toMatchObject({ state: 'EXPORTED' });
  expect((await exportFile([id])).code).toBe('NO_DATA');
  expect((await takeBack(file.batchId)).code).toBe('APPROVAL_WAITING');
  const approval = asked.waits?.id ?? '';
  expect(await decideApproval(cashier, approval, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  await cashier.call(`POST /api/console/queues/approvals/${approval}/release`);
  const second = await makeOperator(server, 'cashier');
  expect(await decideApproval(second, approval, 'approve')).toMatchObject({ status: 200 });
  expect(await stateOf(id)).toMatchObject({ state: 'MANUAL', payout_batch_id: null });
  expect(await idsIn(await exportFile([id]))).toEqual([id]);
});

test('WDR-01 an item that stood in a file is refused by two persons above a limit, also when the file was taken back', async () => {
  const second = await makeOperator(server, 'cashier');
  const held = async (member: TestMember) => (await moneyOf(server.db, member.id)).held;
  for (const isTakenBack of [false, true]) {
    const { member, id } = await waiting(1500);
    const { batchId } = await exportFile([id]);
    if (isTakenBack) expect(await takeBackByTwo(batchId)).toMatchObject({ status: 200 });
    else await toQueue(batchId, 1);
    await claim(id);
    const { body } = (await cashier.call(`POST /api/console/withdrawals/${id}/reject`, {
      reason: 'x',
      ...(!isTakenBack && { batchId, ...SILENT }),
    })) as { body: { waits: { id: string; cause: object } } };
    expect(body.waits.cause).toEqual({ code: 'DECISION', limit: 1000, amount: 1500 });
    expect(await held(member)).toBe(1_500_00n);
    expect(await decideApproval(second, body.waits.id, 'approve')).toMatchObject({ status: 200 });
    expect(await held(member)).toBe(0n);
  }
});

test('WDR-01 an item that stood in a file is booked as paid by two persons above a limit', async () => {
  const second = await makeOperator(server, 'cashier');
  const { member, id } = await waiting(1500);
  const { batchId } = await exportFile([id]);
  await toQueue(batchId, 1);
  await claim(id);
  const { body } = (await cashier.call(`POST /api/console/withdrawals/${id}/pay`, {
    reason: 'x',
    transRef: 'INVENTED',
    accountId: null,
    batchId,
    ...SILENT,
  })) as { body: { waits: { id: string; cause: object } } };
  expect(body.waits.cause).toEqual({ code: 'DECISION', limit: 1000, amount: 1500 });
  expect((await moneyOf(server.db, member.id)).held).toBe(1_500_00n);
  expect(await decideApproval(second, body.waits.id, 'approve')).toMatchObject({ status: 200 });
  expect(await stateOf(id)).toMatchObject({ state: 'PAID' });
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
  expect(await idsIn(await call(key))).toEqual([id]);
});

test('WDR-01 files that are made at once share nothing, and what a colleague has open or is stuck is left out', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => waiting()));
  const ids = all.map(({ id }) => id);
  const files = await Promise.all(Array.from({ length: 4 }, () => exportFile(ids)));
  const named = (await Promise.all(files.map(idsIn))).flat();
  expect(named.toSorted()).toEqual(ids.toSorted());

  const colleague = await makeOperator(server, 'cashier');
  const [open, stuck, free] = [await waiting(), await waiting(), await waiting()];
  await claim(open.id, colleague);
  await server.owner.updateTable('withdrawal').set({ state: 'STUCK' }).where('id', '=', stuck.id).execute();
  expect(await idsIn(await exportFile([open.id, stuck.id, free.id]))).toEqual([free.id]);
});

test('WDR-01 an item of a file is decided in the queue only after it was handed over, by who names the file', async () => {
  const [paid, refused, other] = [await waiting(), await waiting(), await waiting()];
  const { batchId } = await exportFile([paid.id, refused.id]);
  expect(await decide('pay', paid.id, { batchId })).toBe('NO_DATA');
  for (const line of [1, 2]) expect((await toQueue(batchId, line)).code).toBe('OK');
  expect((await toQueue(batchId, 1)).code).toBe('ALREADY_DECIDED');
  expect(await stateOf(paid.id)).toMatchObject({ state: 'STUCK', reason: 'the bank is silent' });
  expect(await decide('pay', paid.id)).toBe('PAYOUT_IN_BATCH');
  expect(await decide('reject', refused.id)).toBe('PAYOUT_IN_BATCH');
  expect(await decide('pay', paid.id, { batchId: '999999' })).toBe('CHANGED_MEANWHILE');
  expect(await decide('pay', other.id, { batchId })).toBe('CHANGED_MEANWHILE');
  expect(await decide('pay', paid.id, { batchId, ...SILENT })).toBe('OK');
  expect(await decide('reject', refused.id, { batchId, ...SILENT })).toBe('OK');
  expect(await moneyOf(server.db, paid.member.id)).toMatchObject({ wallet: 9_800_00n, held: 0n });
  expect(await moneyOf(server.db, refused.member.id)).toMatchObject({ wallet: 10_000_00n, held: 0n });
  const { batches } = (await cashier.call('GET /api/console/withdrawals/batches')).body as {
    batches: { id: string; items: number; waiting: number }[];
  };
  expect(batches.find(({ id }) => id === batchId)).toMatchObject({ items: 2, waiting: 0 });
  expect((await takeBack(batchId)).code).toBe('ALREADY_DECIDED');
});

test('WDR-01 an item that a colleague claims at the moment of a file is decided once', async () => {
  const colleague = await makeOperator(server, 'cashier');
  const all = await Promise.all(Array.from({ length: 5 }, () => waiting()));
  const ids = all.map(({ id }) => id);
  const [file] = await Promise.all([exportFile(ids), ...ids.map((id) => claim(id, colleague))]);
  const inFile = new Set(await idsIn(file));
  for (const id of ids) {
    const isInFile = inFile.has(id);
    const { body } = await colleague.call(`POST /api/console/withdrawals/${id}/pay`, {
      transRef: id,
      accountId: null,
      reason: 'x',
    });
    const { code } = body as { code: string };
    if (isInFile) expect(['PAYOUT_IN_BATCH', 'QUEUE_NOT_TAKEN', 'NO_DATA']).toContain(code);
    else expect(code).toBe('OK');
    expect((await stateOf(id)).state).toBe(isInFile ? 'EXPORTED' : 'PAID');
  }
});

test('WDR-01 a format takes what it can carry and says what it leaves; its terms come back with the next file', async () => {
  const [thai, gsb] = [await waiting(), await waiting()];
  await server.owner
    .updateTable('withdrawal')
    .set({ bank_code: 'GSB', bank_account_no: '012345678901' })
    .where('id', '=', gsb.id)
    .execute();
  const wish = { ids: [thai.id, gsb.id], format: 'ktb-corporate' };
  expect((await call('POST /api/console/withdrawals/export', wish)).code).toBe('PAYOUT_FORMAT');
  expect((await call('POST /api/console/withdrawals/export', { ...wish, format: 'gone' })).code).toBe(
    'PAYOUT_FORMAT',
  );
  const terms = { payingAccount: '1234567890', companyId: 'C1', companyName: 'บริษัท', productCode: '04' };
  for (const payDay of ['2020-01-01', '2099-01-01', '2026-13-41'])
    expect((await call('POST /api/console/withdrawals/export', { ...wish, terms, payDay })).code).toMatch(
      /PAYOUT_FORMAT|INVALID_REQUEST/,
    );
  const preview = await call('POST /api/console/withdrawals/export/preview', { ...wish, terms });
  expect(preview).toMatchObject({
    items: 1,
    total: 200,
    currency: 'THB',
    leftOut: [{ id: gsb.id, why: 'ACCOUNT' }],
  });
  expect(await stateOf(thai.id)).toMatchObject({ state: 'MANUAL' });
  const file = await call('POST /api/console/withdrawals/export', { ...wish, terms });
  expect(file).toMatchObject({ encoding: 'windows-874', leftOut: [{ id: gsb.id, why: 'ACCOUNT' }] });
  expect(file.fileName).toBe(`withdrawals-${file.batchId}.txt`);
  expect(file.content).toContain(`P${file.batchId}L1`);
  expect(await stateOf(gsb.id)).toMatchObject({ state: 'MANUAL' });
  const { formats } = (await cashier.call('GET /api/console/withdrawals/formats')).body as {
    formats: { code: string; isConfirmed: boolean; terms: { name: string; last: string | null }[] }[];
  };
  const ktb = formats.find(({ code }) => code === 'ktb-corporate');
  expect(ktb?.isConfirmed).toBe(false);
  expect(Object.fromEntries(ktb?.terms.map(({ name, last }) => [name, last]) ?? [])).toEqual(terms);
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
  const scb = { payingAccount: '1234567890', companyId: 'C1', productCode: 'MCP' };
  const intoBaht = { ids: [answer.id], format: 'scb-business-net', terms: scb };
  expect((await call('POST /api/console/withdrawals/export', intoBaht)).code).toBe('NO_DATA');
  const baht = await waiting(300);
  const mixed = await call('POST /api/console/withdrawals/export', { ids: [answer.id, baht.id] });
  expect(mixed.content).toContain('"323973.00","LAK"');
  expect(mixed.leftOut).toMatchObject([{ id: baht.id, why: 'CURRENCY' }]);
  expect((await exportFile([baht.id])).content).toContain('"300.00","THB"');
});
