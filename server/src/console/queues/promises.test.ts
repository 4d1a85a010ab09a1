import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTINGS } from '../../settings/schema.ts';
import { writeSetting } from '../../settings/settings.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
});
afterAll(() => server.stop());

async function promise(minutes: Partial<(typeof SETTINGS)['promises']['default']>) {
  await server.db
    .transaction()
    .execute((trx) => writeSetting(trx, 'promises', { ...SETTINGS.promises.default, ...minutes }, 'test'));
  await server.settings.reload();
  // As if it had stood for a week.
  await sql`update setting set at = at - interval '7 days' where key = 'promises'`.execute(server.owner);
}

async function writer(minutesAgo: number) {
  const member = await makeMember(server);
  const write = (text: string) =>
    member.client('POST /api/chat/send-message', {
      body: { message: { message_type: 'text', payload: { text } } },
    });
  await write('ช่วยด้วย');
  const room = await server.owner
    .updateTable('chat_room')
    .set({ asked_at: sql<Date>`now() - make_interval(mins => ${minutesAgo})` })
    .where('member_id', '=', BigInt(member.id))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { member, write, id: String(room.id), path: `/api/console/chat/rooms/${room.id}` };
}

const say = (path: string) =>
  manager.call(`POST ${path}/messages`, {
    clientId: randomUUID(),
    message: { message_type: 'text', payload: { text: 'ได้ค่ะ' } },
  });
const queues = async () =>
  (await manager.call('GET /api/console/queues')).body as Record<string, Record<string, number>>;
const rooms = async (queue: string) => {
  const body = { queue, limit: 20, skip: 0 };
  const answer = await manager.call('POST /api/console/chat/rooms', body);
  return (answer.body as { rooms: { id: string; askedAt: string | null }[] }).rooms;
};
async function reported(queue: string) {
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const before = new Date(Date.now() + 7 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  const { body } = await manager.call('POST /api/console/reports/summary', { from: before, to: day });
  const { promises } = body as {
    promises: { queue: string; days: { kept: number; broken: number }[] }[];
  };
  const days = promises.find((one) => one.queue === queue)?.days;
  return (
    days && [days.reduce((sum, { kept }) => sum + kept, 0), days.reduce((sum, { broken }) => sum + broken, 0)]
  );
}

test('a promise is counted, shown, kept and broken; the longest wait stands first', async () => {
  const early = await writer(3);
  expect(await queues()).toMatchObject({ overdue: { chats: 0 }, promises: {} });
  expect(await reported('chats')).toBe(undefined);
  expect(await early.member.client('GET /api/chat/config')).toMatchObject({ answersWithinMinutes: null });

  await promise({ chats: 5, slips: 10 });
  const late = await writer(9);
  expect(await early.member.client('GET /api/chat/config')).toMatchObject({ answersWithinMinutes: 5 });
  expect(await queues()).toMatchObject({
    counts: { chats: 2, slips: 0 },
    overdue: { chats: 1, slips: 0 },
    promises: { chats: 5, slips: 10 },
  });
  expect((await rooms('waiting')).map(({ id }) => id)).toEqual([late.id, early.id]);
  // What goes on and is late is broken at once; what may still be kept is not counted.
  expect(await reported('chats')).toEqual([0, 1]);

  // Reading keeps nothing, an answer does; a second question in the same chat begins no new first answer.
  const colleague = await makeOperator(server, 'support');
  const theirs = async () =>
    ((await colleague.call('GET /api/console/queues')).body as { overdue: { chats: number } }).overdue.chats;
  expect(await theirs()).toBe(1);
  await manager.call(`POST ${late.path}/take`);
  // Whoever has it answers it: it is late for them alone.
  expect(await theirs()).toBe(0);
  await manager.call(`POST ${early.path}/take`);
  await early.write('สวัสดี');
  expect((await rooms('mine')).map(({ id }) => id)).toEqual([late.id, early.id]);
  await manager.call(`PUT ${late.path}/read`);
  expect(await queues()).toMatchObject({ overdue: { chats: 1 } });
  await say(early.path);
  await say(late.path);
  await early.write('ขอบคุณค่ะ');
  expect((await rooms('all')).map(({ askedAt }) => askedAt)).toEqual([null, null]);
  expect(await reported('chats')).toEqual([1, 1]);

  // Closed without an answer, nothing was kept; after it the next message is a new chat.
  const ignored = await writer(1);
  await manager.call(`POST ${ignored.path}/close`);
  expect(await reported('chats')).toEqual([1, 2]);
  await ignored.write('ยังอยู่ไหมคะ');
  expect((await rooms('waiting')).find(({ id }) => id === ignored.id)?.askedAt).not.toBeNull();

  // A promise made now changes nothing of what was promised before.
  await server.db
    .transaction()
    .execute((trx) => writeSetting(trx, 'promises', { ...SETTINGS.promises.default, chats: 900 }, 'test'));
  expect(await reported('chats')).toEqual([1, 2]);
});

test('a slip that waits longer than promised is overdue, and its member reads the promise in its story', async () => {
  await promise({ slips: 10 });
  const member = await makeMember(server);
  const slip = await server.owner
    .insertInto('slip')
    .values({
      member_id: BigInt(member.id),
      reference: randomUUID(),
      file_key: 'slip/none.webp',
      status: 'PENDING',
      step: 'OPERATOR',
      uploaded_at: sql<Date>`now() - interval '11 minutes'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await queues()).toMatchObject({ counts: { slips: 1 }, overdue: { slips: 1 } });
  expect(await reported('slips')).toEqual([0, 1]);
  const params = { id: `slip-${slip.id}` };
  const story = await member.client('GET /api/statement/story/:id', { params });
  expect(story).toMatchObject({ waitsFor: 'operator', promisedMinutes: 10 });
  await sql`update slip set status = 'FAILED', step = 'DONE', finished_at = uploaded_at + interval '9 minutes', note = 'NO_QR' where id = ${slip.id}`.execute(
    server.owner,
  );
  expect(await reported('slips')).toEqual([1, 0]);
  expect(await queues()).toMatchObject({ overdue: { slips: 0 } });
});
