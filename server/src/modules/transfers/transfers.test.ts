import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@krapao/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, gameBalance, moneyOf, playRound } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
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

/** A member with 1,000 baht in the wallet and open accounts at these games. */
async function player(...games: string[]): Promise<TestMember> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  for (const slotCode of games)
    await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
  return member;
}

const at = (member: TestMember, code: string) =>
  gameBalance(server.sandbox.url, code, `km${member.id}${code}`);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
const move = (member: TestMember, from: string, to: string, amount: number, idempotencyKey?: string) =>
  member.client('POST /api/wallet/transfer', {
    body: { from, to, amount },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
const collect = (member: TestMember, to: string) =>
  member.client('POST /api/wallet/transferAll', { body: { to } });
const statement = async (member: TestMember) => {
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  return statements.map(({ from, to, amount, status }) => `${from}>${to} ${amount} ${status}`);
};

test('TRF-01 money goes into a game and comes back, to the satang', async () => {
  const member = await player('pg');
  expect(await move(member, 'WALLET', 'pg', 250.25)).toMatchObject({ status: 'SUCCESS', amount: 250.25 });
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 749_75n, held: 0n, inTransfer: 0n });
  expect(await at(member, 'pg')).toBe(250_25n);
  const wallet = await member.client('GET /api/wallet');
  expect(wallet.wallet.amount).toBe(749.75);
  expect(wallet.slots.find(({ code }) => code === 'pg')).toMatchObject({ isActive: true, amount: 250.25 });

  expect(await move(member, 'pg', 'WALLET', 50.05)).toMatchObject({ status: 'SUCCESS', amount: 50.05 });
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 799_80n, held: 0n, inTransfer: 0n });
  expect(await at(member, 'pg')).toBe(200_20n);
  expect(await statement(member)).toEqual(['pg>WALLET 50.05 SUCCESS', 'WALLET>pg 250.25 SUCCESS']);
});

test('TRF-01 game to game goes through the wallet as one transfer', async () => {
  const member = await player('joker2', 'imi');
  await move(member, 'WALLET', 'joker2', 300);
  expect(await move(member, 'joker2', 'imi', 120)).toMatchObject({ status: 'SUCCESS', amount: 120 });
  expect([await at(member, 'joker2'), await at(member, 'imi')]).toEqual([180_00n, 120_00n]);
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 700_00n, held: 0n, inTransfer: 0n });
  expect((await statement(member))[0]).toBe('joker2>imi 120 SUCCESS');
});

test('TRF-01 transferAll collects every game and the wallet into one game, and all of it into the wallet', async () => {
  const member = await player('usun', 'circus', 'chok');
  await move(member, 'WALLET', 'usun', 100);
  await move(member, 'WALLET', 'circus', 200);
  await playRound(server.sandbox.url, 'circus', { username: `km${member.id}circus`, stake: 50, win: 75.5 });
  expect(await collect(member, 'chok')).toMatchObject({ status: 'SUCCESS', amount: 1_025.5 });
  expect([await at(member, 'usun'), await at(member, 'circus'), await at(member, 'chok')]).toEqual([
    0n,
    0n,
    1_025_50n,
  ]);
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 0n, held: 0n, inTransfer: 0n });
  expect((await statement(member))[0]).toBe('ALL>chok 1025.5 SUCCESS');

  expect(await collect(member, 'WALLET')).toMatchObject({ status: 'SUCCESS', amount: 1_025.5 });
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 1_025_50n, held: 0n, inTransfer: 0n });
  expect(await refusal(collect(member, 'WALLET'))).toBe('MONEY_NOT_ENOUGH');
});

test('TRF-05 what cannot be transferred has its code and changes nothing', async () => {
  const member = await player('pg');
  const cases: [string, string, number, string][] = [
    ['WALLET', 'pg', 1_000.01, 'MONEY_NOT_ENOUGH'],
    ['pg', 'WALLET', 1, 'MONEY_NOT_ENOUGH'],
    ['WALLET', 'pg', 0.99, 'TRANSFER_MINIMUM'],
    ['WALLET', 'pg', 0, 'INVALID_AMOUNT'],
    ['WALLET', 'pg', -5, 'INVALID_AMOUNT'],
    ['WALLET', 'pg', 1.005, 'INVALID_AMOUNT'],
    ['WALLET', 'pg', 1e8, 'MONEY_NOT_ENOUGH'],
    ['WALLET', 'pg', 1e9, 'INVALID_REQUEST'],
    ['WALLET', 'pg', 1e300, 'INVALID_REQUEST'],
    ['WALLET', 'WALLET', 10, 'NO_DATA'],
    ['pg', 'pg', 10, 'NO_DATA'],
    ['WALLET', 'nosuch', 10, 'NO_GAME'],
    ['nosuch', 'WALLET', 10, 'NO_GAME'],
    ['WALLET', 'PG', 10, 'NO_GAME'],
    ['wallet', 'pg', 10, 'NO_GAME'],
    ['WALLET', 'imi', 10, 'SLOT_NO_ACCOUNT'],
    ['imi', 'WALLET', 10, 'SLOT_NO_ACCOUNT'],
  ];
  for (const [from, to, amount, code] of cases)
    expect([from, to, amount, await refusal(move(member, from, to, amount))]).toEqual([
      from,
      to,
      amount,
      code,
    ]);
  expect(await refusal(collect(member, 'nosuch'))).toBe('NO_GAME');
  expect(await refusal(collect(member, 'imi'))).toBe('SLOT_NO_ACCOUNT');
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 1_000_00n, inTransfer: 0n });
  expect(await statement(member)).toEqual(['pg>WALLET 1 FAILED']);
});

test('TRF-05 wrong types and spellings of a body are refused before anything happens', async () => {
  const member = await player('pg');
  const bodies = [
    { from: 'WALLET', to: 'pg', amount: '10' },
    { from: 'WALLET', to: 'pg', amount: null },
    { from: 'WALLET', to: 'pg', amount: [10] },
    { from: 'WALLET', to: 'pg' },
    { from: 'WALLET', to: '', amount: 10 },
    { from: 'WALLET', to: "pg' or 1=1", amount: 10 },
    { from: { code: 'WALLET' }, to: 'pg', amount: 10 },
    { from: 'WALLET', to: 'x'.repeat(41), amount: 10 },
    '{"from":"WALLET","to":"pg","amount":NaN}',
    '{"from":"WALLET","to":"pg","amount":Infinity}',
    '[]',
    'null',
  ];
  for (const body of bodies) {
    const answer = await rawCall(server.url, 'POST /api/wallet/transfer', { body, token: member.token });
    expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'INVALID_REQUEST']);
  }
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 1_000_00n, inTransfer: 0n });
});

test('TRF-05 a member without a wallet or a game account is told so', async () => {
  const member = await makeMember(server);
  expect(await refusal(collect(member, 'WALLET'))).toBe('NO_DATA');
  const token = await withoutWallet();
  const body = { from: 'WALLET', to: 'pg', amount: 10 };
  const answer = await rawCall(server.url, 'POST /api/wallet/transfer', { token, body });
  expect(answer.body.code).toBe('NO_WALLET');
});

/** A member that the ledger does not know, as an import of members might leave one. @returns a token */
async function withoutWallet(): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { id } = await server.owner
    .insertInto('member')
    .values({
      phone_number: '+66899999999',
      name: 'IMPORTED',
      password_hash: 'none',
      bank_code: 'KBANK',
      bank_account_name: 'IMPORTED',
      bank_account_no: '9999999999',
      currency: 'BAHT',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.owner
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      member_id: id,
      idle_minutes: 10,
      expires_at: new Date(Date.now() + 600_000),
    })
    .execute();
  return token;
}

test('TRF-01 a game that was switched off takes no money, and gives back what it has', async () => {
  const member = await player('rahat');
  await move(member, 'WALLET', 'rahat', 100);
  const switchOff = (isActive: boolean) =>
    server.owner
      .updateTable('game_provider')
      .set({ is_active: isActive })
      .where('code', '=', 'rahat')
      .execute();
  await switchOff(false);
  try {
    expect(await refusal(move(member, 'WALLET', 'rahat', 10))).toBe('NO_GAME');
    expect(await move(member, 'rahat', 'WALLET', 100)).toMatchObject({ status: 'SUCCESS' });
  } finally {
    await switchOff(true);
  }
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 1_000_00n });
});

test('TRF-01 the same key answers once, also when both arrive together; another body is refused', async () => {
  const member = await player('slotracha');
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => move(member, 'WALLET', 'slotracha', 400, 'key-1')),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await at(member, 'slotracha')).toBe(400_00n);
  expect(await refusal(move(member, 'WALLET', 'slotracha', 401, 'key-1'))).toBe('IDEMPOTENCY_MISMATCH');
  expect(await refusal(move(member, 'WALLET', 'slotracha', 900, 'key-2'))).toBe('MONEY_NOT_ENOUGH');
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 600_00n, inTransfer: 0n });
});

test('TRF-05 concurrent clicks without a key never overdraw', async () => {
  const member = await player('areaslot', 'pgslot');
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) => refusal(move(member, 'WALLET', n % 2 ? 'areaslot' : 'pgslot', 300))),
  );
  expect(results.filter((result) => result === 'no refusal')).toHaveLength(3);
  expect(results.filter((result) => result === 'MONEY_NOT_ENOUGH')).toHaveLength(5);
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 100_00n, held: 0n, inTransfer: 0n });
  expect((await at(member, 'areaslot')) + (await at(member, 'pgslot'))).toBe(900_00n);

  const backs = await Promise.all(
    Array.from({ length: 4 }, () => refusal(move(member, 'areaslot', 'WALLET', 300))),
  );
  const total = (await at(member, 'areaslot')) + (await at(member, 'pgslot'));
  expect((await moneyOf(server.db, member.id)).wallet + total).toBe(1_000_00n);
  expect(backs).toContain('MONEY_NOT_ENOUGH');
});

test('TRF-01 collecting twice at once collects once', async () => {
  const member = await player('bua', 'pla');
  await move(member, 'WALLET', 'bua', 500);
  await Promise.all([refusal(collect(member, 'pla')), refusal(collect(member, 'pla'))]);
  expect(await at(member, 'pla')).toBe(1_000_00n);
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 0n, held: 0n, inTransfer: 0n });
});

test('API-01 money calls need a token', async () => {
  for (const key of [
    'POST /api/wallet/transfer',
    'POST /api/wallet/transferAll',
    'POST /api/wallet/withdraw',
  ]) {
    const answer = await rawCall(server.url, key, { body: { from: 'WALLET', to: 'pg', amount: 10 } });
    expect([key, answer.status]).toEqual([key, 401]);
  }
});
