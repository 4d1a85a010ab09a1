import type { Outcome } from '@krapao/contract/api/outcome';
import { encryptGiftLink } from '@krapao/contract/giftLink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { fund, moneyOf, setFaults, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { giveCoins, replaceWheel, switchWheel } from '../../testing/prizeWheel.ts';
import { refusal } from '../../testing/refusal.ts';
import { deposit, openGame } from '../../testing/rewardWorld.ts';
import { callSandbox } from '../../testing/sandboxBank.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { ANSWER_WITHIN_MS } from '../transfers/awaitTransfer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, SHORT_PROVIDER_WAITS);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const outcome = (of: TestMember, key: string): Promise<Outcome> =>
  of.client('GET /api/outcome/:key', { params: { key } });
const toGame = (of: TestMember, game: string, amount: number, idempotencyKey: string) =>
  of.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: game, amount }, idempotencyKey });
const fault = (name: string, mode: string, times?: number) =>
  setFaults(server.sandbox.url, { [name]: { mode, ...(times !== undefined && { times }) } });

/** A member with 1,000 baht in the wallet and an account at the game. */
async function player(game: string): Promise<TestMember> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  await openGame(member, game);
  return member;
}

test('TRF-01 the outcome of a key: unknown, under way, done; it is the member’s own', async () => {
  const member = await player('pg');
  const nothing = { kind: null, id: null, amount: null, code: null };
  expect(await outcome(member, 'never/sent?')).toEqual({ state: 'unknown', ...nothing });

  const done = await toGame(member, 'pg', 100, 'done');
  expect(await outcome(member, 'done')).toEqual({
    state: 'done',
    kind: 'transfer',
    id: done.id,
    amount: 100,
    code: null,
  });
  expect(await outcome(await makeMember(server), 'done')).toEqual({ state: 'unknown', ...nothing });

  await fault('game:pg', 'pendingForever');
  const call = toGame(member, 'pg', 100, 'pending');
  await until(async () => (await outcome(member, 'pending')).state === 'under_way');
  await server.clock.move(ANSWER_WITHIN_MS);
  const pending = await call;
  expect(pending.status).toBe('PENDING');
  expect(await outcome(member, 'pending')).toMatchObject({ state: 'under_way', id: pending.id, amount: 100 });
  await fault('game:pg', 'none');
});

test('TRF-01 two equal transfers within five seconds: each key tells of its own', async () => {
  const member = await player('pg');
  const first = await toGame(member, 'pg', 10, 'first');
  await fault('game:pg', 'maintenance');
  expect(await refusal(toGame(member, 'pg', 10, 'second'))).toBe('TRANSFER_FAIL');
  await fault('game:pg', 'none');
  expect(await outcome(member, 'first')).toMatchObject({ state: 'done', id: first.id });
  expect(await outcome(member, 'second')).toMatchObject({
    state: 'refused',
    code: 'TRANSFER_FAIL',
    id: null,
  });
});

test('TRF-01 WDR-01 a refusal is told by its key and frees it: the same call succeeds later', async () => {
  const member = await player('pg');
  expect(await refusal(toGame(member, 'pg', 5_000, 'poor'))).toBe('MONEY_NOT_ENOUGH');
  expect(await outcome(member, 'poor')).toMatchObject({ state: 'refused', code: 'MONEY_NOT_ENOUGH' });
  await fund(server.db, member.id, 9_000_00n);
  expect(await toGame(member, 'pg', 5_000, 'poor')).toMatchObject({ status: 'SUCCESS', amount: 5_000 });
  expect(await outcome(member, 'poor')).toMatchObject({ state: 'done', code: null });

  const withdraw = (idempotencyKey: string) =>
    member.client('POST /api/wallet/withdrawAll', { body: { amount: 8_000 }, idempotencyKey });
  await fault('game:pg', 'maintenance');
  expect(await refusal(withdraw('out'))).toBe('TRANSFER_FAIL');
  expect(await outcome(member, 'out')).toMatchObject({ state: 'refused', code: 'TRANSFER_FAIL' });
  await fault('game:pg', 'none');
  expect(await withdraw('out')).toMatchObject({ status: 'PENDING' });
  expect((await outcome(member, 'out')).state).toMatch(/under_way|done/);
});

test('TRF-01 a TRANSFER_FAIL is not kept under its key: pressed again it moves the money, once', async () => {
  const member = await player('pg');
  await fault('game:pg', 'maintenance');
  for (let press = 0; press < 2; press += 1)
    expect(await refusal(toGame(member, 'pg', 40, 'again'))).toBe('TRANSFER_FAIL');
  await fault('game:pg', 'none');
  const moved = await toGame(member, 'pg', 40, 'again');
  expect(moved).toMatchObject({ status: 'SUCCESS', amount: 40 });
  expect(await toGame(member, 'pg', 40, 'again')).toEqual(moved);
  expect((await moneyOf(server.db, member.id)).wallet).toBe(960_00n);
});

test('TRF-01 a transfer that failed half way keeps its key: its first half is not moved again', async () => {
  const member = await player('pg');
  await openGame(member, 'imi');
  await toGame(member, 'pg', 500, 'in');
  await fault('game:imi', 'maintenance');
  const across = () =>
    member.client('POST /api/wallet/transfer', {
      body: { from: 'pg', to: 'imi', amount: 100 },
      idempotencyKey: 'across',
    });
  expect(await refusal(across())).toBe('TRANSFER_FAIL');
  await fault('game:imi', 'none');
  expect(await refusal(across())).toBe('TRANSFER_FAIL');
  expect(await outcome(member, 'across')).toMatchObject({ state: 'refused', code: 'TRANSFER_FAIL' });
  expect((await moneyOf(server.db, member.id)).wallet).toBe(600_00n);
});

test('TRF-01 one key pressed on two phones at once moves once; nobody is told a refusal', async () => {
  const member = await player('pg');
  const collect = () =>
    member.client('POST /api/wallet/transferAll', { body: { to: 'pg' }, idempotencyKey: 'all' }).then(
      ({ status }) => status,
      (error) => error.code,
    );
  const answers = await Promise.all(Array.from({ length: 6 }, collect));
  for (const answer of answers) expect(['SUCCESS', 'PENDING', 'REQUEST_IN_PROGRESS']).toContain(answer);
  await afterWork(server, async () => (await outcome(member, 'all')).state === 'done');
  expect(await outcome(member, 'all')).toMatchObject({ amount: 1_000 });
});

test('DEP-06 DEP-11 a QR is told by its key; QR_FAIL of a gateway is not kept under it', async () => {
  const member = await makeMember(server);
  const create = (bankCode: string, idempotencyKey: string) =>
    member.client('POST /api/qrcode/:bankCode', {
      params: { bankCode },
      body: { amount: 100 },
      idempotencyKey,
    });
  const qr = await create('KBANK', 'qr');
  expect(await outcome(member, 'qr')).toMatchObject({ state: 'done', kind: 'qr', id: qr.qrcodeId });

  await fault('gateway:WW', 'maintenance');
  expect(await refusal(create('WW', 'ww'))).toBe('QR_FAIL');
  expect(await outcome(member, 'ww')).toMatchObject({ state: 'refused', code: 'QR_FAIL' });
  await fault('gateway:WW', 'none');
  expect(await create('WW', 'ww')).toMatchObject({ hasQrcode: true, status: 'OPEN' });
  expect(await outcome(member, 'ww')).toMatchObject({ state: 'done', kind: 'qr' });
});

test('DEP-04 a gift link is told by its key; SERVICE_UNAVAILABLE of the redeemer is not kept under it', async () => {
  const member = await makeMember(server);
  const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', {
    amount: 25,
    state: 'ok',
  });
  const redeem = async () =>
    member.client('POST /api/wallet/truelink', {
      body: { link: await encryptGiftLink(link) },
      idempotencyKey: 'gift',
    });
  await fault('gift', 'maintenance', 1);
  expect(await refusal(redeem())).toBe('SERVICE_UNAVAILABLE');
  expect(await outcome(member, 'gift')).toMatchObject({ state: 'refused', code: 'SERVICE_UNAVAILABLE' });
  expect(await redeem()).toMatchObject({ status: 'SUCCESS', amount: 25 });
  expect(await outcome(member, 'gift')).toMatchObject({ state: 'done', kind: 'gift', amount: 25 });
});

test('DEP-14 a transfer claim is told by its key, also where it found the one of another press', async () => {
  await switchSetting(server, 'deposit', { isManual: true });
  const member = await makeMember(server);
  const say = (idempotencyKey: string) =>
    member.client('POST /api/wallet/add', { body: { amount: 321.5 }, idempotencyKey });
  const { id } = await say('one');
  expect(await say('two')).toMatchObject({ id });
  for (const key of ['one', 'two'])
    expect(await outcome(member, key)).toMatchObject({
      state: 'done',
      kind: 'transferClaim',
      id,
      amount: 321.5,
    });
});

test('SPN-02 SPN-03 a spin and a claimed coupon are told by their keys', async () => {
  const member = await makeMember(server);
  await switchWheel(server, true);
  await replaceWheel(server, [{ code: 'ONLY', prize: 'coupon', amount: 50_00n }]);
  const spin = () => member.client('POST /api/spinwheel/spin', { body: {}, idempotencyKey: 'spin' });
  expect(await refusal(spin())).toBe('MONEY_NOT_ENOUGH');
  expect(await outcome(member, 'spin')).toMatchObject({ state: 'refused', code: 'MONEY_NOT_ENOUGH' });
  await giveCoins(server, member.id, 1);
  const { prize } = await spin();
  expect(await outcome(member, 'spin')).toMatchObject({ state: 'done', kind: 'spin', amount: null });
  await member.client('POST /api/spinwheel/coupon/claim', {
    body: { coupon: prize.coupon ?? '' },
    idempotencyKey: 'claim',
  });
  expect(await outcome(member, 'claim')).toMatchObject({ state: 'done', kind: 'coupon', amount: 50 });
});

test('BON-01 BON-02 BON-04 calls that make no row of their own are done once under their key', async () => {
  const member = await makeMember(server);
  await deposit(server.db, member.id, 500_00n);
  const activate = (code: string) =>
    member.client('GET /api/bonus/activate/:code', { params: { code }, idempotencyKey: 'bonus' });
  const cancel = () => member.client('GET /api/bonus/clear', { idempotencyKey: 'end' });
  const bonus = await activate('WELCOME100');
  expect(await activate('WELCOME100')).toEqual(bonus);
  expect(await outcome(member, 'bonus')).toMatchObject({ state: 'done', kind: 'bonus', id: 'WELCOME100' });
  expect(await refusal(activate('DAILY20'))).toMatch(/IDEMPOTENCY_MISMATCH|NO_DATA/);
  expect(await cancel()).toEqual(await cancel());
  expect(await outcome(member, 'end')).toMatchObject({ state: 'done', kind: 'bonus_end' });

  const choose = (code: string) =>
    member.client('GET /api/promotion/activate/:code', { params: { code }, idempotencyKey: 'promotion' });
  expect(await refusal(choose('NOWHERE'))).toBe('NO_PROMOTION');
  expect(await outcome(member, 'promotion')).toMatchObject({ state: 'refused', code: 'NO_PROMOTION' });
});

test('SEC a key that cannot be one is refused; another member learns nothing', async () => {
  const member = await makeMember(server);
  for (const key of ['a'.repeat(65), 'ก', 'a b'])
    expect(await refusal(outcome(member, key))).toBe('INVALID_REQUEST');
});
