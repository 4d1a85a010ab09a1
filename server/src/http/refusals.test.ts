import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund, moneyOf, setFaults, until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { openGame } from '../testing/rewardWorld.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

test('API-05 a fault of ours is INTERNAL_SERVER_ERROR and tells nothing of the inside', async () => {
  const { token } = await makeMember(server);
  const ask = () => rawCall(server.url, 'POST /api/statement', { token, body: { page: 1, limit: 10 } });
  await sql`alter table statement_entry rename to statement_entry_away`.execute(server.owner);
  try {
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([
      500,
      { code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' },
    ]);
  } finally {
    await sql`alter table statement_entry_away rename to statement_entry`.execute(server.owner);
  }
  expect((await ask()).status).toBe(200);
});

test('TRF-01 collecting everything twice at once is REQUEST_IN_PROGRESS, and nothing moves twice', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 500_00n);
  await openGame(member, 'pg');
  await openGame(member, 'muay');
  await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 200 } });
  await setFaults(server.sandbox.url, { 'game:pg': { mode: 'slow', delayMs: 2_000, times: 2 } });
  const collect = () =>
    rawCall(server.url, 'POST /api/wallet/transferAll', { token: member.token, body: { to: 'muay' } });
  const first = collect();
  await until(async () => {
    const { rows } = await sql`
      select 1 from transfer where member_id = ${member.id} and kind = 'collect' and status = 'PENDING'`.execute(
      server.owner,
    );
    return rows.length > 0;
  });
  expect(await collect()).toMatchObject({ status: 409, body: { code: 'REQUEST_IN_PROGRESS' } });
  expect((await first).status).toBe(200);
  await until(async () => (await moneyOf(server.db, member.id)).inTransfer === 0n);
  const { slots, wallet } = await member.client('GET /api/wallet/refresh/slot');
  expect([wallet.amount, slots.find(({ code }) => code === 'muay')?.amount]).toEqual([0, 500]);
});
