import type { QueueOrder } from '@krapao/contract/api/operator/common';
import { QUEUE_NAMES } from '@krapao/contract/queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { QUEUE_PAGE } from './readQueue.ts';

let server: TestServer;
let manager: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
});
afterAll(() => server.stop());

interface Item {
  id: string;
  amount: number | null;
  note: string | null;
  uploadedAt: string;
}
interface Page {
  items: Item[];
  next: string | null;
}

async function readPage(queue: string, order: QueueOrder, after?: string): Promise<Page> {
  const query = new URLSearchParams({ order, ...(after !== undefined && { after }) });
  const { status, body } = await manager.call(`GET /api/console/${queue}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Page;
}

/**
 * More than two pages of slips: several with the same time, the same amount and the same reason, and some without
 * amount or reason.
 */
async function sendManySlips(): Promise<void> {
  const { id } = await makeMember(server);
  await sql`
    insert into slip (member_id, reference, file_key, step, operator_note, amount, uploaded_at)
    select ${id}, gen_random_uuid()::text, gen_random_uuid()::text, 'OPERATOR',
      case n % 4 when 0 then null when 1 then 'SENDER_UNCLEAR' when 2 then 'a|b' else 'QR_UNREADABLE' end,
      case n % 5 when 0 then null else (n * 7919 % 97 + 1) * 100 end,
      now() - (n / 3) * interval '1 second'
    from generate_series(1, ${QUEUE_PAGE * 2 + 30}) as n`.execute(server.owner);
}

const age = (one: Item, other: Item) => Date.parse(one.uploadedAt) - Date.parse(other.uploadedAt);
const compare: Record<QueueOrder, (one: Item, other: Item) => number> = {
  oldest: age,
  newest: (one, other) => age(other, one),
  largest: (one, other) => (other.amount ?? 0) - (one.amount ?? 0) || age(one, other),
  why: (one, other) => {
    const [a, b] = [one.note ?? '~', other.note ?? '~'];
    return a < b ? -1 : a > b ? 1 : age(one, other);
  },
};

test('a queue longer than a page is read in each order from end to end, whatever is decided meanwhile', async () => {
  await sendManySlips();
  for (const order of ['oldest', 'newest', 'largest', 'why'] as const) {
    const first = await readPage('slips', order);
    expect(first.items).toHaveLength(QUEUE_PAGE);
    // The item before the next page is decided before that page is requested.
    await server.owner
      .updateTable('slip')
      .set({ step: 'DONE', status: 'FAILED', note: 'INVALID_SLIP', finished_at: new Date() })
      .where('id', '=', BigInt(first.items.at(-1)?.id ?? ''))
      .execute();
    const second = await readPage('slips', order, first.next ?? '');
    const third = await readPage('slips', order, second.next ?? '');
    expect(third.next).toBeNull();
    const all = [...first.items, ...second.items, ...third.items];
    const { count } = await server.owner
      .selectFrom('slip')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('step', '=', 'OPERATOR')
      .executeTakeFirstOrThrow();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all).toHaveLength(Number(count) + 1);
    for (const [index, item] of all.entries()) {
      const before = all[index - 1];
      if (before) expect(compare[order](before, item), `${order} ${index}`).toBeLessThanOrEqual(0);
    }
  }
});

test('every queue is read in every order, and from a place on', async () => {
  // Evenings of members' money are few, and shown whole.
  for (const queue of QUEUE_NAMES.filter((name) => name !== 'clientMoney')) {
    for (const order of ['oldest', 'newest', 'largest', 'why'] as const) {
      await readPage(queue, order);
      // A cursor after every possible item.
      const end = `${'9'.repeat(18)}|${'9'.repeat(18)}|${'f'.repeat(36)}|1`;
      expect(await readPage(queue, order, end)).toMatchObject({ items: [], next: null });
    }
  }
  expect(await manager.call('GET /api/console/slips?order=best')).toMatchObject({ status: 400 });
  expect(await manager.call("GET /api/console/slips?after=1'")).toMatchObject({ status: 400 });
});
