import { randomUUID } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { hold, post, postHold, voidHold } from '../../ledger/post.ts';
import { verify } from '../../ledger/verify.ts';
import { HISTORIES_TIMEOUT_MS, histories } from '../../testing/budget.ts';
import { fund, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const RUNS = histories(2, 4);

let server: TestServer;
let support: TestOperator;
let member: TestMember;
const holds: bigint[] = [];

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  support = await makeOperator(server, 'support');
  member = await makeMember(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

type Then = ResponseOf<Contract['POST /api/console/members/:id/moment']>;
const ask = (at: Date) =>
  support.call(`POST /api/console/members/${member.id}/moment`, { at: at.toISOString() });
const by = { actor: 'system', cause: 'test' };

/** What the pages of the member show now, in the form of a moment. */
async function live() {
  const page = (await support.call(`GET /api/console/members/${member.id}`)).body as ResponseOf<
    Contract['GET /api/console/members/:id']
  >;
  const { limits } = (await support.call(`GET /api/console/members/${member.id}/limits`)).body as ResponseOf<
    Contract['GET /api/console/members/:id/limits']
  >;
  const { available, held, inTransfer } = page.money;
  return {
    available,
    held,
    inTransfer,
    coin: page.coin,
    bonuses: page.bonuses.filter(({ state }) => state === 'ACTIVE').map(({ id }) => id),
    limits: limits
      .flatMap(({ kind, period, most }) => (most === null ? [] : [`${kind} ${period} ${most}`]))
      .toSorted(),
  };
}

const shapeOf = ({ available, held, inTransfer, coin, bonuses, limits }: Then) => ({
  available,
  held,
  inTransfer,
  coin,
  bonuses: bonuses.map(({ id }) => id),
  limits: limits.map(({ kind, period, most }) => `${kind} ${period} ${most}`).toSorted(),
});

/** A moment of the database's clock that is over. */
async function momentNow(): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(server.owner);
  const at = new Date((rows[0]?.at.getTime() ?? 0) + 1);
  await until(async () => Date.now() > at.getTime());
  return at;
}

const OPS: Record<string, (amount: bigint) => Promise<unknown>> = {
  fund: (amount) => fund(server.db, member.id, amount),
  hold: (amount) =>
    server.db.transaction().execute(async (trx) => {
      const debit = await ensureMemberAccount(trx, member.id, 'wallet');
      const credit = await ensureHouseAccount(trx, 'payout');
      const { id } = await hold(trx, { ...by, key: randomUUID(), code: 'withdrawal', debit, credit, amount });
      holds.push(id);
    }),
  resolve: async (amount) => {
    const pendingId = holds.pop();
    const verb = amount % 2n === 0n ? postHold : voidHold;
    if (pendingId !== undefined)
      await server.db.transaction().execute((trx) => verb(trx, { ...by, key: randomUUID(), pendingId }));
  },
  transit: (amount) =>
    server.db.transaction().execute(async (trx) => {
      const debit = await ensureMemberAccount(trx, member.id, 'wallet');
      const credit = await ensureMemberAccount(trx, member.id, 'in_transfer');
      await post(trx, { ...by, key: randomUUID(), code: 'transfer', debit, credit, amount });
    }),
  coins: (amount) =>
    sql`update member set coin = ${Number(amount % 7n)} where id = ${member.id}`.execute(server.owner),
  limit: (amount) =>
    server.owner.transaction().execute(async (trx) => {
      await sql`update member_limit set ended_at = clock_timestamp()
        where member_id = ${member.id} and kind = 'deposit' and period = 'day' and ended_at is null`.execute(
        trx,
      );
      await sql`insert into member_limit (member_id, kind, period, most, from_at)
        values (${member.id}, 'deposit', 'day', ${amount * 100n}, clock_timestamp())`.execute(trx);
    }),
  bonus: async () => {
    await sql`update member_bonus set state = 'CANCELLED', ended_at = clock_timestamp(), ended_with = 0, due_at = null
      where member_id = ${member.id} and state = 'ACTIVE'`.execute(server.owner);
    await sql`insert into member_bonus (member_id, source, name, type, deposit, bonus, success_bps, fail_bps,
        wallet_version, started_on, due_at)
      values (${member.id}, 'invite', '{"th": "t", "la": "l", "en": "e"}', 'day', 0, 100, 10000, 0, 1, current_date,
        'infinity')`.execute(server.owner);
  },
};

test(`${RUNS} random histories: every moment is as it was then, and now is as now`, {
  timeout: HISTORIES_TIMEOUT_MS,
}, async () => {
  const born = await server.owner
    .selectFrom('member')
    .select('created_at')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const seen: { at: Date; state: Awaited<ReturnType<typeof live>> }[] = [
    { at: await momentNow(), state: await live() },
  ];
  const step = fc.record({
    op: fc.constantFrom(...Object.keys(OPS)),
    amount: fc.bigInt({ min: 1n, max: 90n }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      await OPS.fund?.(1_000n);
      for (const { op, amount } of steps) {
        await OPS[op]?.(amount);
        seen.push({ at: await momentNow(), state: await live() });
      }
      for (const { at, state } of seen) expect(shapeOf((await ask(at)).body)).toEqual(state);
      expect(shapeOf((await ask(await momentNow())).body)).toEqual(await live());
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  // The first moment is that of the registration itself; before it, later than now, and of nobody are refused.
  expect((await ask(new Date(born.created_at.getTime() + 1))).body).toMatchObject({ available: 0, coin: 0 });
  for (const wrong of [new Date(born.created_at.getTime() - 1), new Date(Date.now() + 60_000)])
    expect(await ask(wrong)).toMatchObject({ status: 400, body: { code: 'MOMENT_OUTSIDE' } });
  const nobody = await support.call('POST /api/console/members/999999999/moment', {
    at: new Date().toISOString(),
  });
  expect(nobody.body).toMatchObject({ code: 'NO_USER' });

  // Of a month in a file the database has only some postings.
  const last = seen.at(-1)?.at ?? new Date();
  await sql`insert into ledger.archive (number, from_id, to_id, postings, kept, first_at, last_at, last_xid, root, file_hash)
    values (0, 0, 1, 1, 1, ${last}, ${last}, '1', 1, '\\x00')`.execute(server.owner);
  expect(await ask(last)).toMatchObject({ status: 409, body: { code: 'MOMENT_ARCHIVED' } });
  expect(shapeOf((await ask(await momentNow())).body)).toEqual(await live());
  await server.owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.deleteFrom('ledger.archive').execute();
  });
});
