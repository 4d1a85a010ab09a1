import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const FIRST = 'the first master key of this test site';
const SECOND = 'the second master key of this test site';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.close());

async function withKeys<Result>(keys: Record<string, string>, work: (server: TestServer) => Promise<Result>) {
  const server = await startTestServer(inject('databaseUrl'), { DATABASE_URL: database.url, ...keys });
  try {
    return await work({ ...server, owner: database.owner });
  } finally {
    await server.stop();
  }
}

test('the master key is changed in two steps: nothing is lost, and in the end the old one opens nothing', async () => {
  const params = { slotCode: 'pg' };
  const { token, credentials } = await withKeys({ KRAPAO_SECRET: FIRST }, async (server) => {
    const { token, client } = await makeMember(server);
    await client('GET /api/wallet/activate/:slotCode', { params });
    return { token, credentials: await client('GET /api/wallet/account/:slotCode', { params }) };
  });
  const read = (server: TestServer) => rawCall(server.url, 'GET /api/wallet/account/pg', { token });
  const stored = () => database.owner.selectFrom('game_account').select('password').executeTakeFirstOrThrow();
  const before = await stored();

  await withKeys({ KRAPAO_SECRET: SECOND, KRAPAO_SECRET_PREVIOUS: FIRST }, async (server) => {
    expect((await read(server)).body).toMatchObject(credentials);
    await expect.poll(async () => (await stored()).password.equals(before.password)).toBe(false);
  });
  await withKeys({ KRAPAO_SECRET: SECOND }, async (server) =>
    expect((await read(server)).body).toMatchObject(credentials),
  );
  await withKeys({ KRAPAO_SECRET: FIRST }, async (server) =>
    expect((await read(server)).body).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' }),
  );
});
