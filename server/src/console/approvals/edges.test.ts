import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { ownMoneyToday } from '../../modules/deposits/ownMoneyDay.ts';
import { fund, moneyOf, setFaults, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { move, openGame } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

/** Where the limits of money by a person's word begin and end. */
let server: TestServer;
let manager: TestOperator;
let second: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
  second = await makeOperator(server, 'manager');
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** A way into or out of a game that moved another amount: no machine ends it. */
async function stuckLeg(from: 'WALLET' | 'game', amount: number) {
  const member = await makeMember(server);
  await fund(server.db, member.id, 9_000_00n);
  const { slots } = await member.client('GET /api/wallet');
  const code = slots[0]?.code ?? '';
  await openGame(member, code);
  // The game has more than is asked for, as it moves another amount.
  if (from === 'game') await move(member, 'WALLET', code, 2 * amount);
  await setFaults(server.sandbox.url, { [`game:${code}`]: { mode: 'wrongAmount', times: 1 } });
  const way: [string, string] = from === 'game' ? [code, 'WALLET'] : ['WALLET', code];
  await move(member, ...way, amount).catch(() => undefined);
  return until(async () => {
    const leg = await server.db
      .selectFrom('transfer_leg as l')
      .innerJoin('transfer as t', 't.id', 'l.transfer_id')
      .where('t.member_id', '=', member.id)
      .where('l.state', '=', 'STUCK')
      .select('l.id')
      .executeTakeFirst();
    return leg && { member, legId: leg.id };
  });
}

test.each([
  ['into a game did not happen', 'WALLET', 'REJECTED', 9_000_00n],
  ['out of a game happened', 'game', 'CONFIRMED', 7_500_00n],
] as const)(
  'TRF-01 that a stuck way %s brings money to the wallet: above the limit two persons say so',
  async (_, from, outcome, after) => {
    const { member, legId } = await stuckLeg(from, 1500);
    const before = (await moneyOf(server.db, member.id)).wallet;
    await manager.call(`POST /api/console/queues/transfers/${legId}/claim`);
    const { body } = (await manager.call(`POST /api/console/transfers/${legId}/settle`, {
      outcome,
      reason: 'a grudge',
    })) as { body: { waits: { id: string; cause: object } } };
    expect(body.waits.cause).toEqual({ code: 'DECISION', limit: 1000, amount: 1500 });
    expect((await moneyOf(server.db, member.id)).wallet).toBe(before);
    expect(await decideApproval(second, body.waits.id, 'approve')).toMatchObject({ status: 200 });
    expect((await moneyOf(server.db, member.id)).wallet).toBe(after);
  },
);

test('a day begins at midnight in Bangkok: what was made a second before it is of another day', async () => {
  const [operator, member] = [await makeOperator(server, 'cashier'), await makeMember(server)];
  const { rows } = await sql<{ midnight: Date }>`
    select date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok' as midnight`.execute(
    server.db,
  );
  const midnight = rows[0]?.midnight as Date;
  expect(midnight.toISOString()).toMatch(/T17:00:00\.000Z$/);
  for (const [ms, amount] of [
    [-1000, 700_00n],
    [0, 20_00n],
  ] as const)
    await server.owner
      .insertInto('own_money')
      .values({
        subject: `test:${randomUUID()}`,
        operator_id: operator.id,
        member_id: member.id,
        amount,
        at: new Date(midnight.getTime() + ms),
      })
      .execute();
  expect(await ownMoneyToday(server.db, operator.id, [member.id])).toEqual({
    operator: 20_00n,
    member: 20_00n,
  });
});

test('an adjustment that waited before there were approvals is approved by a second person, and counted', async () => {
  const member = await makeMember(server);
  const { id } = await server.owner
    .insertInto('balance_adjustment')
    .values({
      member_id: member.id,
      amount: 5_000_00n,
      reason_code: 'GOODWILL',
      reason: 'from before',
      state: 'PENDING',
      requested_by: manager.id,
      idempotency_key: randomUUID(),
      fingerprint: Buffer.from('before'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // As the migration carried it over.
  const file = join(import.meta.dirname, '../../database/migrations/026_own_money.sql');
  const carry = /INSERT INTO approval [^;]+;/.exec(await readFile(file, 'utf8'))?.[0] ?? '';
  await sql.raw(carry).execute(server.owner);
  const { id: approval } = await server.owner
    .selectFrom('approval')
    .where('subject', '=', `adjustment:${id}`)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await decideApproval(manager, approval, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, approval, 'approve')).toMatchObject({ status: 200 });
  expect((await moneyOf(server.db, member.id)).wallet).toBe(5_000_00n);
  expect(await ownMoneyToday(server.db, undefined, [member.id])).toMatchObject({ member: 5_000_00n });
});
