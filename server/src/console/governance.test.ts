import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { deposit } from '../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { decideApproval, logInOverHttp, makeOperator, type TestOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

/** An administrator with a grudge against a site with money in it, over HTTP. */
let server: TestServer;
let member: TestMember;
let grudge: TestOperator;
let other: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  member = await makeMember(server);
  grudge = await makeOperator(server, 'administrator');
  other = await makeOperator(server, 'administrator');
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers are of many shapes.
type Answer = { status: number; body: any };
const ask = (key: string, body?: unknown, by = grudge): Promise<Answer> => by.call(key, body);
const reason = 'a grudge';
const texts = (text: string) => ({ th: text, la: text, en: text });

const operatorOf = (username: string) =>
  server.owner.selectFrom('operator').selectAll().where('username', '=', username).executeTakeFirst();
const newOperator = (username: string, role = 'cashier', by = grudge) =>
  ask('POST /api/console/operators', { username, name: username, role, reason }, by);

/** Publishes changes of a document. @returns the answer of publishing */
async function publish(address: string, changes: object, by = grudge): Promise<Answer> {
  const path = `/api/console/content/${address}`;
  const { body } = await ask(`GET ${path}`, undefined, by);
  const value = Array.isArray(body.value) ? changes : { ...body.value, ...changes };
  const draft = { value, version: body.version, revision: body.draft?.revision ?? 0 };
  const saved = await ask(`PUT ${path}/draft`, draft, by);
  expect(saved.body.problems, JSON.stringify(saved.body)).toEqual([]);
  return ask(
    `POST ${path}/publish`,
    { revision: saved.body.draft.revision, reason, withoutSimulation: 'a test' },
    by,
  );
}

const ACCOUNT = {
  bankType: 'BANK',
  bankCode: 'BBL',
  accountName: 'A FRIEND',
  accountNo: '9876543210',
  currency: 'BAHT',
  mode: 'AUTO',
  promptpayId: null,
  laoqrIin: null,
  laoqrReceiverId: null,
  isActive: true,
};
const PROMOTION = {
  code: 'SECRET',
  offer: 'promotion',
  name: texts('Secret'),
  description: texts('<p>Secret</p>'),
  condition: 'none',
  minimumDepositSatang: 0,
  rewardBps: null,
  rewardSatang: 90_000_00,
  rewardMaximumSatang: null,
  successBps: 100_01,
  failBps: 0,
  turnoverBps: 0,
  maximumPayoutSatang: null,
  type: 'limit',
  maxReceived: 1,
  quota: null,
  isActive: true,
};
const WAITS = (code: string) => ({ status: 200, body: { waits: { cause: { code }, takesEffectAt: null } } });
const DONE = { status: 200, body: { waits: null } };

test('until the first money of a member is in, one administrator sets the site up alone', async () => {
  const added = await newOperator('first');
  expect(added).toMatchObject(DONE);
  expect(await logInOverHttp(server.url, { username: 'first', password: added.body.password })).toMatchObject(
    {
      status: 200,
    },
  );
  expect(await publish('account/new', { ...ACCOUNT, accountNo: '1111111111' })).toMatchObject(DONE);
  expect(await publish('setting/kip', { attForBaht: 700_00 })).toMatchObject(DONE);
  expect(await publish('bonus/new', { ...PROMOTION, code: 'GRAND' })).toMatchObject(DONE);
  await deposit(server.db, member.id, 500_00n);
  expect(await publish('setting/kip', { attForBaht: 680_00 })).toMatchObject(WAITS('TWO_PERSONS'));
});

test('nobody alone makes an operator, gives a right, lets one in again or resets who may approve', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const support = await makeOperator(server, 'support');
  const terms = { name: 'x', role: 'cashier', isActive: true, reason };

  const added = await newOperator('puppet', 'administrator');
  expect(added).toMatchObject(WAITS('TWO_PERSONS'));
  const password = added.body.password as string;
  expect(await operatorOf('puppet')).toBeUndefined();
  expect(await logInOverHttp(server.url, { username: 'puppet', password })).toMatchObject({ status: 401 });
  expect(await newOperator('puppet')).toMatchObject({ status: 409, body: { code: 'APPROVAL_WAITING' } });
  expect(await decideApproval(grudge, added.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'FOUR_EYES' },
  });
  await ask(`POST /api/console/queues/approvals/${added.body.waits.id}/release`);
  const { items } = (await other.call('GET /api/console/approvals')).body as {
    items: { facts: { name: string; text: string }[] }[];
  };
  expect(JSON.stringify(items)).not.toContain('argon2');
  expect(items.flatMap(({ facts }) => facts)).toContainEqual(
    expect.objectContaining({ name: 'username', text: 'puppet' }),
  );
  expect(await decideApproval(other, added.body.waits.id, 'approve')).toMatchObject({ status: 200 });
  expect(await logInOverHttp(server.url, { username: 'puppet', password })).toMatchObject({ status: 200 });

  const raised = await ask(`PUT /api/console/operators/${cashier.id}`, { ...terms, role: 'manager' });
  expect(raised).toMatchObject(WAITS('TWO_PERSONS'));
  expect((await operatorOf(cashier.username))?.role).toBe('cashier');
  // Neither of these two roles has all that the other one has.
  expect(await ask(`PUT /api/console/operators/${support.id}`, terms)).toMatchObject(WAITS('TWO_PERSONS'));

  const off = await makeOperator(server, 'cashier');
  expect(await ask(`PUT /api/console/operators/${off.id}`, { ...terms, isActive: false })).toMatchObject(
    DONE,
  );
  expect(await off.call('GET /api/console/me')).toMatchObject({ status: 401 });
  expect(await ask(`PUT /api/console/operators/${off.id}`, terms)).toMatchObject(WAITS('TWO_PERSONS'));
  expect((await operatorOf(off.username))?.is_active).toBe(false);

  const reset = await ask(`POST /api/console/operators/${other.id}/reset`, { reason });
  expect(reset).toMatchObject(WAITS('TWO_PERSONS'));
  expect(
    await logInOverHttp(server.url, { username: other.username, password: reset.body.password }),
  ).toMatchObject({ status: 401 });
  expect(await other.call('GET /api/console/me')).toMatchObject({ status: 200 });
  expect(await decideApproval(other, reset.body.waits.id, 'reject')).toMatchObject({ status: 200 });
  // Who answers chats may approve nothing.
  expect(
    await ask(`POST /api/console/operators/${(await makeOperator(server, 'support')).id}/reset`, { reason }),
  ).toMatchObject(DONE);
});

test('a request that no longer fits what stands there is not applied', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const terms = { name: 'x', isActive: true, reason };
  const raised = await ask(`PUT /api/console/operators/${cashier.id}`, { ...terms, role: 'administrator' });
  await ask(
    `PUT /api/console/operators/${cashier.id}`,
    { ...terms, role: 'cashier', isActive: false },
    other,
  );
  expect(await decideApproval(other, raised.body.waits.id, 'approve')).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  });
});

test('who takes the second person away does not become the only one: a week goes by first', async () => {
  const lonely = await startTestServer(OWN_CLUSTER);
  try {
    const boss = await makeOperator(lonely, 'administrator');
    const second = await makeOperator(lonely, 'administrator');
    await lonely.owner
      .updateTable('operator')
      .set({ is_active: false })
      .where('username', '=', 'admin')
      .execute();
    await deposit(lonely.db, (await makeMember(lonely)).id, 100_00n);
    const terms = { name: 'Second', role: 'support', isActive: true, reason };
    expect(await ask(`PUT /api/console/operators/${second.id}`, terms, boss)).toMatchObject(DONE);
    const hours = async (username: string) => {
      const { body } = await newOperator(username, 'administrator', boss);
      return (Date.parse(body.waits.takesEffectAt) - Date.now()) / 3_600_000;
    };
    expect(await hours('puppet')).toBeGreaterThan(167.9);
    // As if it had been six days and a half ago, and longer.
    const age = (interval: string) =>
      lonely.owner.transaction().execute(async (trx) => {
        await sql`alter table audit_entry disable trigger audit_entry_kept`.execute(trx);
        await sql`update audit_entry set at = now() - ${interval}::interval where action = 'operator.change'`.execute(
          trx,
        );
        await sql`alter table audit_entry enable trigger audit_entry_kept`.execute(trx);
      });
    await age('6 days 12 hours');
    expect(await hours('puppet2')).toBeCloseTo(24, 1);
    await age('2 days');
    expect(await hours('puppet3')).toBeCloseTo(120, 1);
  } finally {
    await lonely.stop();
  }
});

test('PRO-03 a member’s name, number and bank account are changed by two persons, and by the rules of a registration', async () => {
  const [one, two] = [await makeMember(server), await makeMember(server)];
  const path = `POST /api/console/members/${one.id}/change`;
  const details = {
    name: 'สมชาย ใจดี',
    phoneNumber: one.phoneNumber,
    bankCode: one.bankCode,
    bankAccountNo: one.bankAccountNo,
    bankAccountName: one.bankAccountName,
    reason: 'wants another account',
  };
  for (const [change, code] of [
    [{}, 'NO_DATA'],
    [{ phoneNumber: '12345' }, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
    [{ phoneNumber: two.phoneNumber }, 'EXISTING_USER'],
    [{ bankAccountNo: two.bankAccountNo }, 'EXISTING_BANK'],
    [{ bankAccountNo: '123' }, 'INVALID_BANK'],
    [{ bankCode: 'KTB', bankAccountNo: '1234567890', bankAccountName: 'สมชาย' }, 'BANK_ACCOUNT_NAME_ENG'],
    [{ name: '<b>' }, 'INVALID_USER_INFO'],
  ] as const)
    expect(await ask(path, { ...details, ...change }), code).toMatchObject({ body: { code } });
  const support = await makeOperator(server, 'support');
  expect(await ask(path, details, support)).toMatchObject({ body: { code: 'OPERATOR_FORBIDDEN' } });

  const wanted = {
    ...details,
    name: 'สมหญิง ใจงาม',
    phoneNumber: '089-000-1234',
    bankCode: 'SCB',
    bankAccountNo: '222-3-33444-5',
    bankAccountName: 'somying  jaingam',
  };
  const asked = await ask(path, wanted);
  expect(asked).toMatchObject(WAITS('TWO_PERSONS'));
  expect(await one.client('GET /api/account/profile')).toMatchObject({ bankCode: one.bankCode });
  expect(await decideApproval(other, asked.body.waits.id, 'approve')).toMatchObject({ status: 200 });
  const row = await server.owner
    .selectFrom('member')
    .selectAll()
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    name: 'สมหญิง ใจงาม',
    phone_number: '+66890001234',
    bank_code: 'SCB',
    bank_account_no: '2223334445',
    bank_account_name: 'SOMYING JAINGAM',
    currency: 'BAHT',
  });
  // Automatic payouts wait until the account is old enough, and the old telephone's sessions are over.
  expect(Number(row.bank_account_changed_at)).toBeGreaterThan(Number(row.created_at));
  await expect(one.client('GET /api/account/profile')).rejects.toMatchObject({ status: 401 });
  const line = await server.owner
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'member.change')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    operator_id: grudge.id,
    member_id: one.id,
    before: { bankAccountNo: one.bankAccountNo },
    after: { phoneNumber: '+66890001234' },
  });

  // What a colleague saw before is not what stands there any more.
  const late = await ask(path, { ...wanted, bankAccountNo: '9998887776' });
  await server.owner.updateTable('member').set({ name: 'ใหม่' }).where('id', '=', one.id).execute();
  expect(await decideApproval(other, late.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'CHANGED_MEANWHILE' },
  });
});

test('a secret promotion, many small ones, one that was made free and one brought back all need a second person', async () => {
  const manager = await makeOperator(server, 'manager');
  const free = { ...PROMOTION, rewardSatang: 400_00 };
  const offered = (code: string) =>
    server.owner
      .selectFrom('bonus_definition')
      .select('reward_amount')
      .where('code', '=', code)
      .executeTakeFirst();

  expect(await publish('bonus/new', PROMOTION, manager)).toMatchObject({
    body: { waits: { cause: { code: 'WORST_CASE', limit: 1_000, amount: 90_000 } } },
  });
  expect(await offered('SECRET')).toBeUndefined();
  // Once for each member is no bound where it is received often, and neither is a deposit of any size.
  for (const terms of [
    { code: 'OFTEN', maxReceived: 3 },
    { code: 'SHARE', condition: 'deposit', rewardSatang: null, rewardBps: 10 },
  ])
    expect(await publish('bonus/new', { ...free, ...terms }, manager)).toMatchObject(WAITS('WORST_CASE'));

  expect(await publish('bonus/new', { ...free, code: 'SMALL1' }, manager)).toMatchObject(DONE);
  expect(await publish('bonus/new', { ...free, code: 'SMALL2' }, manager)).toMatchObject(DONE);
  const third = await publish('bonus/new', { ...free, code: 'SMALL3' }, manager);
  expect(third).toMatchObject({ body: { waits: { cause: { code: 'WORST_CASE', amount: 1_200 } } } });
  // The same again, by what is changed later.
  expect(await publish('bonus/SMALL1', { maxReceived: 2 }, manager)).toMatchObject(WAITS('WORST_CASE'));
  // Words cost nothing, and taking back neither.
  expect(await publish('bonus/GRAND', { name: texts('Grander') }, manager)).toMatchObject(DONE);
  expect(await publish('bonus/GRAND', { isActive: false }, manager)).toMatchObject(DONE);
  expect(await publish('bonus/GRAND', { isActive: true }, manager)).toMatchObject(WAITS('WORST_CASE'));
  const { version } = (await ask('GET /api/console/content/bonus/GRAND')).body;
  expect(
    await ask(
      'POST /api/console/content/bonus/GRAND/restore',
      { version: version - 1, current: version, reason, withoutSimulation: 'a test' },
      other,
    ),
  ).toMatchObject({ status: 409, body: { code: 'APPROVAL_WAITING' } });
  expect(
    await ask(
      'POST /api/console/content/bonus/GRAND/restore',
      { version: version - 1, current: version },
      other,
    ),
  ).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });

  // What was refused is a draft again, to be mended.
  expect(await decideApproval(other, third.body.waits.id, 'reject')).toMatchObject({ status: 200 });
  expect((await ask('GET /api/console/content/bonus/new', undefined, manager)).body.draft.value.code).toBe(
    'SMALL3',
  );
});

test('a wheel, refunds and invite shares are worth their worst case; the editor is told before it asks', async () => {
  const manager = await makeOperator(server, 'manager');
  const { value } = (await ask('GET /api/console/content/wheel/current')).body;
  const slices = value.slices.map((slice: object, index: number) =>
    index === 0 ? { ...slice, prize: 'money', amountSatang: 90_000_00, coins: 0, couponType: null } : slice,
  );
  expect(await publish('wheel/current', { slices }, manager)).toMatchObject(WAITS('WORST_CASE'));
  expect(await publish('setting/refund', { shareBps: 100_00 }, manager)).toMatchObject(WAITS('WORST_CASE'));
  // More than the highest sum of its days nobody gets, whatever the share is.
  const worstOf = async (maximumSatang: number) => {
    const refund = (await ask('GET /api/console/content/setting/refund', undefined, manager)).body.value;
    const { body } = await ask(
      'POST /api/console/content/setting/refund/example',
      { value: { ...refund, shareBps: 50_00, maximumSatang }, baht: 100 },
      manager,
    );
    return body as { worstCase: number; second: unknown };
  };
  expect(await worstOf(900_00)).toMatchObject({ worstCase: 900, second: null });
  expect(await worstOf(1_100_00)).toMatchObject({ worstCase: 1_100, second: { code: 'WORST_CASE' } });
  const example = await ask(
    'POST /api/console/content/bonus/new/example',
    { value: { ...PROMOTION, maxReceived: 2 }, baht: 100 },
    manager,
  );
  expect(example.body).toMatchObject({
    worstCase: 180_000,
    second: { code: 'WORST_CASE', limit: 1_000, amount: 180_000 },
  });
});

test('deposit accounts and settings that guard money take two persons; tightening them takes one', async () => {
  const asked = await publish('account/new', ACCOUNT);
  expect(asked).toMatchObject(WAITS('TWO_PERSONS'));
  const accounts = () =>
    server.owner.selectFrom('deposit_account').selectAll().where('account_no', '=', '9876543210').execute();
  expect(await accounts()).toEqual([]);
  expect(await decideApproval(other, asked.body.waits.id, 'approve')).toMatchObject({ status: 200 });
  expect(await accounts()).toHaveLength(1);
  const [account] = await accounts();
  // One that was seized is switched off at once, and comes back by two.
  expect(await publish(`account/${account?.id}`, { isActive: false })).toMatchObject(DONE);
  expect(await publish(`account/${account?.id}`, { isActive: true })).toMatchObject(WAITS('TWO_PERSONS'));

  for (const [setting, looser] of [
    ['ownMoney', { offerLimitSatang: 100_000_00 }],
    ['paidByHand', { cashierSatang: 60_000_00 }],
    ['withdraw', { maximumSatang: 900_000_00 }],
    ['payout', { playedShareBps: 12_34 }],
    ['deposit', { satangForCoin: 1 }],
    ['links', { addressHours: 1 }],
    ['session', { idleMinutes: 1 }],
    ['retention', { isOn: true, chatDays: 30 }],
    // Everybody but one in the console would be outside.
    ['access', { allowedNetworks: ['198.51.100.7'] }],
  ] as const) {
    const path = `/api/console/content/setting/${setting}`;
    const before = (await ask(`GET ${path}`)).body.value;
    const waiting = await publish(`setting/${setting}`, looser);
    expect(waiting, setting).toMatchObject(WAITS('TWO_PERSONS'));
    const shown = (await ask(`GET ${path}`)).body;
    expect(shown).toMatchObject({ value: before, waits: { id: waiting.body.waits.id } });
    expect(await decideApproval(grudge, waiting.body.waits.id, 'reject')).toMatchObject({ status: 200 });
  }
  expect(await publish('setting/withdraw', { isAutomatic: false })).toMatchObject(DONE);
  expect(await publish('setting/withdraw', { isAutomatic: true })).toMatchObject(WAITS('TWO_PERSONS'));
  expect(await publish('setting/links', { addressHours: 48 })).toMatchObject(DONE);
  expect(await publish('setting/ownMoney', { offerLimitSatang: 1 })).toMatchObject(DONE);
  await vi.waitFor(() => expect(server.settings.get('ownMoney').offerLimitSatang).toBe(1));
  // Back to the looser version is loosening.
  const { version } = (await ask('GET /api/console/content/setting/ownMoney')).body;
  expect(
    await ask('POST /api/console/content/setting/ownMoney/restore', {
      version: version - 1,
      current: version,
      reason,
    }),
  ).toMatchObject(WAITS('TWO_PERSONS'));
});
