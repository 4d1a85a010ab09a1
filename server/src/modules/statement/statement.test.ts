import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { finishEntry, writeEntry } from './writeEntry.ts';

let server: TestServer;
let member: TestMember;
let other: TestMember;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
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
