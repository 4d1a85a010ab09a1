import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { SETTINGS } from '../../settings/schema.ts';
import { histories } from '../../testing/budget.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { rejectWithdrawal } from '../withdrawals/decidePayout.ts';
import { holdWithdrawal, startWithdrawal } from '../withdrawals/startWithdrawal.ts';
import { mergeMembers } from './mergeMembers.ts';
import { planMerge } from './planMerge.ts';

let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

let names = 0;
/** Two accounts with one name. */
async function onePerson() {
  const [first, second] = [await world.newMember(), await world.newMember()];
  const letters = Array.from(String(10_000 + names++), (digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
  await sql`update member set bank_account_name = ${`SOMCHAI ${letters}`}
    where id in (${first.id}, ${second.id})`.execute(world.owner);
  return [first.id, second.id] as const;
}

/** Every sum that a merge must not change: of the two members together, and of each account of the house. */
async function sumsOf(members: readonly bigint[]) {
  const { rows } = await sql<{ name: string; sum: bigint }>`
    select 'wallets' as name, coalesce(sum(posted), 0)::bigint as sum from ledger.account
      where member_id = any(${[...members]}::bigint[])
    union all select 'coins', sum(coin) from member where id = any(${[...members]}::bigint[])
    union all select 'deposited', sum(deposited)::bigint from member where id = any(${[...members]}::bigint[])
    union all select 'coin mark', sum(coin_mark)::bigint from member where id = any(${[...members]}::bigint[])
    union all select 'members', count(*) from member
    union all select 'deposits', coalesce(sum(amount), 0)::bigint from ledger.posting where code = 'deposit'
    union all (select 'house ' || a.kind, coalesce(sum(case when p.credit = a.id then p.amount else -p.amount end), 0)::bigint
      from ledger.account a left join ledger.posting p on a.id in (p.debit, p.credit) and p.phase in ('single', 'post')
      where a.member_id is null and a.kind <> 'merge' group by a.kind order by a.kind)`.execute(world.owner);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

const house = async () => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(case when p.credit = a.id then p.amount else -p.amount end), 0)::bigint as sum
    from ledger.account a join ledger.posting p on a.id in (p.debit, p.credit) where a.kind = 'merge'`.execute(
    world.owner,
  );
  return rows[0]?.sum;
};

const STEP = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('deposit', 'adjustment', 'refusedWithdrawal', 'limit', 'tag'),
  amount: fc.bigInt({ min: 1n, max: 5_000_00n }),
});

test('SAFE-41 random histories: a merge changes no sum, is exact to the satang, and twice is once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 8 }), fc.boolean(), async (steps, isTurned) => {
      const pair = await onePerson();
      const [staysId, goesId] = isTurned ? ([pair[1], pair[0]] as const) : pair;
      for (const { who, what, amount } of steps) {
        const id = pair[who as 0 | 1];
        if (what === 'deposit') await deposit(world.db, id, amount);
        if (what === 'adjustment') await fund(world.db, id, amount);
        if (what === 'refusedWithdrawal') {
          await deposit(world.db, id, amount);
          await world.run(async (trx) => {
            const request = { amount, transferId: undefined, attForBaht: 68_000 };
            const rules = { ...SETTINGS.withdraw.default, isAutomatic: false };
            const row = await holdWithdrawal(trx, await startWithdrawal(trx, id, request, undefined), rules);
            await rejectWithdrawal(trx, { withdrawalId: row.id, ...world.decision });
          });
        }
        if (what === 'limit') {
          await sql`update member_limit set ended_at = now() where member_id = ${id}`.execute(world.owner);
          await sql`insert into member_limit (member_id, kind, period, most, asked_at, ready_at, from_at)
            values (${id}, 'loss', 'day', ${amount}, now(), now(), now())`.execute(world.owner);
        }
        if (what === 'tag')
          await sql`insert into member_tag (member_id, tag) values (${id}, ${`tag${amount % 3n}`})
            on conflict do nothing`.execute(world.owner);
      }
      const before = await sumsOf(pair);
      const links = world.context.settings.get('links');
      const plan = await planMerge(world.db, { staysId, goesId }, links);
      expect(plan).toMatchObject({ isOnePerson: true, blocks: [] });
      const limits = await limitsOf(pair);
      const asked = { staysId, goesId, amount: plan.amount, coins: plan.coins };
      const merge = () => world.run((trx) => mergeMembers(trx, asked, { actor: 'operator:1', links }));
      // At once from two sides: one of them wins.
      const ends = await Promise.allSettled([merge(), merge()]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(merge()).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
      expect(await sumsOf(pair)).toEqual(before);
      expect(await house()).toBe(0n);
      const { rows } = await sql<{ id: bigint; posted: bigint }>`
        select member_id as id, posted from ledger.account
        where member_id = any(${[...pair]}::bigint[]) and kind = 'wallet'`.execute(world.owner);
      expect(rows.find(({ id }) => id === goesId)?.posted).toBe(0n);
      expect(rows.find(({ id }) => id === staysId)?.posted).toBe(plan.balanceAfter);
      const strictest = limits.toSorted((one, other) => (one < other ? -1 : 1)).slice(0, 1);
      expect(await limitsOf([staysId])).toEqual(strictest);
    }),
    { numRuns: histories(8, 25) },
  );
});

const limitsOf = async (ids: readonly bigint[]) =>
  (
    await sql<{ most: bigint }>`select most from member_limit where member_id = any(${[...ids]}::bigint[])
      and from_at is not null and ended_at is null`.execute(world.owner)
  ).rows.map(({ most }) => most);
