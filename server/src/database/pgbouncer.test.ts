import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pgbouncer, startPgbouncer } from '../cluster/systemPgbouncer.ts';
import { verify } from '../ledger/verify.ts';
import { writeSetting } from '../settings/settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { fund, moneyOf, until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { move, openGame } from '../testing/rewardWorld.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const CONNECTIONS = 4;
const CALLERS = 60;

let database: TestDatabase;
let role: string;
let pooler: Pgbouncer | undefined;
let server: TestServer | undefined;

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  const url = new URL(database.url);
  role = `node_${url.pathname.slice(6)}`;
  await sql`create role ${sql.id(role)} login password 'pooled' in role krapao_app`.execute(database.owner);
  // The settings of docs/operations.md.
  await sql`alter role ${sql.id(role)} set statement_timeout = '60s'`.execute(database.owner);
  await sql`alter role ${sql.id(role)} set idle_in_transaction_session_timeout = '30s'`.execute(
    database.owner,
  );
  url.username = role;
  url.password = 'pooled';
  pooler = await startPgbouncer(url.href, CONNECTIONS);
  if (pooler !== undefined)
    server = await startTestServer(OWN_CLUSTER, {
      DATABASE_URL: database.url,
      KRAPAO_POOL_URL: pooler.url,
    });
});
afterAll(async () => {
  await server?.stop();
  await pooler?.stop();
  await sql`drop role ${sql.id(role)}`.execute(database.owner);
  await database.close();
});

test(`a node works through PgBouncer in transaction mode: ${CALLERS} calls at once over ${CONNECTIONS} connections`, async () => {
  if (pooler === undefined || server === undefined) {
    console.warn('NOT TRIED: pgbouncer is not installed (apt-get install pgbouncer).');
    return;
  }
  const { db } = server;
  const member = await makeMember({ ...server, owner: database.owner });
  await openGame(member, 'pg');
  await fund(db, member.id, 100_000n);
  const wallets = await Promise.all(
    Array.from({ length: CALLERS }, (_, nth) =>
      nth % 2 === 0
        ? member.client('GET /api/wallet').then(({ wallet }) => wallet.amount)
        : member.client('POST /api/statement', { body: { page: 1, limit: 10 } }).then(() => 1_000),
    ),
  );
  expect(new Set(wallets)).toEqual(new Set([1_000]));

  // One key at the same time over many connections books once; its row is locked within one transaction.
  const key = randomUUID();
  const made = await Promise.all(
    Array.from({ length: 8 }, () =>
      member.client('POST /api/wallet/withdraw', { body: { amount: 100 }, idempotencyKey: key }),
    ),
  );
  expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1);
  expect((await moneyOf(db, member.id)).held).toBe(10_000n);
  await move(member, 'WALLET', 'pg', 200);
  expect((await moneyOf(db, member.id)).wallet).toBe(80_000n);

  // Notifications come by the direct connection.
  await database.owner
    .transaction()
    .execute((trx) => writeSetting(trx, 'registration', { otp: true }, 'test'));
  await until(async () => server?.settings.get('registration').otp);

  const pool = (await pooler.pools()).find(({ user }) => user === role);
  expect(pool).toMatchObject({ pool_mode: 'transaction' });
  expect(Number(pool?.sv_active) + Number(pool?.sv_idle) + Number(pool?.sv_used)).toBeLessThanOrEqual(
    CONNECTIONS,
  );
  expect(await verify(database.owner)).toEqual([]);
});
