import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureHouseAccount, ensureMemberAccount, type HouseAccountKind } from '../../ledger/account.ts';
import { post } from '../../ledger/post.ts';
import { backdate } from '../../testing/backdate.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { finishEntry, writeEntry } from './writeEntry.ts';

let server: TestServer;
let member: TestMember;
let other: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  member = await makeMember(server);
  other = await makeMember(server);
});
afterAll(() => server.stop());

const page = (who: TestMember, number: number, limit: number) =>
  who.client('POST /api/statement', { body: { page: number, limit } });

test('STM-01 pages are newest first, complete, and the same order every time', async () => {
  // All of one transaction, so that their times are equal.
  await server.db.transaction().execute(async (trx) => {
    for (let n = 1; n <= 23; n += 1) {
      const cause = `test:${n}`;
      const common = { type: 'deposit', status: 'SUCCESS', from: 'KBANK', to: 'WALLET' } as const;
      await writeEntry(trx, { memberId: member.id, cause, amount: BigInt(n), ...common });
    }
  });
  const pages = [await page(member, 1, 10), await page(member, 2, 10), await page(member, 3, 10)];
  expect(pages.map(({ total, statements }) => [total, statements.length])).toEqual([
    [23, 10],
    [23, 10],
    [23, 3],
  ]);
  const amounts = pages.flatMap(({ statements }) => statements.map(({ amount }) => Math.round(amount * 100)));
  expect(amounts).toEqual(Array.from({ length: 23 }, (_, n) => 23 - n));
  expect(await page(member, 4, 10)).toEqual({ total: 23, statements: [] });
  expect(await page(other, 1, 10)).toEqual({ total: 0, statements: [] });
});

test('STM-08 an entry shows its type, status, places and descriptions; its cause is written once', async () => {
  const detail = { promotion: { description: 'NEW100' } };
  const entry = {
    memberId: other.id,
    cause: 'bonus:1',
    type: 'bonus',
    status: 'PENDING',
    from: 'BONUS',
    to: 'WALLET',
    amount: 10_050n,
    detail,
  } as const;
  await server.db.transaction().execute(async (trx) => {
    await writeEntry(trx, entry);
    await writeEntry(trx, { ...entry, amount: 1n });
  });
  const shown = { statementType: 'bonus', from: 'BONUS', to: 'WALLET', ...detail };
  expect((await page(other, 1, 1)).statements[0]).toMatchObject({
    ...shown,
    status: 'PENDING',
    amount: 100.5,
  });
  await server.db.transaction().execute((trx) => finishEntry(trx, 'bonus:1', 'SUCCESS', { amount: 9_900n }));
  const { total, statements } = await page(other, 1, 1);
  expect(total).toBe(1);
  expect(statements[0]).toMatchObject({ ...shown, status: 'SUCCESS', amount: 99 });
  const missing = server.db.transaction().execute((trx) => finishEntry(trx, 'bonus:2', 'SUCCESS'));
  await expect(missing).rejects.toThrow('bonus:2');
});

test('SAFE-22 the history goes back further than the months of the pack', async () => {
  const { months } = server.settings.get('protection').history;
  const old = await makeMember(server);
  await server.db.transaction().execute((trx) =>
    writeEntry(trx, {
      memberId: old.id,
      cause: 'test:old',
      amount: 5_00n,
      type: 'deposit',
      status: 'SUCCESS',
      from: 'KBANK',
      to: 'WALLET',
    }),
  );
  await server.owner
    .updateTable('statement_entry')
    .set({ created_at: sql<Date>`now() - make_interval(months => ${months + 1}::int)` })
    .where('member_id', '=', old.id)
    .execute();
  expect(await page(old, 1, 10)).toMatchObject({ total: 1, statements: [{ amount: 5 }] });
});

test('STM-01 odd pages are refused', async () => {
  for (const body of [
    { page: 0, limit: 10 },
    { page: 1, limit: 101 },
    { page: -1, limit: 10 },
    { page: 1.5, limit: 10 },
    { page: '1', limit: 10 },
    { page: 1 },
    [],
  ]) {
    const answer = await rawCall(server.url, 'POST /api/statement', { token: member.token, body });
    expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'INVALID_REQUEST']);
  }
  expect((await rawCall(server.url, 'POST /api/statement', { body: { page: 1, limit: 10 } })).status).toBe(
    401,
  );
});

/** A posting between the house and the member's wallet; satang, below zero from the wallet. */
async function book(member: TestMember, kind: HouseAccountKind, amount: bigint, at?: string) {
  await server.owner.transaction().execute(async (trx) => {
    const house = await ensureHouseAccount(trx, kind, kind === 'bank' ? 'KBANK' : null);
    const wallet = await ensureMemberAccount(trx, member.id, 'wallet');
    const sides = amount > 0n ? { debit: house, credit: wallet } : { debit: wallet, credit: house };
    const size = amount > 0n ? amount : -amount;
    const by = { actor: 'system', cause: 'test' };
    const { id } = await post(trx, { ...by, ...sides, key: randomUUID(), code: 'test', amount: size });
    if (at !== undefined) await backdate(trx, id, at);
  });
}

test('STM-01 a filter narrows the entries by kind, status, day and search; sums are of the whole month', async () => {
  const member = await makeMember(server);
  const add = (
    cause: string,
    type: 'deposit' | 'withdraw' | 'bonus',
    status: 'SUCCESS' | 'FAILED',
    amount: bigint,
  ) =>
    server.db
      .transaction()
      .execute((trx) =>
        writeEntry(trx, { memberId: member.id, cause, type, status, from: 'A', to: 'B', amount }),
      );
  await add('f:1', 'deposit', 'SUCCESS', 1_500_50n);
  await add('f:2', 'withdraw', 'SUCCESS', 200_00n);
  await add('f:3', 'withdraw', 'FAILED', 90_00n);
  await add('f:4', 'bonus', 'SUCCESS', 50_00n);
  // In Bangkok the last day of May, by UTC too; and the first of June, by UTC still May.
  await add('f:5', 'deposit', 'SUCCESS', 7_00n);
  await add('f:6', 'deposit', 'SUCCESS', 8_00n);
  const move = (cause: string, at: string) =>
    server.owner
      .updateTable('statement_entry')
      .set({ created_at: new Date(at) })
      .where('cause', '=', cause)
      .execute();
  await move('f:5', '2025-05-31T16:59:59Z');
  await move('f:6', '2025-05-31T17:00:00Z');
  await move('f:1', '2025-06-02T00:00:00Z');
  // What was booked for these entries, and an adjustment, which is no deposit.
  await book(member, 'bank', 1_500_50n, '2025-06-02T00:00:00Z');
  await book(member, 'bank', 7_00n, '2025-05-31T16:59:59Z');
  await book(member, 'bank', 8_00n, '2025-05-31T17:00:00Z');
  await book(member, 'bonus', 50_00n);
  await book(member, 'payout', -200_00n);
  await book(member, 'adjustment', -5_00n, '2025-06-30T16:59:59Z');

  const asked = (filter: object) =>
    member.client('POST /api/statement', { body: { page: 1, limit: 10, withMonths: true, ...filter } });
  const amounts = async (filter: object) => {
    const { total, statements } = await asked(filter);
    expect(total).toBe(statements.length);
    return statements.map(({ amount }) => amount).sort((one, other) => one - other);
  };
  expect(await amounts({ kinds: ['withdraw', 'bonus'] })).toEqual([50, 90, 200]);
  expect(await amounts({ kinds: ['withdraw'], status: 'FAILED' })).toEqual([90]);
  expect(await amounts({ from: '2025-05-01', to: '2025-05-31' })).toEqual([7]);
  expect(await amounts({ from: '2025-06-01', to: '2025-06-30' })).toEqual([8, 1500.5]);
  for (const search of ['1500.50', '1,500.5', '฿1,500.50'])
    expect(await amounts({ search })).toEqual([1500.5]);
  const [first] = (await asked({ search: '200' })).statements;
  expect(await amounts({ search: `t${first?._id}` })).toEqual([200]);
  expect(await amounts({ search: 'nothing' })).toEqual([]);
  expect((await page(other, 1, 10)).total).toBe(1);

  const { months } = await asked({ from: '2025-06-02', to: '2025-06-02' });
  expect(months).toEqual([
    { month: '2025-06', deposits: 1508.5, bonuses: 0, withdrawals: 0, adjustments: -5 },
  ]);
  const now = (await asked({ status: 'FAILED' })).months;
  expect(now).toMatchObject([{ deposits: 0, bonuses: 50, withdrawals: 200 }]);
  const odd = await rawCall(server.url, 'POST /api/statement', {
    token: member.token,
    body: { page: 1, limit: 10, kinds: ['other'] },
  });
  expect(odd.status).toBe(400);
});
