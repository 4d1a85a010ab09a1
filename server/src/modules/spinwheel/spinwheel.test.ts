import { ApiError } from '@krapao/contract/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, moneyOf, setFaults, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { giveCoins, replaceWheel, switchWheel, type TestSlice } from '../../testing/prizeWheel.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { changeSetting, openGame } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});
beforeEach(() => switchWheel(server, true));

async function spinner(coins: number): Promise<TestMember> {
  const member = await makeMember(server);
  await giveCoins(server, member.id, coins);
  return member;
}
const spin = (member: TestMember, idempotencyKey?: string, clientSeed?: string) =>
  member.client('POST /api/spinwheel/spin', {
    body: { ...(clientSeed !== undefined && { clientSeed }) },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
const claim = (member: TestMember, coupon: string, idempotencyKey?: string) =>
  member.client('POST /api/spinwheel/coupon/claim', {
    body: { coupon },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
const coupons = (member: TestMember) => member.client('GET /api/spinwheel/coupon');
const setup = (member: TestMember) => member.client('GET /api/spinwheel/setup');
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
const wallet = async (member: TestMember) => (await moneyOf(server.db, member.id)).wallet;
const coinsOf = async (member: TestMember) => (await member.client('GET /api/wallet')).profile.coin;

async function statement(member: TestMember) {
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 50 } });
  return statements.map(({ statementType, status, from, to, amount, luckydraw }) => ({
    statementType,
    status,
    from,
    to,
    amount,
    luckydraw,
  }));
}

/** What the newest row of the statement says to a reader of this language. */
async function luckydrawIn(tag: string, { token }: TestMember) {
  const { body } = await rawCall(server.url, 'POST /api/statement', {
    token,
    body: { page: 1, limit: 1 },
    headers: { 'Accept-Language': tag },
  });
  return body.statements[0].luckydraw.description;
}

/** A member who has won one coupon. */
async function withCoupon(slice: Partial<TestSlice> = {}) {
  await replaceWheel(server, [{ code: 'COUPON', prize: 'coupon', amount: 20_50n, ...slice }]);
  const member = await spinner(1);
  const { prize } = await spin(member);
  return { member, code: prize.coupon ?? '' };
}

const expire = (code: string) =>
  server.db
    .updateTable('coupon')
    .set({ expires_at: sql<Date>`clock_timestamp()` })
    .where('code', '=', code)
    .execute();

test('SPN-01 the first wheel has ten labelled, coloured slices with weights, in three languages', async () => {
  const member = await spinner(4);
  const shown = await setup(member);
  expect(shown).toMatchObject({ userCoin: 4, nonce: 1 });
  expect(shown.activeSpinwheel.name).toBe('วงล้อนำโชค');
  const { slice } = shown.activeSpinwheel;
  expect(slice).toHaveLength(10);
  expect(new Set(slice.map(({ code }) => code)).size).toBe(10);
  expect(slice.reduce((sum, { weight }) => sum + weight, 0)).toBe(10_000);
  expect(slice[5]).toMatchObject({ label: '฿500', bgColor: '#e3bd72', textColor: '#2a1d0c' });
  for (const [tag, name, again] of [
    ['lo', 'ວົງລໍ້ນຳໂຊກ', 'ລຸ້ນໃໝ່'],
    ['en', 'Prize wheel', 'Try again'],
  ]) {
    const { body } = await rawCall(server.url, 'GET /api/spinwheel/setup', {
      token: member.token,
      headers: { 'Accept-Language': tag ?? '' },
    });
    expect(body.activeSpinwheel).toMatchObject({ name, slice: { 1: { label: again } } });
    expect(body.serverSeedHash).toBe(shown.serverSeedHash);
  }
});

test('HOM-04 the wheel is off until its setting says otherwise, and off it answers NO_DATA and takes no coin', async () => {
  const member = await spinner(1);
  expect(await member.client('GET /api/spinwheel/active')).toEqual({ isActive: true });
  const { code } = await withCoupon().then(async (won) => {
    await switchWheel(server, false);
    expect(await refusal(claim(won.member, won.code))).toBe('no refusal');
    return won;
  });
  expect(code).not.toBe('');
  expect(await member.client('GET /api/spinwheel/active')).toEqual({ isActive: false });
  expect(await refusal(setup(member))).toBe('NO_DATA');
  expect(await refusal(spin(member))).toBe('NO_DATA');
  expect(await coinsOf(member)).toBe(1);
});

test('HOM-04 a new site has the wheel switched off', async () => {
  const { rows } = await sql`select from setting where key = 'spinwheel' and actor <> 'test'`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
  const { SETTINGS } = await import('../../settings/schema.ts');
  expect(SETTINGS.spinwheel.default.isActive).toBe(false);
});

test('SPN-01 without an active wheel there is no data', async () => {
  const active = await server.db
    .selectFrom('prize_wheel')
    .select('id')
    .where('is_active', '=', true)
    .execute();
  const ids = active.map(({ id }) => id);
  const set = (is_active: boolean) =>
    server.db.updateTable('prize_wheel').set({ is_active }).where('id', 'in', ids).execute();
  const member = await spinner(1);
  await setup(member);
  await set(false);
  try {
    expect(await member.client('GET /api/spinwheel/active')).toEqual({ isActive: false });
    expect(await refusal(setup(member))).toBe('NO_DATA');
    expect(await refusal(spin(member))).toBe('NO_DATA');
    expect(await coinsOf(member)).toBe(1);
  } finally {
    await set(true);
  }
});

test('SPN-02 a spin needs no body, whatever its Content-Type says', async () => {
  const member = await spinner(3);
  for (const headers of [{}, { 'Content-Type': 'application/json' }]) {
    const { status, body } = await rawCall(server.url, 'POST /api/spinwheel/spin', {
      token: member.token,
      headers,
    });
    expect([status, body.code]).toEqual([200, expect.any(String)]);
  }
  const wrong = await rawCall(server.url, 'POST /api/spinwheel/spin', { token: member.token, body: 'null' });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_REQUEST']);
});

test('SPN-02 a spin takes one coin; without one the answer is MONEY_NOT_ENOUGH and nothing happens', async () => {
  await replaceWheel(server, [{ code: 'NOTHING' }]);
  const member = await spinner(2);
  expect(await spin(member)).toMatchObject({
    code: 'NOTHING',
    label: 'label of NOTHING th',
    remainingCoin: 1,
    prize: { type: 'nothing', amount: 0, coupon: null },
  });
  expect(await spin(member)).toMatchObject({ remainingCoin: 0, nonce: 2 });
  expect(await refusal(spin(member))).toBe('MONEY_NOT_ENOUGH');
  expect(await setup(member)).toMatchObject({ userCoin: 0, nonce: 3 });
  expect(await wallet(member)).toBe(0n);
  expect(await statement(member)).toEqual([]);
});

test('SPN-02 coins that are won can be spun at once', async () => {
  await replaceWheel(server, [{ code: 'COINS', prize: 'coins', amount: 3n }]);
  const member = await spinner(1);
  expect(await spin(member)).toMatchObject({
    remainingCoin: 3,
    prize: { type: 'coins', amount: 3, coupon: null },
  });
  expect(await spin(member)).toMatchObject({ remainingCoin: 5 });
  expect(await coinsOf(member)).toBe(5);
});

test('SPN-02 money goes from the house to the wallet and on the statement, with its description', async () => {
  await replaceWheel(server, [{ code: 'CASH', prize: 'money', amount: 12_34n }]);
  const member = await spinner(1);
  expect(await spin(member)).toMatchObject({ prize: { type: 'money', amount: 12.34, coupon: null } });
  expect(await wallet(member)).toBe(12_34n);
  expect(await statement(member)).toEqual([
    {
      statementType: 'bonus',
      status: 'SUCCESS',
      from: 'WHEEL',
      to: 'WALLET',
      amount: 12.34,
      luckydraw: { description: 'name of CASH th' },
    },
  ]);
  expect(await luckydrawIn('lo', member)).toBe('name of CASH la');
});

test('SPN-02 the seed was bound before the spin: its hash is shown by the setup and by the spin before', async () => {
  await replaceWheel(server, [{ code: 'A' }, { code: 'B' }]);
  const member = await spinner(3);
  const before = await setup(member);
  expect((await setup(member)).serverSeedHash).toBe(before.serverSeedHash);
  const first = await spin(member, undefined, 'mine');
  expect(first).toMatchObject({
    serverSeedHash: before.serverSeedHash,
    clientSeed: 'mine',
    nonce: before.nonce,
    slice: [
      { code: 'A', weight: 1 },
      { code: 'B', weight: 1 },
    ],
  });
  expect((await setup(member)).serverSeedHash).toBe(first.nextServerSeedHash);
  const second = await spin(member);
  expect(second.serverSeedHash).toBe(first.nextServerSeedHash);
  expect(second.serverSeed).not.toBe(first.serverSeed);
  expect(second.clientSeed).toMatch(/^[0-9a-f]{32}$/);
  expect((await spin(member)).serverSeedHash).toBe(second.nextServerSeedHash);
});

test('SPN-02 a spin keeps to the wheel that was shown; the next setup shows the new one under another hash', async () => {
  const member = await spinner(5);
  const old = await replaceWheel(server, [{ code: 'OLD' }]);
  const before = await setup(member);
  await replaceWheel(server, [{ code: 'NEW' }]);
  expect(await spin(member)).toMatchObject({ code: 'OLD', serverSeedHash: before.serverSeedHash });
  expect(await spin(member)).toMatchObject({ code: 'NEW' });

  await replaceWheel(server, [{ code: 'NEWER' }]);
  const bound = await setup(member);
  expect(bound.activeSpinwheel.slice).toMatchObject([{ code: 'NEWER' }]);
  const withdrawn = await replaceWheel(server, [{ code: 'MISTAKE', prize: 'money', amount: 1_000_000n }]);
  expect((await setup(member)).serverSeedHash).not.toBe(bound.serverSeedHash);
  for (const id of [old, withdrawn])
    await server.db.updateTable('prize_wheel').set({ is_active: false }).where('id', '=', id).execute();
  expect(await spin(member)).toMatchObject({ code: 'NEWER' });
});

test('SPN-02 a spin without a setup before it is drawn too', async () => {
  await replaceWheel(server, [{ code: 'A' }]);
  const member = await spinner(1);
  expect(await spin(member)).toMatchObject({ code: 'A', nonce: 1, remainingCoin: 0 });
});

test('SPN-02 the same key gives the same spin and takes one coin, together or later, also when the wheel is off', async () => {
  await replaceWheel(server, [
    { code: 'CASH', prize: 'money', amount: 10_00n },
    { code: 'COUPON', prize: 'coupon', amount: 10_00n },
  ]);
  const member = await spinner(1);
  const answers = await Promise.all([1, 2, 3, 4].map(() => spin(member, 'key-1', 'mine')));
  const [first] = answers;
  for (const answer of answers) expect(answer).toEqual(first);
  await replaceWheel(server, [{ code: 'OTHER' }]);
  await setup(member);
  await switchWheel(server, false);
  expect(await spin(member, 'key-1', 'mine')).toEqual(first);
  expect(await coinsOf(member)).toBe(0);
  expect((await wallet(member)) + BigInt((await coupons(member)).length) * 10_00n).toBe(10_00n);
  expect(await refusal(spin(member, 'key-1', 'yours'))).toBe('IDEMPOTENCY_MISMATCH');
  expect(await refusal(spin(member, 'key-1'))).toBe('IDEMPOTENCY_MISMATCH');
});

test('SPN-02 the key of one member is nothing to another', async () => {
  await replaceWheel(server, [{ code: 'A' }]);
  const [one, two] = [await spinner(1), await spinner(1)];
  const [first, second] = [await spin(one, 'shared'), await spin(two, 'shared')];
  expect(second.serverSeed).not.toBe(first.serverSeed);
  expect(await coinsOf(two)).toBe(0);
});

test('SPN-02 with one coin, of many spins at once a single one is drawn', async () => {
  await replaceWheel(server, [{ code: 'CASH', prize: 'money', amount: 5_00n }]);
  const member = await spinner(1);
  const results = await Promise.all(Array.from({ length: 8 }, () => refusal(spin(member))));
  expect(results.filter((result) => result === 'no refusal')).toHaveLength(1);
  expect(results.filter((result) => result === 'MONEY_NOT_ENOUGH')).toHaveLength(7);
  expect(await wallet(member)).toBe(5_00n);
  expect(await coinsOf(member)).toBe(0);
});

test('SPN-02 spins at once beside setups are numbered without gaps, each by the hash that the one before named', async () => {
  await replaceWheel(server, [
    { code: 'A', weight: 3 },
    { code: 'COINS', prize: 'coins', amount: 1n },
    { code: 'CASH', prize: 'money', amount: 1_00n },
  ]);
  const member = await spinner(30);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 4 === 3 ? setup(member) : spin(member))),
  );
  const spins = results.flatMap((result) => ('prize' in result ? [result] : []));
  spins.sort((a, b) => a.nonce - b.nonce);
  expect(spins.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
  for (const [n, { serverSeedHash }] of spins.entries())
    if (n > 0) expect(serverSeedHash).toBe(spins[n - 1]?.nextServerSeedHash);
  const coinsWon = spins.filter(({ code }) => code === 'COINS').length;
  const cashWon = spins.filter(({ code }) => code === 'CASH').length;
  expect(await coinsOf(member)).toBe(30 - 15 + coinsWon);
  expect(await wallet(member)).toBe(BigInt(cashWon) * 1_00n);
});

test('SPN-02 a deposit and a spin at once lose no coin', async () => {
  await replaceWheel(server, [{ code: 'A' }]);
  const member = await spinner(10);
  const earn = () =>
    server.db
      .updateTable('member')
      .set({ coin: sql<number>`coin + 1` })
      .where('id', '=', member.id)
      .execute();
  await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? spin(member) : earn())));
  expect(await coinsOf(member)).toBe(10);
});

test('SPN-02 bodies that are no spin are refused', async () => {
  const member = await spinner(1);
  for (const body of [
    { clientSeed: '' },
    { clientSeed: 'a:b' },
    { clientSeed: 'ก' },
    { clientSeed: 'x'.repeat(65) },
    { clientSeed: 7 },
    [],
    'null',
  ]) {
    const answer = await rawCall(server.url, 'POST /api/spinwheel/spin', { body, token: member.token });
    expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'INVALID_REQUEST']);
  }
  expect(await coinsOf(member)).toBe(1);
});

test('SPN-02 a published wheel and a drawn spin cannot be changed by the application', async () => {
  await replaceWheel(server, [{ code: 'A' }]);
  await spin(await spinner(1));
  for (const change of [
    sql`update prize_slice set weight = weight + 1`,
    sql`delete from prize_slice`,
    sql`update spin set client_seed = 'x'`,
    sql`delete from spin`,
  ])
    await expect(change.execute(server.db)).rejects.toThrow('permission denied');
});

test('SPN-03 a coupon is listed with what it is and until when, and its money is claimed once', async () => {
  const { member, code } = await withCoupon();
  const listed = await coupons(member);
  expect(listed).toMatchObject([
    {
      code,
      amount: 20.5,
      prize: {
        name: 'name of COUPON th',
        slice: { label: 'label of COUPON th', htmlDescription: '<p>COUPON</p> th' },
      },
    },
  ]);
  const [{ createdAt, expiresAt } = { createdAt: '', expiresAt: '' }] = listed;
  const days = (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000;
  expect(days).toBeCloseTo(7, 3);
  expect(await wallet(member)).toBe(0n);

  expect(await claim(member, code)).toEqual({ code: 'SUCCESS' });
  expect(await wallet(member)).toBe(20_50n);
  expect(await coupons(member)).toEqual([]);
  expect(await statement(member)).toEqual([
    {
      statementType: 'bonus',
      status: 'SUCCESS',
      from: 'COUPON',
      to: 'WALLET',
      amount: 20.5,
      luckydraw: { description: 'name of COUPON th' },
    },
  ]);
  expect(await luckydrawIn('en', member)).toBe('name of COUPON en');
});

test('SPN-05 NO_CLAIMABLE_COUPON: a coupon that was claimed, also when many claim it at once', async () => {
  const { member, code } = await withCoupon();
  const results = await Promise.all(Array.from({ length: 8 }, () => refusal(claim(member, code))));
  expect(results.filter((result) => result === 'no refusal')).toHaveLength(1);
  expect(results.filter((result) => result === 'NO_CLAIMABLE_COUPON')).toHaveLength(7);
  expect(await refusal(claim(member, code))).toBe('NO_CLAIMABLE_COUPON');
  expect(await wallet(member)).toBe(20_50n);
});

test('SPN-05 INVALID_PRIZE_CODE: a code of nobody, and one of somebody else', async () => {
  const { member, code } = await withCoupon();
  const stranger = await spinner(0);
  expect(await refusal(claim(member, '2222-2222-2222'))).toBe('INVALID_PRIZE_CODE');
  expect(await refusal(claim(stranger, code))).toBe('INVALID_PRIZE_CODE');
  expect(await coupons(stranger)).toEqual([]);
  expect(await wallet(stranger)).toBe(0n);
  expect(await coupons(member)).toHaveLength(1);
});

test('SPN-05 INVALID_CODE: what is no code of a coupon', async () => {
  const { member, code } = await withCoupon();
  for (const text of [code.toLowerCase(), code.replaceAll('-', ''), `${code} `, 'x', "' or 1=1", '๑๒๓๔'])
    expect([text, await refusal(claim(member, text))]).toEqual([text, 'INVALID_CODE']);
  for (const body of [{}, { coupon: '' }, { coupon: 1 }, { coupon: 'x'.repeat(65) }]) {
    const answer = await rawCall(server.url, 'POST /api/spinwheel/coupon/claim', {
      body,
      token: member.token,
    });
    expect([body, answer.body.code]).toEqual([body, 'INVALID_REQUEST']);
  }
});

test('SPN-05 COUPON_EXPIRED: after its time it is not listed and not paid, and the answer does not say the site is gone', async () => {
  const { member, code } = await withCoupon();
  await expire(code);
  expect(await coupons(member)).toEqual([]);
  const answer = await rawCall(server.url, 'POST /api/spinwheel/coupon/claim', {
    body: { coupon: code },
    token: member.token,
  });
  expect([answer.status, answer.body.code]).toEqual([410, 'COUPON_EXPIRED']);
  expect(answer.body.message).not.toBe('gone');
  expect(await wallet(member)).toBe(0n);
});

test('SPN-05 INVALID_COUPON_TYPE: while bonuses of coupons are switched off, the coupon stays open', async () => {
  await changeSetting(server, 'bonusCoupon', { isActive: false });
  const { member, code } = await withCoupon({ couponType: 'bonus' });
  expect(await refusal(claim(member, code))).toBe('INVALID_COUPON_TYPE');
  expect(await wallet(member)).toBe(0n);
  expect(await coupons(member)).toHaveLength(1);
  await changeSetting(server, 'bonusCoupon', { isActive: true });
  expect(await refusal(claim(member, code))).toBe('no refusal');
});

test('SPN-03 while a game is asked for a bonus coupon, its key is not refused to another press', async () => {
  await changeSetting(server, 'bonusCoupon', { isActive: true });
  const { member, code } = await withCoupon({ couponType: 'bonus' });
  await openGame(member, 'pg');
  await setFaults(server.sandbox.url, {
    'game:pg': { mode: 'slow', times: 1, delayMs: 2_000, for: `km${member.id}pg` },
  });
  const first = refusal(claim(member, code, 'one'));
  await until(async () => {
    const asking = server.owner.selectFrom('request_outcome').select('key').where('state', '=', 'asking');
    return (await asking.where('member_id', '=', member.id).execute()).length > 0;
  });
  expect(await refusal(claim(member, code, 'one'))).toBe('REQUEST_IN_PROGRESS');
  expect(await first).toBe('no refusal');
  const outcome = await member.client('GET /api/outcome/:key', { params: { key: 'one' } });
  expect(outcome).toMatchObject({ state: 'done', kind: 'coupon' });
});

test('SPN-03 a bonus coupon starts a bonus with its own terms; withdrawing is locked until its target', async () => {
  await changeSetting(server, 'bonusCoupon', { isActive: true, successBps: 200_00, failBps: 5_00 });
  const { member, code } = await withCoupon({ couponType: 'bonus', amount: 120_00n });
  const twice = await Promise.all([refusal(claim(member, code)), refusal(claim(member, code))]);
  expect(twice.toSorted()).toEqual(['NO_CLAIMABLE_COUPON', 'no refusal']);
  expect(await wallet(member)).toBe(120_00n);
  expect(await member.client('GET /api/bonus/check/active')).toMatchObject({
    status: true,
    type: 'name of COUPON th',
    progress: { base: 120, target: 240, floor: 6, now: 120, cancelCost: 120 },
  });
  expect(await refusal(member.client('POST /api/wallet/withdraw', { body: { amount: 100 } }))).toBe(
    'BONUS_CONDITION',
  );
  expect(await statement(member)).toEqual([
    {
      statementType: 'bonus',
      status: 'SUCCESS',
      from: 'BONUS',
      to: 'WALLET',
      amount: 120,
      luckydraw: { description: 'name of COUPON th' },
    },
  ]);
  await member.client('GET /api/bonus/clear');
  expect(await wallet(member)).toBe(0n);
  expect((await statement(member))[0]).toMatchObject({
    statementType: 'finish_bonus',
    amount: 120,
    luckydraw: { description: 'name of COUPON th' },
  });
});

test('SPN-05 a bonus coupon waits for a running bonus and for a clear balance, and stays open', async () => {
  const first = await withCoupon({ couponType: 'bonus' });
  await claim(first.member, first.code);
  await giveCoins(server, first.member.id, 1);
  const { prize } = await spin(first.member);
  expect(await refusal(claim(first.member, prize.coupon ?? ''))).toBe('BONUS_REMAINING');
  const rich = await withCoupon({ couponType: 'bonus' });
  await fund(server.db, rich.member.id, 500_00n);
  expect(await refusal(claim(rich.member, rich.code))).toBe('BONUS_CONDITION');
  expect(await coupons(rich.member)).toHaveLength(1);
  expect(await wallet(rich.member)).toBe(500_00n);
});

test('SPN-03 the days of a coupon are the setting at the time of the spin', async () => {
  await switchWheel(server, true, 1);
  const { member, code } = await withCoupon();
  await switchWheel(server, true, 30);
  const [coupon] = await coupons(member);
  expect(coupon?.code).toBe(code);
  expect(Date.parse(coupon?.expiresAt ?? '') - Date.parse(coupon?.createdAt ?? '')).toBeLessThan(
    2 * 86_400_000,
  );
});

test('SPN-03 claiming again under the same key succeeds without paying again; for another coupon it is refused', async () => {
  await replaceWheel(server, [{ code: 'COUPON', prize: 'coupon', amount: 3_00n }]);
  const member = await spinner(2);
  const [one, two] = [(await spin(member)).prize.coupon ?? '', (await spin(member)).prize.coupon ?? ''];
  await Promise.all([1, 2, 3].map(() => claim(member, one, 'key-1')));
  expect(await claim(member, one, 'key-1')).toEqual({ code: 'SUCCESS' });
  expect(await wallet(member)).toBe(3_00n);
  expect(await refusal(claim(member, two, 'key-1'))).toBe('IDEMPOTENCY_MISMATCH');
  expect(await refusal(claim(member, one, 'key-2'))).toBe('NO_CLAIMABLE_COUPON');
  expect((await coupons(member)).map(({ code }) => code)).toEqual([two]);
});

test('SPN-02 the house accounts carry what the wheel and its coupons gave', async () => {
  const { rows } = await sql<{ kind: string; posted: bigint; won: bigint }>`
    select a.kind, b.posted, (
      select coalesce(sum(p.amount), 0)::bigint from ledger.posting p
      join ledger.account w on w.id = p.credit and w.kind = 'wallet' where p.debit = a.id) as won
    from ledger.account a cross join lateral ledger.balance(a.id) b where a.kind in ('wheel', 'coupon')`.execute(
    server.db,
  );
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['coupon', 'wheel']);
  for (const { posted, won } of rows) {
    expect(won).toBeGreaterThan(0n);
    expect(posted).toBe(-won);
  }
});
