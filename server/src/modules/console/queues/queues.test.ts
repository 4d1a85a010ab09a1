import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeOperator, type TestOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { useClaim } from './claim.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server.stop());

const ITEM = '7';
const claimKey = (queue: string) => `POST /api/console/queues/${queue}/${ITEM}/claim` as const;
const decide = (id: bigint) => server.db.transaction().execute((trx) => useClaim(trx, 'slips', ITEM, id));

test('two operators never have the same item, however close they come', async () => {
  const first = await makeOperator(server, 'cashier');
  const second = await makeOperator(server, 'manager');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? first : second).call(claimKey('slips'))),
  );
  const [firsts, seconds] = [answers.filter((_, i) => i % 2 === 0), answers.filter((_, i) => i % 2 === 1)];
  const hasIt = (list: typeof answers) => list.every(({ status }) => status === 200);
  expect(hasIt(firsts)).not.toBe(hasIt(seconds));
  const [winner, loser] = hasIt(firsts) ? [first, second] : [second, first];
  expect(await loser.call(claimKey('slips'))).toMatchObject({ status: 409, body: { code: 'QUEUE_TAKEN' } });

  await expect(decide(loser.id)).rejects.toMatchObject({ code: 'QUEUE_NOT_TAKEN' });
  await decide(winner.id);
  await expect(decide(winner.id)).rejects.toMatchObject({ code: 'QUEUE_NOT_TAKEN' });
});

test('an item that was left lapses; one that was given back is free', async () => {
  const first = await makeOperator(server, 'cashier');
  const second = await makeOperator(server, 'cashier');
  await first.call(claimKey('incoming'));
  await second.call(`POST /api/console/queues/incoming/${ITEM}/release`);
  expect(await second.call(claimKey('incoming'))).toMatchObject({ status: 409 });
  await first.call(`POST /api/console/queues/incoming/${ITEM}/release`);
  expect(await second.call(claimKey('incoming'))).toMatchObject({ status: 200 });
  await server.owner
    .updateTable('queue_claim')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('queue', '=', 'incoming')
    .execute();
  expect(await first.call(claimKey('incoming'))).toMatchObject({ status: 200 });
});

test('who may not decide a queue neither counts nor takes its items', async () => {
  const support = await makeOperator(server, 'support');
  const cashier = await makeOperator(server, 'cashier');
  const counts = async (operator: TestOperator) =>
    ((await operator.call('GET /api/console/queues')).body as { counts: unknown }).counts;
  expect(await counts(support)).toEqual({ chats: 0 });
  expect(await counts(cashier)).toEqual({
    slips: 0,
    incoming: 0,
    gateways: 0,
    gifts: 0,
    notices: 0,
    withdrawals: 0,
  });
  expect(await cashier.call(claimKey('transfers'))).toMatchObject({ status: 403 });
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
  await seen.call('POST /api/console/queues/withdrawals/9/claim');
  expect(await find()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: String(seen.id), queue: 'withdrawals', isMe: false }),
      expect.objectContaining({ id: String(me.id), queue: null, isMe: true }),
    ]),
  );
  await seen.call('POST /api/console/logout');
  expect((await find()).map(({ id }) => id)).not.toContain(String(seen.id));
});

test('a console that listens is told that something changed; a stranger cannot listen', async () => {
  const operator = await makeOperator(server, 'cashier');
  expect((await fetch(`${server.url}/api/console/live`)).status).toBe(401);
  const stream = await fetch(`${server.url}/api/console/live`, { headers: { Cookie: operator.cookie } });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('event: ready');
  await operator.call(claimKey('slips'));
  expect((await reader?.read())?.value).toContain('event: changed');
  await reader?.cancel();
});
