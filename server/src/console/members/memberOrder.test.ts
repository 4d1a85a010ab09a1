import { MEMBER_ORDERS, type MemberOrder } from '@krapao/contract/api/operator/memberList';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rowsRead } from '../../testing/rowsRead.ts';
import { listMembers } from './listMembers.ts';
import { membersInOrder } from './memberOrder.ts';

const MEMBERS = 6_000;
const COUNT = 50;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

/** Members with the devices that they were seen with, the nth at `seen` minutes; null: never. */
async function addMembers(count: number, seen: string): Promise<void> {
  const { owner } = database;
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      with crowd as (
        insert into member (phone_number, name, password_hash, bank_code, bank_account_name, bank_account_no, currency)
        select '+668' || lpad((n + (select count(*) from member))::text, 8, '0'), 'Crowd ' || n, 'none', 'KBANK', 'CROWD',
          lpad((n + (select count(*) from member))::text, 10, '0'), 'BAHT'
        from generate_series(1, ${count}::int) n returning id, split_part(name, ' ', 2)::int as n)
      insert into member_device (member_id, device_id, address, last_seen_at)
      select id, gen_random_uuid(), a.address, '2026-03-01T00:00:00Z'::timestamptz + (${sql.raw(seen)}) * interval '1 minute' - a.age
      from crowd cross join (values ('192.0.2.1', interval '0'), ('192.0.2.2', interval '3 days')) a (address, age)
      where (${sql.raw(seen)}) is not null`.execute(trx);
  });
  await sql`vacuum analyze member`.execute(owner);
  await sql`vacuum analyze member_device`.execute(owner);
}

async function allPages(order: MemberOrder) {
  const ids: number[] = [];
  const seen: (string | null)[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { members, next } = await listMembers(database.db, {
      order,
      ...(after !== undefined && { after }),
    });
    ids.push(...members.map(({ id }) => Number(id)));
    seen.push(...members.map(({ seenAt }) => seenAt));
    after = next;
  }
  return { ids, seen };
}

test('the pages of each order join: everybody once, the last seen first and who was never seen at the end', async () => {
  // Four at each moment, and every fifth was never seen.
  await addMembers(230, 'case when n % 5 > 0 then (n * 7 % 57) end');
  const newest = await allPages('newest');
  expect(newest.ids).toHaveLength(230);
  expect(newest.ids).toEqual([...newest.ids].sort((one, other) => other - one));
  const oldest = await allPages('oldest');
  expect(oldest.ids).toEqual(newest.ids.toReversed());

  const { ids, seen } = await allPages('seen');
  expect([...ids].sort((one, other) => other - one)).toEqual(newest.ids);
  const rows = ids.map((id, nth) => ({ id, at: seen[nth] ?? '' }));
  const wanted = rows.toSorted((one, other) =>
    one.at === other.at ? other.id - one.id : one.at < other.at ? 1 : -1,
  );
  expect(rows).toEqual(wanted);
  expect(seen.filter((at) => at === null)).toHaveLength(46);
});

test('the place of one order is none of another', async () => {
  for (const [order, after] of [
    ['seen', '7'],
    ['newest', '5|7'],
    ['oldest', '-|7'],
  ] as const)
    await expect(listMembers(database.db, { order, after })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
});

test('a page reads its members in every order, and no more of many', async () => {
  await addMembers(MEMBERS, 'case when n % 5 > 0 then n end');
  const { rows } = await sql<{ id: bigint; at: string }>`
    select d.member_id as id, (extract(epoch from d.last_seen_at) * 1000000)::bigint::text as at from member_device d
    where d.address = '192.0.2.1' order by d.last_seen_at offset ${MEMBERS / 3}::int limit 1`.execute(
    database.db,
  );
  const middle = rows[0];
  for (const order of MEMBER_ORDERS)
    for (const after of [undefined, order === 'seen' ? `${middle?.at}|${middle?.id}` : `${middle?.id}`]) {
      const page = membersInOrder(order, { wanted: sql<boolean>`true`, after, count: COUNT });
      expect((await page.execute(database.db)).rows).toHaveLength(COUNT);
      // Of each member the wallet, and by the last seen each device twice.
      expect(await rowsRead(database.db, page), `${order} after ${after}`).toBeLessThanOrEqual(10 * COUNT);
    }
});
