import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { liftOwnMoneyLimits } from '../../testing/ownMoney.ts';
import { changeSetting, deposit, move, openGame, play } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { callConsole, decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await liftOwnMoneyLimits(server);
  await changeSetting(server, 'ownMoney', { decisionSatang: 500_00 });
  manager = await makeOperator(server, 'manager');
  second = await makeOperator(server, 'manager');
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const give = (
  { id }: TestMember,
  kind: string,
  amount: number,
  operator = manager,
  key: string = randomUUID(),
) =>
  callConsole(
    server.url,
    operator.cookie,
    `POST /api/console/members/${id}/grant`,
    { kind, amount, reason: 'birthday' },
    { 'Idempotency-Key': key },
  ) as Promise<{ status: number; body: { code: string; waits: { id: string } | null } }>;
const wallet = async ({ id }: TestMember) => (await moneyOf(server.db, id)).wallet;
const told = async ({ id }: TestMember) =>
  (
    await server.owner
      .selectFrom('notification')
      .select('kind')
      .where('member_id', '=', id)
      .where('kind', 'like', '%Given')
      .execute()
  ).map(({ kind }) => kind);

test('a bonus begins at once, is on the statement and in the register, and the member is told', async () => {
  const member = await makeMember(server);
  const key = randomUUID();
  expect((await give(member, 'bonus', 100.5, manager, key)).body).toEqual({ code: 'OK', waits: null });
  // The same press again gives nothing; the same key for more is refused.
  expect((await give(member, 'bonus', 100.5, manager, key)).status).toBe(200);
  expect((await give(member, 'bonus', 200, manager, key)).status).toBe(422);
  expect(await wallet(member)).toBe(100_50n);
  expect(await told(member)).toEqual(['bonusGiven']);
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  expect(statements[0]).toMatchObject({ statementType: 'bonus', amount: 100.5 });
  const { body } = await manager.call('POST /api/console/registers/bonuses', {
    page: 1,
    limit: 10,
    operator: manager.username,
  });
  expect(body).toMatchObject({
    total: 1,
    rows: [{ state: 'ACTIVE', amount: 100.5, operatorName: 'Operator manager' }],
  });
  expect((await give(member, 'bonus', 50)).body.code).toBe('BONUS_REMAINING');
  const line = await server.owner
    .selectFrom('audit_entry')
    .select(['reason', 'after'])
    .where('action', '=', 'reward.grant')
    .where('member_id', '=', member.id)
    .execute();
  expect(line).toEqual([{ reason: 'birthday', after: { kind: 'bonus', satang: '10050' } }]);
});

test('a coupon is the member’s to claim, once', async () => {
  const member = await makeMember(server);
  await give(member, 'moneyCoupon', 40);
  expect(await wallet(member)).toBe(0n);
  expect(await told(member)).toEqual(['couponGiven']);
  const [coupon] = await member.client('GET /api/spinwheel/coupon');
  expect(coupon).toMatchObject({ amount: 40, prize: { name: expect.stringMatching(/./) } });
  await member.client('POST /api/spinwheel/coupon/claim', { body: { coupon: coupon?.code ?? '' } });
  expect(await wallet(member)).toBe(40_00n);
  const { body } = await manager.call('POST /api/console/registers/bonuses', {
    page: 1,
    limit: 10,
    member: String(member.id),
    operator: manager.username,
  });
  expect(body).toMatchObject({ total: 1, rows: [{ way: 'coupon', state: 'PAID', amount: 40 }] });
});

test('coins count with the average cost of a spin, and above a limit a second operator decides', async () => {
  const member = await makeMember(server);
  const coin = async () =>
    (
      await server.db
        .selectFrom('member')
        .select('coin')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).coin;
  await give(member, 'coins', 2);
  expect(await coin()).toBe(2);
  expect(await told(member)).toEqual(['coinsGiven']);
  const { rows } = await sql<{ amount: bigint }>`
    select amount from own_money where member_id = ${member.id}`.execute(server.owner);
  expect(rows[0]?.amount).toBeGreaterThan(0n);

  const asked = (await give(member, 'moneyCoupon', 600)).body.waits;
  expect(asked).not.toBeNull();
  expect(await member.client('GET /api/spinwheel/coupon')).toEqual([]);
  expect((await decideApproval(second, asked?.id ?? '', 'approve')).status).toBe(200);
  expect(await member.client('GET /api/spinwheel/coupon')).toHaveLength(1);
  const refused = (await give(member, 'moneyCoupon', 700)).body.waits;
  await decideApproval(second, refused?.id ?? '', 'reject');
  expect(await member.client('GET /api/spinwheel/coupon')).toHaveLength(1);
});

test('a bonus that waited begins only from a balance that is clear when it is approved', async () => {
  const member = await makeMember(server);
  await deposit(server.db, member.id, 10_00n);
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 10);
  const { waits } = (await give(member, 'bonus', 600)).body;
  await play(server, member, 'pg', 10, 5_000);
  expect(await decideApproval(second, waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'BONUS_CONDITION' },
  });
  expect(await told(member)).toEqual([]);
});

test('who may not play is given nothing, and only who may adjust gives', async () => {
  const member = await makeMember(server);
  await manager.call(`POST /api/console/members/${member.id}/exclude`, { reason: 'asked', months: 6 });
  for (const kind of ['bonus', 'moneyCoupon', 'coins'])
    expect((await give(member, kind, 5)).status, kind).toBeGreaterThanOrEqual(400);
  expect([await wallet(member), await told(member)]).toEqual([0n, []]);
  for (const role of ['support', 'cashier'] as const)
    expect((await give(member, 'coins', 1, await makeOperator(server, role))).status).toBe(403);
  for (const amount of [0, -1, 0.001, 1.5]) expect((await give(member, 'coins', amount)).status).toBe(400);
});
