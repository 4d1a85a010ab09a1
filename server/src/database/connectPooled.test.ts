import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer } from '../testing/testServer.ts';
import { connectPooled } from './connect.ts';

let database: TestDatabase;
let poolUrl: string;

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  const name = `node_${new URL(database.url).pathname.slice(6)}`;
  await sql`create role ${sql.id(name)} login password 'pooled' in role krapao_app`.execute(database.owner);
  const url = new URL(database.url);
  url.username = name;
  url.password = 'pooled';
  poolUrl = url.href;
});
afterAll(async () => {
  const { username } = new URL(poolUrl);
  await sql`drop role ${sql.id(username)}`.execute(database.owner);
  await database.close();
});

test('a node works with a user of its own for the pooler, who is a member of the application and nothing more', async () => {
  const server = await startTestServer(OWN_CLUSTER, {
    DATABASE_URL: database.url,
    KRAPAO_POOL_URL: poolUrl,
  });
  try {
    const member = await makeMember({ ...server, owner: database.owner });
    await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
    expect(await member.client('GET /api/wallet')).toMatchObject({ wallet: { amount: 0 } });
    const { rows } = await sql<{ user: string }>`select current_user as user`.execute(server.db);
    expect(rows[0]?.user).toBe(new URL(poolUrl).username);
    await expect(sql`delete from ledger.posting`.execute(server.db)).rejects.toThrow('permission denied');
  } finally {
    await server.stop();
  }
});

test('a user for the pooler who owns the database is refused', async () => {
  await expect(connectPooled(database.url)).rejects.toThrow('must not own the database');
});

test('a pooler that does not answer is said in one sentence', async () => {
  await expect(connectPooled('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow(
    'The database of KRAPAO_POOL_URL cannot be reached',
  );
});
