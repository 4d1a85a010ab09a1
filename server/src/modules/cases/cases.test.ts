import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureHouseAccount } from '../../ledger/account.ts';
import { verify } from '../../ledger/verify.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { scanCases } from '../../testing/scanCases.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { creditDeposit } from '../deposits/creditDeposit.ts';

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
let support: TestOperator;
let cashier: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
  second = await makeOperator(server, 'administrator');
  support = await makeOperator(server, 'support');
  cashier = await makeOperator(server, 'cashier');
  const { laundering, protection } = {
    laundering: server.settings.get('laundering'),
    protection: server.settings.get('protection'),
  };
  await switchSetting(server, 'laundering', {
    ...laundering,
    structuring: { isOn: true, belowSatang: 1_000_00, deposits: 3, days: 2 },
  });
  await switchSetting(server, 'protection', {
    ...protection,
    vulnerability: { isOn: true, days: 30, netDepositsSatang: 5_000_00 },
  });
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});
beforeEach(() => server.owner.deleteFrom('queue_claim').execute());

// biome-ignore lint/suspicious/noExplicitAny: answers are of many shapes.
type Answer = { status: number; body: any };
const ask = (key: string, body?: unknown, by = manager): Promise<Answer> => by.call(key, body);
const seen = async ({ id }: TestMember) => {
  await scanCases(server);
  return (await ask('POST /api/console/cases/search', { memberId: id.toString() })).body.cases;
};
const deposits = async ({ id }: TestMember, count: number, baht = 400) => {
  for (let nth = 0; nth < count; nth += 1) await deposit(server.db, id, BigInt(baht) * 100n);
};
/** A member whose deposits were split, with the open case. */
async function splitter(): Promise<{ member: TestMember; id: string }> {
  const member = await makeMember(server);
  await deposits(member, 3);
  const [found] = await seen(member);
  return { member, id: found.id };
}
const claim = (id: string, by = manager) => ask(`POST /api/console/queues/cases/${id}/claim`, undefined, by);
async function decide(id: string, decision: string, more: object = {}, by = manager): Promise<Answer> {
  await claim(id, by);
  return ask(
    `POST /api/console/cases/${id}/decide`,
    { decision, reason: 'looked at all of it', ...more },
    by,
  );
}
async function close(id: string): Promise<Answer> {
  const asked = await decide(id, 'CLOSE');
  return decideApproval(second, asked.body.waits.id, 'approve');
}

test('SAFE-35 what a rule finds is one open case that grows; only news open another after its end', async () => {
  const { member, id } = await splitter();
  const first = (await ask(`GET /api/console/cases/${id}`)).body;
  expect(first).toMatchObject({
    kind: 'LAUNDERING',
    state: 'OPEN',
    amount: 1_200,
    facts: [{ rule: 'structuring', count: 3, amount: 1_200, terms: { deposits: 3 } }],
  });
  expect(first.facts[0].evidence).toHaveLength(3);
  expect(first.facts[0].evidence[0]).toMatchObject({
    ref: expect.stringMatching(/^posting:/),
    amount: 400,
    member: { id: member.id.toString() },
  });

  await deposits(member, 1);
  expect(await seen(member)).toMatchObject([{ id, state: 'OPEN', amount: 1_600 }]);
  const page = (await ask(`GET /api/console/cases/${id}`)).body;
  expect(page.facts).toHaveLength(1);
  expect(page.facts[0].evidence).toHaveLength(4);

  expect((await close(id)).status).toBe(200);
  expect(await seen(member)).toMatchObject([{ id, state: 'CLOSED' }]);
  // Any other movement makes the rules look again; the hit is the same one.
  await server.owner.transaction().execute((trx) => sql`update case_scan set xid_to = '0'`.execute(trx));
  expect(await seen(member)).toHaveLength(1);
  await deposits(member, 1);
  expect(await seen(member)).toMatchObject([{ state: 'OPEN' }, { id, state: 'CLOSED' }]);
});

test('SAFE-35 a report and the end of a case need a second operator, and news end what was asked', async () => {
  const { member, id } = await splitter();
  const asked = await decide(id, 'REPORT');
  expect(asked).toMatchObject({ status: 200, body: { waits: { cause: { code: 'TWO_PERSONS' } } } });
  const approval = asked.body.waits.id;
  expect((await decideApproval(manager, approval, 'approve')).status).toBe(403);
  // A cashier approves other things, and sees nothing of this.
  const seenBy = async (by: TestOperator) =>
    (await ask('GET /api/console/approvals', undefined, by)).body.items?.filter(
      (item: { id: string }) => item.id === approval,
    ).length;
  expect([await seenBy(cashier), await seenBy(second)]).toEqual([0, 1]);
  expect((await decideApproval(cashier, approval, 'approve')).status).not.toBe(200);
  expect((await decideApproval(second, approval, 'approve')).status).toBe(200);
  const reported = (await ask(`GET /api/console/cases/${id}`)).body;
  expect(reported).toMatchObject({ state: 'OPEN', reportedAt: expect.any(String) });
  expect(reported.decisions[0]).toMatchObject({
    decision: 'REPORT',
    operatorName: 'Operator manager',
    secondName: 'Operator administrator',
  });

  const closing = await decide(id, 'CLOSE');
  await deposits(member, 1);
  await scanCases(server);
  expect(await decideApproval(second, closing.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'CHANGED_MEANWHILE' },
  });
  expect((await seen(member))[0].state).toBe('OPEN');
});

test('SAFE-35 a watched case comes back with news, and at its time', async () => {
  const { member, id } = await splitter();
  expect((await decide(id, 'WATCH', { watchDays: 10 })).status).toBe(200);
  const waiting = async () =>
    (await ask('GET /api/console/cases')).body.items.some((item: { id: string }) => item.id === id);
  expect(await waiting()).toBe(false);
  await deposits(member, 1);
  expect(await seen(member)).toMatchObject([{ state: 'OPEN', watchedUntil: null }]);
  expect(await waiting()).toBe(true);
  await decide(id, 'WATCH', { watchDays: 10 });
  await sql`update member_case set watched_until = now() - interval '1 second' where id = ${id}`.execute(
    server.owner,
  );
  expect(await seen(member)).toMatchObject([{ state: 'OPEN' }]);
});

test('SAFE-35 held payouts wait for who decides cases; the member reads that they are checked, and no more', async () => {
  const { member, id } = await splitter();
  expect((await decide(id, 'HOLD')).status).toBe(200);
  expect(await decide(id, 'HOLD')).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  const { id: withdrawal } = await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  await afterWork(server, async () => {
    const { rows } = await sql<{ isHeld: boolean }>`
      select state = 'MANUAL' and 'CASE' = any(stopped_by) as "isHeld" from withdrawal where id = ${withdrawal}`.execute(
      server.owner,
    );
    return rows[0]?.isHeld;
  });
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  expect(statements[0]).toMatchObject({ status: 'PENDING', payout: { isBeingChecked: true } });
  const stops = async (by: TestOperator) =>
    (await ask('GET /api/console/withdrawals', undefined, by)).body.items.find(
      (item: { id: string }) => item.id === withdrawal,
    )?.stoppedBy;
  expect([await stops(cashier), await stops(manager)]).toEqual([undefined, ['CASE']]);
  expect(
    (await ask(`POST /api/console/queues/withdrawals/${withdrawal}/claim`, undefined, cashier)).status,
  ).toBe(404);
  expect((await decide(id, 'RELEASE')).status).toBe(200);
  expect([await stops(cashier), await stops(manager)]).toEqual([[], []]);
});

test('SAFE-35 the hold takes waiting payouts from who had claimed them, and no file for the bank has them', async () => {
  const { member, id } = await splitter();
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  const { id: withdrawal } = await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  const claimIt = () => ask(`POST /api/console/queues/withdrawals/${withdrawal}/claim`, undefined, cashier);
  await afterWork(server, async () => (await claimIt()).status === 200);
  await decide(id, 'HOLD');
  const pay = { transRef: 'BYHAND1', accountId: null, reason: 'looked' };
  expect(await ask(`POST /api/console/withdrawals/${withdrawal}/pay`, pay, cashier)).toMatchObject({
    body: { code: 'QUEUE_NOT_TAKEN' },
  });
  const preview = await ask('POST /api/console/withdrawals/export/preview', { ids: [withdrawal] }, cashier);
  expect(JSON.stringify(preview.body)).not.toContain(member.bankAccountNo);
  expect((await close(id)).status).toBe(200);
  expect((await claimIt()).status).toBe(200);
  await switchSetting(server, 'withdraw', { isAutomatic: true });
});

test('SAFE-35 the hold takes a payout that waits for a second yes from who decides no cases', async () => {
  const { member, id } = await splitter();
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  await switchSetting(server, 'paidByHand', { cashierSatang: 50_00 });
  const { id: withdrawal } = await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  const claimIt = () => ask(`POST /api/console/queues/withdrawals/${withdrawal}/claim`, undefined, cashier);
  await afterWork(server, async () => (await claimIt()).status === 200);
  const pay = { transRef: 'BYHAND2', accountId: null, reason: 'looked' };
  const { body } = await ask(`POST /api/console/withdrawals/${withdrawal}/pay`, pay, cashier);
  const other = await makeOperator(server, 'cashier');
  const claim = () => ask(`POST /api/console/queues/approvals/${body.waits.id}/claim`, undefined, other);
  const release = () => ask(`POST /api/console/queues/approvals/${body.waits.id}/release`, undefined, other);
  expect((await claim()).status).toBe(200);
  await release();
  await decide(id, 'HOLD');
  expect((await claim()).status).toBe(404);
  await decide(id, 'RELEASE');
  expect((await claim()).status).toBe(200);
  await switchSetting(server, 'paidByHand', { cashierSatang: 1_000_00 });
  await switchSetting(server, 'withdraw', { isAutomatic: true });
});

test('SAFE-35 nobody without the permission sees a case, and every look is in the audit log', async () => {
  const { member, id } = await splitter();
  for (const by of [support, cashier])
    for (const [key, body] of [
      ['GET /api/console/cases'],
      ['POST /api/console/cases/search', { memberId: member.id.toString() }],
      [`GET /api/console/cases/${id}`],
      [`GET /api/console/cases/${id}/report`],
      [`POST /api/console/cases/${id}/notes`, { text: 'hello' }],
      [`POST /api/console/cases/${id}/decide`, { decision: 'CLOSE', reason: 'mine' }],
      [`POST /api/console/queues/cases/${id}/claim`],
    ] as const)
      expect([key, (await ask(key, body, by)).status]).toEqual([key, 403]);
  const { body: queues } = await ask('GET /api/console/queues', undefined, support);
  expect(queues.counts).not.toHaveProperty('cases');
  // What support sees of the member tells nothing of it.
  const { body: page } = await ask(`GET /api/console/members/${member.id}`, undefined, support);
  expect(JSON.stringify(page)).not.toMatch(/case|structuring|launder/i);

  await ask(`GET /api/console/cases/${id}`, undefined, second);
  const report = await ask(`GET /api/console/cases/${id}/report`, undefined, second);
  expect(report.body).toMatchObject({
    madeBy: 'Operator administrator',
    member: { id: member.id.toString(), bankAccountNo: member.bankAccountNo },
    money: { deposits: 1_200, withdrawals: 0, balance: 1_200 },
    case: { facts: [{ rule: 'structuring' }] },
  });
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where operator_id = ${second.id} and subject = ${`case:${id}`} order by id`.execute(
    server.owner,
  );
  expect(rows.map(({ action }) => action)).toEqual(['case.look', 'case.export']);
});

test('SAFE-35 the member hears nothing but neutral words', async () => {
  const { member, id } = await splitter();
  await ask(`POST /api/console/cases/${id}/notes`, { text: 'the brother called' });
  expect((await decide(id, 'DOCUMENTS')).status).toBe(200);
  const told = await member.client('GET /api/notifications', { query: {} });
  const [newest] = told.notifications;
  expect(newest).toMatchObject({ opens: 'chat', title: 'กรุณายืนยันข้อมูลของคุณ' });
  const statement = await member.client('POST /api/statement', { body: { page: 1, limit: 50 } });
  const profile = await member.client('GET /api/account/profile');
  expect(JSON.stringify([told, statement, profile])).not.toMatch(/case|structuring|launder|brother/i);
});

test('SAFE-25 net deposits open a case of their own kind whose outcome is contact, not suspicion', async () => {
  const member = await makeMember(server);
  await deposits(member, 1, 5_000);
  const cases = await seen(member);
  expect(cases).toMatchObject([{ kind: 'VULNERABILITY', rules: ['netDeposits'], amount: 5_000 }]);
  const { id } = cases[0];
  for (const decision of ['HOLD', 'REPORT', 'DOCUMENTS'])
    expect(await decide(id, decision)).toMatchObject({ status: 400 });
  expect((await decide(id, 'CONTACT')).status).toBe(200);
  const { notifications } = await member.client('GET /api/notifications', { query: {} });
  expect(notifications[0]).toMatchObject({ opens: 'chat', title: 'เราอยู่ข้างคุณเสมอ' });
  expect(await seen(member)).toMatchObject([{ state: 'WATCHED' }]);
  // A little more is no news; as much again is.
  await deposits(member, 1, 100);
  expect(await seen(member)).toMatchObject([{ state: 'WATCHED' }]);
  await deposits(member, 1, 5_000);
  expect(await seen(member)).toMatchObject([{ state: 'OPEN' }]);
});

test('SAFE-35 what commits late is found by the next run: nobody is passed over', async () => {
  const member = await makeMember(server);
  const other = await makeMember(server);
  await deposits(member, 2);
  // A device that is not new: the postings alone tell of the member.
  await sql`update member_device set first_seen_at = now() - interval '1 day', last_seen_at = now() - interval '1 day'
    where member_id = ${member.id}`.execute(server.owner);
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isPosted = () => {};
  const posted = new Promise<void>((resolve) => {
    isPosted = resolve;
  });
  const late = server.db.transaction().execute(async (trx) => {
    await creditDeposit(trx, {
      memberId: member.id,
      amount: 400_00n,
      from: 'KBANK',
      debit: await ensureHouseAccount(trx, 'bank', 'KBANK'),
      key: ['test-deposit', 'late'],
      cause: 'test-deposit:late',
      rules: DEPOSIT_RULES,
      actor: 'system',
    });
    isPosted();
    await held;
  });
  await posted;
  // Newer transactions commit, and the job runs over them twice.
  await deposits(other, 1);
  const claimOf = async () =>
    (await server.db.selectFrom('case_scan').select('claim').executeTakeFirstOrThrow()).claim;
  for (let run = 0; run < 2; run += 1) {
    const before = await claimOf();
    await afterWork(server, async () => {
      await sql`update case_scan set due_at = now() where due_at > now() + interval '20 seconds'`.execute(
        server.owner,
      );
      server.wakeJob('scan-members');
      return (await claimOf()) > before;
    });
  }
  finish();
  await late;
  expect(await seen(member)).toHaveLength(1);
});
