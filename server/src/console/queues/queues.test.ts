import { QUEUE_NAMES } from '@krapao/contract/queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { useClaim } from './claim.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

let transRefs = 0;

/** An incoming transfer that waits for an operator. */
async function waitingTransfer(): Promise<string> {
  transRefs += 1;
  const { id } = await server.owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: `queue${transRefs}`,
      source: 'NOTICE',
      amount: 12_345n,
      currency: 'THB',
      receiver: { type: 'account', bankCode: 'GSB', accountNo: '020990000033' },
      sender: { displayName: 'SOMCHAI J***', account: 'xxx-x-x1234-x', proxy: null },
      transferred_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
const claimKey = (item: string, queue = 'incoming') =>
  `POST /api/console/queues/${queue}/${item}/claim` as const;

/** The events of the console's stream, one text each. */
async function listen(operator: TestOperator) {
  const stream = await fetch(`${server.url}/api/console/live`, { headers: { Cookie: operator.cookie } });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const pieces: string[] = [];
  const reading = (async () => {
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read())
      pieces.push(piece.value);
  })().catch(() => undefined);
  await expect.poll(() => pieces.join('')).toContain('event: ready');
  return {
    type: stream.headers.get('content-type'),
    changed: () => [...pieces.join('').matchAll(/event: changed\ndata: (.*)/g)].map(([, queues]) => queues),
    end: async () => {
      await reader?.cancel();
      await reading;
    },
  };
}

test('two operators never have the same item, however close they come', async () => {
  const first = await makeOperator(server, 'cashier');
  const second = await makeOperator(server, 'manager');
  const item = await waitingTransfer();
  const decide = (id: bigint) =>
    server.db.transaction().execute((trx) => useClaim(trx, 'incoming', item, id));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? first : second).call(claimKey(item))),
  );
  const [firsts, seconds] = [answers.filter((_, i) => i % 2 === 0), answers.filter((_, i) => i % 2 === 1)];
  const hasIt = (list: typeof answers) => list.every(({ status }) => status === 200);
  expect(hasIt(firsts)).not.toBe(hasIt(seconds));
  const [winner, loser] = hasIt(firsts) ? [first, second] : [second, first];
  expect(await loser.call(claimKey(item))).toMatchObject({ status: 409, body: { code: 'QUEUE_TAKEN' } });

  await expect(decide(loser.id)).rejects.toMatchObject({ code: 'QUEUE_NOT_TAKEN' });
  await decide(winner.id);
  await expect(decide(winner.id)).rejects.toMatchObject({ code: 'QUEUE_NOT_TAKEN' });
});

test('an item that was left lapses; one that was given back is free', async () => {
  const first = await makeOperator(server, 'cashier');
  const second = await makeOperator(server, 'cashier');
  const item = await waitingTransfer();
  const releaseKey = `POST /api/console/queues/incoming/${item}/release` as const;
  await first.call(claimKey(item));
  await second.call(releaseKey);
  expect(await second.call(claimKey(item))).toMatchObject({ status: 409 });
  await first.call(releaseKey);
  expect(await second.call(claimKey(item))).toMatchObject({ status: 200 });
  await server.owner
    .updateTable('queue_claim')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('queue', '=', 'incoming')
    .execute();
  expect(await first.call(claimKey(item))).toMatchObject({ status: 200 });
});

test('the list names the operator who has an item, and says whether it is the reader', async () => {
  const [holder, reader] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'manager')];
  const item = await waitingTransfer();
  const claimSeenBy = async (operator: TestOperator) => {
    const { items } = (await operator.call('GET /api/console/incoming?order=newest')).body as {
      items: { id: string; claim: unknown }[];
    };
    return items.find(({ id }) => id === item)?.claim;
  };
  expect(await claimSeenBy(reader)).toBeNull();
  await holder.call(claimKey(item));
  expect(await claimSeenBy(holder)).toEqual({ operatorName: 'Operator cashier', isMine: true });
  expect(await claimSeenBy(reader)).toEqual({ operatorName: 'Operator cashier', isMine: false });
});

test('nobody keeps a whole queue from colleagues: beyond 20 items the one kept longest ago is free', async () => {
  const [hoarder, colleague] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'cashier')];
  const items = [];
  for (let nth = 0; nth < 22; nth += 1) items.push(await waitingTransfer());
  for (const item of items) expect(await hoarder.call(claimKey(item))).toMatchObject({ status: 200 });
  const taken = await Promise.all(items.map((item) => colleague.call(claimKey(item))));
  expect(taken.map(({ status }) => status)).toEqual([200, 200, ...Array(20).fill(409)]);
});

test('what waits for a second person is kept from nobody by who asked, nor by who may not decide it', async () => {
  const [asker, second] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  const cashier = await makeOperator(server, 'cashier');
  const { id } = await server.owner
    .insertInto('approval')
    .values({
      kind: 'transfer.settle',
      subject: 'transferLeg:1',
      permission: 'transfer.decide',
      payload: '{}',
      asked_by: asker.id,
      asked_from: '::1',
      reason: 'a grudge',
      cause: 'DECISION',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await cashier.call(claimKey(id, 'approvals'))).toMatchObject({ body: { code: 'NO_DATA' } });
  expect(await asker.call(claimKey(id, 'approvals'))).toMatchObject({ status: 200 });
  expect(await second.call(claimKey(id, 'approvals'))).toMatchObject({ status: 200 });
  expect(await asker.call(claimKey(id, 'approvals'))).toMatchObject({ body: { code: 'QUEUE_TAKEN' } });
  expect(await second.call(`POST /api/console/approvals/${id}/reject`, { reason: 'x' })).toMatchObject({
    status: 200,
  });
});

test('what does not exist, or waits no more, cannot be taken', async () => {
  const manager = await makeOperator(server, 'manager');
  const item = await waitingTransfer();
  const uuid = '00000000-0000-4000-8000-000000000000';
  for (const queue of QUEUE_NAMES)
    for (const missing of ['999999999', '9'.repeat(18), uuid, '-', 'abc'])
      expect((await manager.call(claimKey(missing, queue))).body).toMatchObject({ code: 'NO_DATA' });
  await server.owner
    .updateTable('incoming_transfer')
    .set({ status: 'DISMISSED', decided_by: manager.id, decided_because: 'spam', decided_at: new Date() })
    .where('id', '=', BigInt(item))
    .execute();
  expect((await manager.call(claimKey(item))).body).toMatchObject({ code: 'ALREADY_DECIDED' });
});

test('who may not decide a queue neither counts nor takes its items', async () => {
  const support = await makeOperator(server, 'support');
  const cashier = await makeOperator(server, 'cashier');
  const counts = async (operator: TestOperator) =>
    ((await operator.call('GET /api/console/queues')).body as { counts: unknown }).counts;
  expect(await counts(support)).toEqual({ chats: 0 });
  expect(await counts(cashier)).toEqual({
    slips: 0,
    incoming: expect.any(Number),
    latePayments: 0,
    gifts: 0,
    transferClaims: 0,
    withdrawals: 0,
    approvals: 0,
  });
  expect(await cashier.call(claimKey('1', 'transfers'))).toMatchObject({ status: 403 });
});

test('who is at work is seen with the queue that each is at, and gone after the log-out', async () => {
  const seen = await makeOperator(server, 'cashier');
  const me = await makeOperator(server, 'manager');
  const find = async () =>
    (
      (await me.call('GET /api/console/queues')).body as {
        operators: { id: string; queue: string | null; isMe: boolean }[];
      }
    ).operators;
  await seen.call(claimKey(await waitingTransfer()));
  expect(await find()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: String(seen.id), queue: 'incoming', isMe: false }),
      expect.objectContaining({ id: String(me.id), queue: null, isMe: true }),
    ]),
  );
  await seen.call('POST /api/console/logout');
  expect((await find()).map(({ id }) => id)).not.toContain(String(seen.id));
});

test('a console that listens is told which queue changed; a stranger cannot listen', async () => {
  const operator = await makeOperator(server, 'cashier');
  expect((await fetch(`${server.url}/api/console/live`)).status).toBe(401);
  const live = await listen(operator);
  expect(live.type).toBe('text/event-stream');
  const item = await waitingTransfer();
  await expect.poll(live.changed).toEqual(['incoming']);
  await operator.call(claimKey(item));
  await expect.poll(live.changed).toEqual(['incoming', 'incoming']);
  await live.end();
});

test('the stream tells an operator of no queue that the role may not decide', async () => {
  const [support, manager] = [await makeOperator(server, 'support'), await makeOperator(server, 'manager')];
  const [deaf, hears] = [await listen(support), await listen(manager)];
  for (const queue of ['cases', 'findings', 'identityRequests', 'chats'])
    await sql`select pg_notify('krapao_queue', ${queue})`.execute(server.owner);
  await expect.poll(() => deaf.changed().join(' ')).toContain('chats');
  expect(deaf.changed().join(' ')).toBe('chats');
  await expect.poll(() => hears.changed().join(' ')).toBe('cases findings identityRequests chats');
  await Promise.all([deaf.end(), hears.end()]);
});

test('what changes no queue is no news: statements without rows, rows that wait for no person, a claim that is kept', async () => {
  const operator = await makeOperator(server, 'cashier');
  const item = await waitingTransfer();
  await operator.call(claimKey(item));
  const live = await listen(operator);
  // All earlier notifications have arrived.
  await sql`select pg_notify('krapao_queue', 'begin')`.execute(server.owner);
  await expect.poll(() => live.changed().join(' ')).toContain('begin');
  const before = live.changed();
  await sql`update withdrawal set state = state where false`.execute(server.owner);
  await sql`update slip set step = step where false`.execute(server.owner);
  await sql`update manual_deposit set status = status where false`.execute(server.owner);
  await sql`update incoming_transfer set status = status where id = ${item}::bigint`.execute(server.owner);
  await operator.call(claimKey(item));
  // Notifications arrive in the order in which they are sent, so nothing else came before this one.
  await sql`select pg_notify('krapao_queue', 'end')`.execute(server.owner);
  await expect.poll(live.changed).toEqual([...before, 'end']);
  await live.end();
});
