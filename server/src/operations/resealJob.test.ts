import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { NewConnection } from '../console/connections/connectionApprovals.ts';
import { openSecrets } from '../providers/connections/connectionRow.ts';
import { loadSecrets } from '../secrets.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { bringFirstMoney } from '../testing/firstMoney.ts';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember } from '../testing/testMember.ts';
import { makeOperator } from '../testing/testOperator.ts';
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

/** A connection with a key, as the first administrator adds it. */
async function addConnection(server: TestServer) {
  const administrator = await makeOperator(server, 'administrator');
  return administrator.call('POST /api/console/connections', {
    capability: 'sms',
    driver: 'http',
    name: 'Gateway',
    priority: 1,
    config: {
      baseUrl: 'https://gateway.example/{phone}/{message}',
      method: 'GET',
      headers: '{"Authorization":"{apiKey}"}',
      phoneForm: 'e164',
    },
    secrets: { apiKey: 'of the gateway' },
    reason: 'contract',
  });
}

/** Whether this master key opens the secrets of the connection and of the one that waits. */
async function opensWith(master: string): Promise<boolean> {
  const { connection } = await loadSecrets({ KRAPAO_SECRET: master }, '', true);
  const row = await database.owner.selectFrom('connection').selectAll().executeTakeFirstOrThrow();
  const { payload } = await database.owner
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .select('payload')
    .executeTakeFirstOrThrow();
  const { id, secrets } = payload as unknown as NewConnection;
  try {
    return [row, { id, secrets: Buffer.from(secrets.sealed, 'base64') }].every(
      (sealed) => openSecrets(connection, sealed).apiKey === 'of the gateway',
    );
  } catch {
    return false;
  }
}

test('the master key is changed in two steps: nothing is lost, and in the end the old one opens nothing', async () => {
  const params = { slotCode: 'pg' };
  const { token, credentials } = await withKeys({ KRAPAO_SECRET: FIRST }, async (server) => {
    const { token, client } = await makeMember(server);
    await client('GET /api/wallet/activate/:slotCode', { params });
    expect(await addConnection(server)).toMatchObject({ status: 200 });
    await bringFirstMoney(server);
    expect((await addConnection(server)).body).toMatchObject({ waits: { id: expect.any(String) } });
    return { token, credentials: await client('GET /api/wallet/account/:slotCode', { params }) };
  });
  const read = (server: TestServer) => rawCall(server.url, 'GET /api/wallet/account/pg', { token });
  const stored = () => database.owner.selectFrom('game_account').select('password').executeTakeFirstOrThrow();
  const before = await stored();

  await withKeys({ KRAPAO_SECRET: SECOND, KRAPAO_SECRET_PREVIOUS: FIRST }, async (server) => {
    expect((await read(server)).body).toMatchObject(credentials);
    await expect.poll(async () => (await stored()).password.equals(before.password)).toBe(false);
    // The connections and the requests come last.
    await expect.poll(() => opensWith(SECOND)).toBe(true);
  });
  await withKeys({ KRAPAO_SECRET: SECOND }, async (server) =>
    expect((await read(server)).body).toMatchObject(credentials),
  );
  await withKeys({ KRAPAO_SECRET: FIRST }, async (server) =>
    expect((await read(server)).body).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' }),
  );
  expect(await opensWith(FIRST)).toBe(false);
});
