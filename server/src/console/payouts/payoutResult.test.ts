import { csvText } from '@krapao/contract/csv';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let server: TestServer;
let cashier: TestOperator;
let third: TestOperator;
let members: TestMember[];
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  cashier = await makeOperator(server, 'cashier');
  third = await makeOperator(server, 'manager');
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  // Of one payment each; how much one operator uploads on a day is what answerLimits.test.ts asks.
  await switchSetting(server, 'ownMoney', { operatorDaySatang: 1_000_000_00 });
  members = await Promise.all(Array.from({ length: 10 }, () => makeMember(server)));
  for (const { id } of members) await fund(server.db, id, 1_000_000_00n);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** 100 baht and one satang more each. */
const waiting = (count: number) =>
  makeWaitingPayouts(
    server.db,
    members.map(({ id }) => id),
    count,
    (nth) => 100_00n + BigInt(nth),
  );

interface Batch {
  rows: {
    line: number;
    withdrawalId: string;
    reference: string;
    bankAccountNo: string;
    amount: number;
    state: string;
    bankWords: string | null;
  }[];
  counts: Record<string, number>;
  waiting: number;
}
async function exported(count: number, format: object = {}): Promise<{ id: string; rows: Batch['rows'] }> {
  const ids = await waiting(count);
  const { body } = await cashier.call('POST /api/console/withdrawals/export', { ids, ...format });
  const { batchId } = body as { batchId: string };
  return { id: batchId, rows: (await show(batchId)).rows };
}
const show = async (id: string): Promise<Batch> =>
  (await cashier.call(`GET /api/console/withdrawals/batches/${id}`)).body as Batch;
const statesOf = async (id: string) =>
  Object.fromEntries(Object.entries((await show(id)).counts).filter(([, count]) => count > 0));

interface Answer {
  code?: string;
  counts: Record<string, number>;
  applied: Record<string, number>;
  silent: number;
  left: number;
  isMapped: boolean;
  shown: { line: number; kind: string; row: number | null }[];
}
async function upload(
  id: string,
  content: string,
  {
    what = '',
    operator = cashier,
    mapping,
  }: { what?: '/preview' | ''; operator?: TestOperator; mapping?: object } = {},
): Promise<{ status: number; body: Answer }> {
  const form = new FormData();
  if (mapping) form.set('mapping', JSON.stringify(mapping));
  form.set('file', new Blob([content]), 'result.csv');
  return operator.call(`POST /api/console/withdrawals/batches/${id}/result${what}`, form);
}
const tellsOf = (body: Answer) =>
  Object.fromEntries(Object.entries(body.counts).filter(([, count]) => count > 0));

type Told = [row: Batch['rows'][number], status: string, reason?: string, amount?: number];
const answer = (told: readonly Told[]) =>
  csvText(
    ['No', 'Customer Ref', 'Account No', 'Amount', 'Status', 'Reason', 'Bank Ref'],
    told.map(([row, status, reason = '', amount = row.amount], index) => [
      index + 1,
      row.reference,
      row.bankAccountNo,
      amount.toFixed(2),
      status,
      reason,
      `BK${row.reference}`,
    ]),
  );
async function books() {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from withdrawal group by 1 order by 1`.execute(server.owner);
  const postings = await sql<{ count: number }>`
    select count(*)::integer as count from ledger.posting`.execute(server.owner);
  return { states: rows, postings: postings.rows[0]?.count };
}

test('WDR-01 the bank’s answer pays, refuses or leaves each row; the same answer again changes nothing', async () => {
  const { id, rows } = await exported(50);
  expect(rows).toHaveLength(50);
  const told = rows.map((row): Told => {
    if (row.line <= 40) return [row, 'Success'];
    return row.line <= 46 ? [row, 'ไม่สำเร็จ', 'บัญชีปิด'] : [row, 'Processing'];
  });
  const file = answer(told);
  const before = await books();
  const preview = await upload(id, file, { what: '/preview' });
  expect(tellsOf(preview.body)).toEqual({ paid: 40, refused: 6, unknown: 4 });
  expect(preview.body.shown).toHaveLength(10);
  expect(await books()).toEqual(before);

  // A call has a time limit: the client calls again for what is left.
  let applied = await upload(id, file);
  while (applied.body.left > 0) applied = await upload(id, file);
  expect(applied).toMatchObject({ status: 200, body: { left: 0, silent: 0 } });
  expect(await statesOf(id)).toEqual({ PAID: 40, REFUSED: 6, EXPORTED: 4 });
  const once = await books();
  expect(tellsOf((await upload(id, file)).body)).toEqual({ answered: 46, unknown: 4 });
  expect(await books()).toEqual(once);

  const refused = (await show(id)).rows.find(({ line }) => line === 45);
  expect(refused).toMatchObject({ state: 'REFUSED', bankWords: 'ไม่สำเร็จ: บัญชีปิด' });
  const withdrawal = await server.owner
    .selectFrom('withdrawal')
    .where('id', '=', refused?.withdrawalId ?? '')
    .select(['state', 'reason', 'payout_batch_id'])
    .executeTakeFirst();
  expect(withdrawal).toEqual({ state: 'MANUAL', reason: 'ไม่สำเร็จ: บัญชีปิด', payout_batch_id: null });
  const queue = await cashier.call('GET /api/console/withdrawals');
  const { items } = queue.body as { items: { id: string; refusedByBank: object | null }[] };
  expect(items.find((one) => one.id === refused?.withdrawalId)?.refusedByBank).toEqual({
    batchId: id,
    words: 'ไม่สำเร็จ: บัญชีปิด',
  });
  const paid = await server.owner
    .selectFrom('withdrawal')
    .where('id', '=', rows[0]?.withdrawalId ?? '')
    .select(['state', 'trans_ref', 'decided_by'])
    .executeTakeFirst();
  expect(paid).toEqual({ state: 'PAID', trans_ref: `BKP${id}L1`, decided_by: cashier.id });
});

test('WDR-01 another amount or account goes to a person, foreign rows change nothing, a file of another batch is refused', async () => {
  const { id, rows } = await exported(5);
  const other = await exported(2);
  const [paid, amount, account, twice, silent] = rows as [Told[0], Told[0], Told[0], Told[0], Told[0]];
  const [foreign] = other.rows as [Told[0]];
  const file = answer([
    [paid, 'PAID'],
    [amount, 'PAID', '', 99],
    [{ ...account, bankAccountNo: '9999999999' }, 'PAID'],
    [twice, 'PAID'],
    [twice, 'REJECTED'],
    [{ ...foreign, reference: 'INV-9' }, 'PAID'],
  ]);
  for (const reference of [foreign.reference, foreign.withdrawalId])
    expect(
      (
        await upload(
          id,
          answer([
            [paid, 'PAID'],
            [{ ...foreign, reference }, 'PAID'],
          ]),
        )
      ).body.code,
    ).toBe('RESULT_OTHER_BATCH');
  const preview = await upload(id, file, { what: '/preview' });
  expect(tellsOf(preview.body)).toEqual({ paid: 1, person: 3, answered: 1, foreign: 1 });
  expect(preview.body.silent).toBe(1);
  expect((await upload(other.id, answer([[paid, 'PAID']]), { what: '/preview' })).body.code).toBe(
    'RESULT_OTHER_BATCH',
  );
  await upload(id, file);
  expect(await statesOf(id)).toEqual({ PAID: 1, STUCK: 3, EXPORTED: 1 });
  expect((await show(id)).rows.find(({ line }) => line === silent.line)?.state).toBe('EXPORTED');
  expect(await statesOf(other.id)).toEqual({ EXPORTED: 2 });
  // The bytes of an applied answer belong to its batch.
  expect(await upload(other.id, file)).toMatchObject({ status: 409, body: { code: 'RESULT_OTHER_BATCH' } });
  const late = await upload(id, answer([[paid, 'REJECTED']]));
  expect(tellsOf(late.body)).toEqual({ contradicts: 1 });
  expect(late.body.applied).toEqual({
    paid: 0,
    refused: 0,
    person: 0,
    stopped: 0,
    named: 1,
    own: 0,
    second: 0,
  });
  expect(await contradictionsOf([paid])).toHaveLength(1);
  expect(await statesOf(id)).toEqual({ PAID: 1, STUCK: 3, EXPORTED: 1 });
});

test('WDR-01 an answer without our references is matched by account and amount, and every line has to be of the file', async () => {
  const { id, rows } = await exported(12);
  const bare = (list: readonly Told[]) =>
    csvText(
      ['เลขที่บัญชี', 'จำนวนเงิน', 'สถานะ'],
      list.map(([row, status]) => [
        `xxx-x-x${row.bankAccountNo.slice(-4, -1)}-x`,
        row.amount.toFixed(2),
        status,
      ]),
    );
  const whole = rows.map((row): Told => [row, 'โอนสำเร็จ']);
  const [first] = rows as [Told[0]];
  const foreign: Told = [{ ...first, amount: 77_777 }, 'โอนสำเร็จ'];
  expect((await upload(id, bare([...whole, foreign]))).body.code).toBe('RESULT_OTHER_BATCH');
  // A part of the payments may be another file's, with the same accounts and amounts.
  expect((await upload(id, bare(whole.slice(1)))).body.code).toBe('RESULT_OTHER_BATCH');
  expect(await statesOf(id)).toEqual({ EXPORTED: 12 });
  const text = bare(whole);
  expect(tellsOf((await upload(id, text)).body)).toEqual({ paid: 12 });
  expect(tellsOf((await upload(id, text)).body)).toEqual({ answered: 12 });

  const next = await exported(2);
  const positions = next.rows.map((row) => `${row.reference};x;OK SENT;${row.amount.toFixed(2)}`).join('\n');
  expect((await upload(next.id, positions)).body.code).toBe('RESULT_COLUMNS');
  expect((await upload(next.id, positions, { what: '/preview' })).body).toMatchObject({ isMapped: false });
  const mapping = { headerLine: 0, status: 2, amount: 3 };
  const words = positions.replaceAll('OK SENT', 'Success');
  expect(tellsOf((await upload(next.id, words, { mapping })).body)).toEqual({ paid: 2 });
});

test('WDR-01 the answer to a file that named withdrawals by their ids is no answer to the next file with them', async () => {
  const { id, rows } = await exported(2);
  const byId = (status: string) =>
    answer(rows.map((row) => [{ ...row, reference: row.withdrawalId }, status]));
  expect((await upload(id, byId('Failed'))).body.code).toBe('RESULT_OTHER_BATCH');
  await server.owner
    .updateTable('payout_batch')
    .set({ content: rows.map(({ withdrawalId }) => withdrawalId).join('\r\n') })
    .where('id', '=', BigInt(id))
    .execute();
  expect(tellsOf((await upload(id, byId('Failed'))).body)).toEqual({ refused: 2 });
  const next = await exportWith(
    await makeOperator(server, 'cashier'),
    rows.map(({ withdrawalId }) => withdrawalId),
  );
  expect((await upload(next.batchId, byId('Success'))).body.code).toBe('RESULT_OTHER_BATCH');
  expect(await statesOf(next.batchId)).toEqual({ EXPORTED: 2 });
});

test('WDR-01 who uploaded the bank’s refusal does not send the payment again: a colleague makes that file', async () => {
  const { id, rows } = await exported(1);
  await upload(id, answer(rows.map((row) => [row, 'Rejected'])));
  const ids = rows.map(({ withdrawalId }) => withdrawalId);
  // Nor does anybody download the answered file again, with the refused payment in it.
  const again = await cashier.call(`POST /api/console/withdrawals/batches/${id}/export`);
  expect((again.body as Answer).code).toBe('ALREADY_DECIDED');
  expect((await exportWith(cashier, ids)).code).toBe('NO_DATA');
  expect(await exportWith(cashier, ids, '/preview')).toMatchObject({
    items: 0,
    leftOut: [{ id: ids[0], why: 'OWN_ANSWER' }],
  });
  const colleague = await makeOperator(server, 'cashier');
  expect(await exportWith(colleague, ids)).toMatchObject({ leftOut: [] });
});

test('WDR-01 the bank’s own UUIDs are no references of ours, and a final line counts behind one that is not', async () => {
  const { id, rows } = await exported(2);
  const text = csvText(
    ['Transaction id', 'Customer Ref', 'Status', 'Result'],
    rows.flatMap(({ reference }) => [
      [crypto.randomUUID(), reference, 'Processing', 'Failed'],
      [crypto.randomUUID(), reference, 'Success', 'Failed'],
    ]),
  );
  // The operator corrects what the header says.
  const mapping = { headerLine: 1, reference: 1, status: 3 };
  expect(tellsOf((await upload(id, text, { mapping, what: '/preview' })).body)).toEqual({
    refused: 2,
    answered: 2,
  });
  expect(tellsOf((await upload(id, text)).body)).toEqual({ unknown: 2, paid: 2 });
  expect(await statesOf(id)).toEqual({ PAID: 2 });
});

test('WDR-01 two operators upload one answer at once: every row is booked once', async () => {
  const { id, rows } = await exported(40);
  const file = answer(rows.map((row) => [row, row.line % 4 === 0 ? 'Failed' : 'Success']));
  const colleague = await makeOperator(server, 'cashier');
  const before = await books();
  const both = await Promise.all([upload(id, file), upload(id, file, { operator: colleague })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await statesOf(id)).toEqual({ PAID: 30, REFUSED: 10 });
  expect((await books()).postings).toBe((before.postings ?? 0) + 30);
});

test('WDR-01 a file that is taken back while its answer comes: no row is both paid and in the queue', async () => {
  const { id, rows } = await exported(20);
  const file = answer(rows.map((row) => [row, 'Success']));
  const asked = await cashier.call(`POST /api/console/withdrawals/batches/${id}/takeBack`, {
    reason: 'lost',
  });
  const { waits } = asked.body as { waits: { id: string } };
  const second = await makeOperator(server, 'cashier');
  await Promise.all([upload(id, file), decideApproval(second, waits.id, 'approve')]);
  await upload(id, file);
  const { rows: now } = await sql<{ pair: string }>`
    select distinct r.state || ' ' || w.state as pair from payout_batch_row r
    join withdrawal w on w.id = r.withdrawal_id where r.payout_batch_id = ${id}`.execute(server.owner);
  // What was taken back and paid all the same waits for a person, in no file.
  expect(['PAID PAID', 'TAKEN_BACK STUCK']).toEqual(expect.arrayContaining(now.map(({ pair }) => pair)));
});

test('WDR-01 a file that is taken back and said to be paid at once waits for one of the two', async () => {
  const { id } = await exported(20);
  const other = await makeOperator(server, 'cashier');
  const told = await Promise.all([
    cashier.call(`POST /api/console/withdrawals/batches/${id}/takeBack`, { reason: 'lost' }),
    other.call(`POST /api/console/withdrawals/batches/${id}/allPaid`, { reason: 'all are paid' }),
  ]);
  expect(told.map(({ body }) => (body as { code: string }).code).sort()).toEqual(['APPROVAL_WAITING', 'OK']);
});

test('WDR-01 what the bank paid after the file was taken back waits for a person, and is in no next file', async () => {
  const { id, rows } = await exported(3);
  const asked = await cashier.call(`POST /api/console/withdrawals/batches/${id}/takeBack`, {
    reason: 'lost',
  });
  const { waits } = asked.body as { waits: { id: string } };
  await decideApproval(await makeOperator(server, 'cashier'), waits.id, 'approve');
  expect(await statesOf(id)).toEqual({ TAKEN_BACK: 3 });
  const answered = await upload(id, answer(rows.map((row) => [row, 'Success'])));
  expect([answered.status, tellsOf(answered.body)]).toEqual([200, { contradicts: 3 }]);
  const found = await server.owner
    .selectFrom('withdrawal')
    .where(
      'id',
      'in',
      rows.map(({ withdrawalId }) => withdrawalId),
    )
    .select(['state', 'reason'])
    .execute();
  expect(found).toEqual(rows.map(() => ({ state: 'STUCK', reason: 'PAID_LATE' })));
});

const exportWith = async (operator: TestOperator, ids: string[], path = '') =>
  (await operator.call(`POST /api/console/withdrawals/export${path}`, { ids })).body as {
    batchId: string;
    code?: string;
    items?: number;
    leftOut: { id: string; why: string }[];
  };
const withdrawalsOf = async (rows: Batch['rows']) => {
  const found = await server.owner
    .selectFrom('withdrawal')
    .where(
      'id',
      'in',
      rows.map(({ withdrawalId }) => withdrawalId),
    )
    .select(['id', 'state', 'reason'])
    .execute();
  return rows.map(({ withdrawalId }) => found.find(({ id }) => id === withdrawalId));
};
const contradictionsOf = (rows: Batch['rows']) =>
  server.owner
    .selectFrom('audit_entry')
    .where('action', '=', 'withdrawal.contradicted')
    .where(
      'subject',
      'in',
      rows.map(({ withdrawalId }) => `withdrawal:${withdrawalId}`),
    )
    .select('subject')
    .execute();

test('WDR-01 what the bank pays after it refused is stopped in the next file; what was refunded waits for a person', async () => {
  const { id, rows } = await exported(3);
  await upload(id, answer(rows.map((row) => [row, 'Failed'])));
  const colleague = await makeOperator(server, 'cashier');
  const [again, refunded] = rows as [Told[0], Told[0]];
  const next = await exportWith(colleague, [again.withdrawalId]);
  const path = `/api/console/queues/withdrawals/${refunded.withdrawalId}/claim`;
  expect((await colleague.call(`POST ${path}`)).status).toBe(200);
  const refusal = { reason: 'account closed' };
  const refuse = `POST /api/console/withdrawals/${refunded.withdrawalId}/reject`;
  expect((await colleague.call(refuse, refusal)).status).toBe(200);

  const late = await upload(id, answer(rows.map((row) => [row, 'Success'])));
  expect([late.status, tellsOf(late.body)]).toEqual([200, { contradicts: 3 }]);
  expect(await withdrawalsOf(rows)).toMatchObject([
    { state: 'STUCK', reason: 'PAID_LATE' },
    { state: 'REJECTED' },
    { state: 'STUCK', reason: 'PAID_LATE' },
  ]);
  expect(await statesOf(next.batchId)).toEqual({ STUCK: 1 });
  expect(await contradictionsOf(rows)).toHaveLength(3);
  const waiting = async () => {
    const { body } = await colleague.call('GET /api/console/withdrawals?order=newest');
    const { items } = body as { items: { id: string; state: string; contradiction: string | null }[] };
    return items.find((one) => one.id === refunded.withdrawalId);
  };
  expect(await waiting()).toMatchObject({ state: 'REJECTED', contradiction: 'Success' });
  expect((await colleague.call(`POST ${path}`)).status).toBe(200);
  expect((await colleague.call(refuse, refusal)).body).toMatchObject({ code: 'ALREADY_DECIDED' });
  const close = `POST /api/console/withdrawals/${refunded.withdrawalId}/close`;
  const closing = { reason: 'taken back by an adjustment' };
  // Neither who refunded it nor who uploaded its answers: a third one looks at both.
  expect((await colleague.call(close, closing)).body).toMatchObject({ code: 'FOUR_EYES' });
  for (const one of [colleague, cashier, third]) {
    await colleague.call(`POST ${path.replace('claim', 'release')}`);
    await one.call(`POST ${path}`);
    const { status } = await one.call(close, closing);
    expect(status).toBe(one === third ? 200 : 403);
    if (one !== third) await one.call(`POST ${path.replace('claim', 'release')}`);
  }
  expect(await waiting()).toBeUndefined();
  // The same answer, and another file with the same line, tell nothing new; another reference of the bank does.
  await upload(id, answer(rows.map((row) => [row, 'Success'])));
  await upload(id, answer(rows.toReversed().map((row) => [row, 'Success'])));
  expect(await waiting()).toBeUndefined();
  await upload(id, answer(rows.map((row) => [row, 'Success'])).replaceAll('BK', 'SECOND'));
  expect(await waiting()).toMatchObject({ contradiction: 'Success' });
});

interface Waiting {
  id: string;
  state: string;
  why: string | null;
  contradiction: string | null;
}
const waitingItem = async (id = '', operator = cashier) => {
  const { body } = await operator.call('GET /api/console/withdrawals?order=newest&limit=100');
  return (body as { items: Waiting[] }).items.find((one) => one.id === id);
};
const decide = async (what: string, id: string, operator: TestOperator, more: object) => {
  await operator.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  const body = { reason: 'looked', ...(what === 'pay' && { accountId: null }), ...more };
  return (await operator.call(`POST /api/console/withdrawals/${id}/${what}`, body)).body as {
    code: string;
    waits: { id: string } | null;
  };
};

test('WDR-01 what the bank says meanwhile comes before a refusal by a page from before, and before one that waits', async () => {
  const { id, rows } = await exported(2);
  const [stale, asked] = rows as [Told[0], Told[0]];
  const held = async () => (await withdrawalsOf(rows)).map((one) => one?.state);
  await switchSetting(server, 'ownMoney', { decisionSatang: 50_00 });
  await upload(id, answer(rows.map((row) => [row, 'Rejected', 'closed'])));
  const seen = { state: 'MANUAL', why: 'Rejected: closed' };
  expect(await waitingItem(asked.withdrawalId)).toMatchObject(seen);
  const { waits } = await decide('reject', asked.withdrawalId, cashier, { seen });
  await upload(id, answer(rows.map((row) => [row, 'Success'])));
  expect(await waitingItem(stale.withdrawalId)).toMatchObject({ state: 'STUCK', why: 'PAID_LATE' });
  for (const body of [{ seen }, {}])
    expect((await decide('reject', stale.withdrawalId, cashier, body)).code).toBe('CHANGED_MEANWHILE');
  const { items } = (await third.call('GET /api/console/approvals')).body as {
    items: { id: string; facts: { name: string }[] }[];
  };
  expect(items.find((one) => one.id === waits?.id)?.facts).toEqual(
    expect.arrayContaining([
      { name: 'name', text: expect.any(String), amount: null, change: null },
      { name: 'amount', text: null, amount: asked.amount, change: null },
      { name: 'bankAccountNo', text: asked.bankAccountNo, amount: null, change: null },
      {
        name: 'bankSays',
        text: null,
        amount: null,
        change: { before: 'Rejected: closed', after: 'PAID_LATE' },
      },
    ]),
  );
  const approved = await decideApproval(third, waits?.id ?? '', 'approve');
  expect(approved.body).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect(await held()).toEqual(['STUCK', 'STUCK']);
  await switchSetting(server, 'ownMoney', { decisionSatang: 1_000_00 });
});

test('WDR-01 a row paid with a reference of another payout goes to a person; one reference of the whole file proves no row', async () => {
  const [byHand = ''] = await waiting(1);
  const used = { transRef: 'USED-1' };
  expect((await decide('pay', byHand, cashier, used)).code).toBe('OK');
  const { id, rows } = await exported(4);
  const [first, second, third, fourth] = rows as [Told[0], Told[0], Told[0], Told[0]];
  const file = answer(rows.map((row) => [row, 'Success']))
    .replace(`BK${first.reference}`, 'used1')
    .replace(`BK${second.reference}`, `WHOLE-${id}`)
    .replace(`BK${third.reference}`, `whole${id}`);
  expect((await upload(id, file)).body.applied).toMatchObject({ paid: 3, person: 1 });
  expect(await waitingItem(first.withdrawalId)).toMatchObject({
    state: 'STUCK',
    why: 'REFERENCE_USED → used1',
  });
  const references = await server.owner
    .selectFrom('withdrawal')
    .where('payout_batch_id', '=', BigInt(id))
    .where('state', '=', 'PAID')
    .select('trans_ref')
    .execute();
  expect(references.map(({ trans_ref }) => trans_ref).toSorted()).toEqual(
    [second.reference, third.reference, `BK${fourth.reference}`].toSorted(),
  );
  // The same answer again changes nothing.
  expect((await upload(id, file)).body.applied).toMatchObject({ paid: 0 });
});

test('WDR-01 what the bank says of rows that a person has reaches whoever decides them, and contradicts what they decided', async () => {
  const { id, rows } = await exported(5);
  const [refunded, paid, open, silent, again] = rows as [Told[0], Told[0], Told[0], Told[0], Told[0]];
  for (const { line, amount } of rows)
    await cashier.call(`POST /api/console/withdrawals/batches/${id}/rows/${line}/toQueue`, {
      // Words of an operator are no words of the bank, whatever they look like.
      reason: line === 1 ? `Success (${amount.toFixed(2)})` : 'silent',
    });
  const seenOf = (why: string) => ({ batchId: id, seen: { state: 'STUCK', why } });
  const asBank = seenOf(`Success (${refunded.amount.toFixed(2)})`);
  expect((await decide('reject', refunded.withdrawalId, cashier, asBank)).code).toBe('OK');
  for (const { withdrawalId } of [paid, silent])
    expect(
      (await decide('pay', withdrawalId, cashier, { ...seenOf('silent'), transRef: withdrawalId })).code,
    ).toBe('OK');
  const file = answer([
    [refunded, 'Success'],
    [paid, 'Rejected'],
    [open, 'Success'],
    [silent, 'Success'],
    [again, 'Rejected', 'closed'],
  ]);
  const told = { contradicts: 2, person: 2, answered: 1 };
  expect(tellsOf((await upload(id, file, { what: '/preview' })).body)).toEqual(told);
  const first = (await upload(id, file)).body;
  expect([tellsOf(first), first.applied]).toMatchObject([told, { named: 2, person: 2 }]);
  expect(await waitingItem(refunded.withdrawalId)).toMatchObject({
    state: 'REJECTED',
    contradiction: 'Success',
  });
  expect(await waitingItem(paid.withdrawalId)).toMatchObject({ state: 'PAID', contradiction: 'Rejected' });
  expect(await waitingItem(open.withdrawalId)).toMatchObject({ state: 'STUCK', why: 'PAID_LATE' });
  expect(await waitingItem(silent.withdrawalId)).toBeUndefined();
  const words = `Rejected: closed (${again.amount.toFixed(2)})`;
  expect(await waitingItem(again.withdrawalId)).toMatchObject({ state: 'STUCK', why: words });
  expect((await decide('reject', again.withdrawalId, cashier, seenOf('silent'))).code).toBe(
    'CHANGED_MEANWHILE',
  );
  expect(await contradictionsOf(rows)).toHaveLength(2);
  expect((await upload(id, file)).body).toMatchObject({ counts: { answered: 5 }, applied: { named: 0 } });
  await upload(id, answer([[open, 'Failed']]));
  const both = `Success (${open.amount.toFixed(2)}) → Failed (${open.amount.toFixed(2)})`;
  expect(await waitingItem(open.withdrawalId)).toMatchObject({ why: both });
});

test('WDR-01 a late answer to one file and an answer to the next one at once wait for each other in one order', async () => {
  const { id, rows } = await exported(20);
  await upload(id, answer(rows.map((row) => [row, 'Failed'])));
  const colleague = await makeOperator(server, 'cashier');
  const { batchId } = await exportWith(
    colleague,
    rows.map(({ withdrawalId }) => withdrawalId),
  );
  const next = (await show(batchId)).rows;
  const both = await Promise.all([
    upload(id, answer(rows.map((row) => [row, 'Success']))),
    upload(batchId, answer(next.map((row) => [row, 'Success'])), { operator: colleague }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  for (const found of await withdrawalsOf(rows)) expect(['PAID', 'STUCK']).toContain(found?.state);
  // What both files paid is named once more.
  expect(new Set((await contradictionsOf(rows)).map(({ subject }) => subject)).size).toBe(20);
});

test('WDR-01 an upload that dies in the middle goes on with the same file, and books nothing twice', async () => {
  const { id, rows } = await exported(50);
  const file = answer(rows.map((row) => [row, 'Success']));
  const broken = rows.at(-3);
  await sql`
    create function break_row() returns trigger language plpgsql as $$
    begin raise exception 'the node dies here'; end $$`.execute(server.owner);
  await sql`
    create trigger break_row before update on payout_batch_row for each row
    when (old.reference = ${sql.lit(broken?.reference ?? '')}) execute function break_row()`.execute(
    server.owner,
  );
  expect((await upload(id, file)).status).toBe(500);
  const { PAID: paid = 0, EXPORTED: open = 0 } = await statesOf(id);
  expect([paid > 0, open > 0, paid + open]).toEqual([true, true, 50]);
  await sql`drop function break_row cascade`.execute(server.owner);
  const before = await books();
  expect(tellsOf((await upload(id, file)).body)).toEqual({ answered: paid, paid: open });
  expect(await statesOf(id)).toEqual({ PAID: 50 });
  expect((await books()).postings).toBe((before.postings ?? 0) + open);
});

test('WDR-01 all paid closes a file by one person up to a limit and by two above it, and by nobody who made its money', async () => {
  const small = await exported(2);
  const allPaid = async (id: string, operator = cashier) =>
    (
      await operator.call(`POST /api/console/withdrawals/batches/${id}/allPaid`, {
        reason: 'the app says so',
      })
    ).body as { code: string; waits: { id: string; cause: { code: string } } | null };
  expect(await allPaid(small.id)).toEqual({ code: 'OK', waits: null });
  expect(await statesOf(small.id)).toEqual({ PAID: 2 });
  expect((await allPaid(small.id)).code).toBe('ALREADY_DECIDED');

  const large = await exported(20);
  const { waits } = await allPaid(large.id);
  expect(waits?.cause).toMatchObject({ code: 'DECISION' });
  expect(await statesOf(large.id)).toEqual({ EXPORTED: 20 });
  const second = await makeOperator(server, 'cashier');
  const credited = await makeOperator(server, 'cashier');
  await server.owner
    .insertInto('own_money')
    .values({
      subject: 'test:own',
      operator_id: credited.id,
      member_id: members[0]?.id ?? 0n,
      amount: 1_001_00n,
    })
    .execute();
  expect((await decideApproval(credited, waits?.id ?? '', 'approve')).body).toMatchObject({
    code: 'PAYOUT_OWN_DEPOSIT',
  });
  await credited.call(`POST /api/console/queues/approvals/${waits?.id}/release`);
  expect(await decideApproval(second, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await statesOf(large.id)).toEqual({ PAID: 20 });

  const own = await exported(3);
  const file = answer(own.rows.map((row) => [row, 'Success']));
  expect(tellsOf((await upload(own.id, file, { operator: credited })).body)).toEqual({ paid: 2, own: 1 });
  expect(await statesOf(own.id)).toEqual({ PAID: 2, EXPORTED: 1 });
  expect(tellsOf((await upload(own.id, file)).body)).toEqual({ paid: 1, answered: 2 });
});

test('WDR-01 what is no answer of a bank is refused and changes nothing', async () => {
  const { id } = await exported(1);
  for (const [content, code] of [
    ['', 'CSV_INVALID'],
    ['\0\0', 'CSV_INVALID'],
    ['Status\n"x', 'CSV_INVALID'],
    [`Status\n${'a\n'.repeat(5_001)}`, 'CSV_TOO_LONG'],
  ] as const)
    expect((await upload(id, content)).body.code).toBe(code);
  expect((await upload('999999', 'Status,Ref\nPAID,P1L1')).status).toBe(404);
  expect(await statesOf(id)).toEqual({ EXPORTED: 1 });
  const support = await makeOperator(server, 'support');
  expect((await upload(id, 'Status', { operator: support })).status).toBe(403);
});

test('what a bank’s answer closed as paid is in the shift of who uploaded it, once, and beside what was closed without one', async () => {
  const opened = await cashier.call('POST /api/console/shifts/open', { counts: [] });
  expect(opened.status).toBe(200);
  const { id, rows } = await exported(3);
  const [first, second, last] = rows as [Batch['rows'][number], Batch['rows'][number], Batch['rows'][number]];
  await sql`
    update withdrawal set cash_account_id = (select id from deposit_account where bank_code = 'GSB')
    where id = any(${rows.map(({ withdrawalId }) => withdrawalId)}::uuid[])`.execute(server.owner);
  const sumOf = (...some: Batch['rows']) =>
    some.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const mine = async () =>
    ((await cashier.call('GET /api/console/shifts/mine')).body as { open: object | null }).open;
  const file = answer([[first, 'Success']]);
  for (let twice = 0; twice < 2; twice += 1) expect((await upload(id, file)).status).toBe(200);
  const later = answer([
    [first, 'Success'],
    [last, 'Success'],
  ]);
  expect((await upload(id, later)).status).toBe(200);
  const paid = sumOf(first, last);
  expect(await mine()).toMatchObject({
    shift: { decisions: 2, paid },
    figures: [{ action: 'withdrawal.result', count: 2, amount: paid }],
    accounts: [{ in: 0, out: paid }],
  });
  const closed = await cashier.call(`POST /api/console/withdrawals/batches/${id}/allPaid`, {
    reason: 'all are on the statement',
  });
  expect(closed).toMatchObject({ status: 200, body: { waits: null } });
  const all = sumOf(first, second, last);
  expect(await mine()).toMatchObject({ shift: { decisions: 3, paid: all }, accounts: [{ out: all }] });
});
