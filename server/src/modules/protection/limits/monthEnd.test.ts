import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Trx } from '../../../database/connect.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { deposit } from '../../../testing/rewardWorld.ts';
import { makeMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { usedSums } from '../levels/levelSums.ts';
import { depositOpensAt, depositsIn } from './depositUse.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

test('SAFE-03 at the end of a month a deposit and a payout count until the moment that is shown', async () => {
  const member = await makeMember(server);
  await deposit(server.db, member.id, 100_00n);
  await deposit(server.db, member.id, 200_00n);
  await member.client('POST /api/wallet/withdraw', { body: { amount: 200 } });
  await undone(async (trx) => {
    // First, as a job does that pays it out at this moment: neither waits for what the other holds.
    await sql`select from withdrawal where member_id = ${member.id} for update`.execute(trx);
    await sql`alter table ledger.posting disable trigger posting_immutable`.execute(trx);
    // The later deposit leaves first: 31 January ends at noon of 28 February, 28 January an hour later.
    for (const [amount, at] of [
      [100_00n, '2026-01-31 12:00+07'],
      [200_00n, '2026-01-28 13:00+07'],
    ] as const)
      await sql`update ledger.posting set at = ${at}::timestamptz where code = 'deposit' and amount = ${amount}
        and credit in (select id from ledger.account where member_id = ${member.id})`.execute(trx);
    await sql`update withdrawal set created_at = '2026-01-31 12:00+07' where member_id = ${member.id}`.execute(
      trx,
    );
    const opens = async (most: bigint) =>
      (await depositOpensAt(trx, member.id, { period: 'month', most }))?.toISOString();
    const used = async () => [
      (await depositsIn(trx, member.id)).month,
      (await usedSums(trx, member.id)).payoutMonth,
    ];
    await setClock(trx, '2026-02-28 11:59:59+07');
    expect(await used()).toEqual([300_00n, 200_00n]);
    expect(await opens(300_00n)).toBe('2026-02-28T05:00:00.000Z');
    expect(await opens(200_00n)).toBe('2026-02-28T06:00:00.000Z');
    await setClock(trx, '2026-02-28 12:00+07');
    expect(await used()).toEqual([200_00n, 0n]);
    await setClock(trx, '2026-02-28 13:00+07');
    expect(await used()).toEqual([0n, 0n]);
  });
});

/** Runs on a transaction of the owner that leaves nothing behind. */
async function undone(run: (trx: Trx) => Promise<void>): Promise<void> {
  const back = new Error('undone');
  await server.owner
    .transaction()
    .execute(async (trx) => {
      await run(trx);
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
}

/** What the transaction reads as the time from now on: no test waits for February. */
async function setClock(trx: Trx, at: string): Promise<void> {
  for (const name of ['clock_timestamp', 'now'])
    await sql`create or replace function ${sql.id('site', name)}() returns timestamptz language sql volatile
      return ${sql.lit(at)}::timestamptz`.execute(trx);
}
