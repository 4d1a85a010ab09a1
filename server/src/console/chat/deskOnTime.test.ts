import { randomUUID } from 'node:crypto';
import { fillPlaceholders, type PlaceholderValues } from '@krapao/contract/chatPlaceholders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChatSocket } from '../../testing/chatSocket.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  admin = await makeOperator(server, 'administrator');
});
afterAll(() => server.stop());

async function writer(words = 'ช่วยด้วยค่ะ') {
  const member = await makeMember(server);
  const write = (text: string) =>
    member.client('POST /api/chat/send-message', {
      body: { message: { message_type: 'text', payload: { text } } },
    });
  await write(words);
  const { id } = await server.db
    .selectFrom('chat_room')
    .select('id')
    .where('member_id', '=', BigInt(member.id))
    .executeTakeFirstOrThrow();
  return { member, write, id: String(id), path: `/api/console/chat/rooms/${id}` };
}
const rooms = async (operator: TestOperator, queue: string) => {
  const body = { queue, limit: 50, skip: 0 };
  const answer = await operator.call('POST /api/console/chat/rooms', body);
  return answer.body as { rooms: { id: string; skill: string | null }[]; counts: Record<string, number> };
};
const waitingIds = async (operator: TestOperator) =>
  (await rooms(operator, 'waiting')).rooms.map(({ id }) => id);
const skillsOf = (operator: TestOperator, skills: string[]) =>
  admin.call(`PUT /api/console/operators/${operator.id}/skills`, { skills });

test('typing is seen by the other side of a room alone, once in a while, and costs no statement', async () => {
  const { member } = await writer();
  const other = await makeMember(server);
  const { body } = await admin.call('POST /api/console/chat/ticket');
  const { ticket, inbox } = body as { ticket: string; inbox: string };
  const room = `krapao-${member.id}`;
  const [mine, stranger, desk] = await Promise.all([
    openChatSocket(server.url, { token: member.token }),
    openChatSocket(server.url, { token: other.token }),
    openChatSocket(server.url, { operatorTicket: ticket }),
  ]);
  const heard = { mine: [] as unknown[], stranger: [] as unknown[], desk: [] as unknown[] };
  mine.socket.on('typing', (event) => heard.mine.push(event));
  stranger.socket.on('typing', (event) => heard.stranger.push(event));
  desk.socket.on('typing', (event) => heard.desk.push(event));
  try {
    // In no room yet: nobody is heard, whatever is sent.
    desk.socket.emit('typing', room);
    await Promise.all([
      mine.join(room),
      stranger.join(`krapao-${other.id}`),
      desk.join(room),
      desk.join(inbox),
    ]);
    expect(await stranger.join(room)).toMatchObject({ code: 'UNAUTHORIZED' });
    stranger.socket.emit('typing', room);
    desk.socket.emit('typing', inbox);
    for (const wrong of [undefined, null, {}, ['krapao-1'], 'x'.repeat(3_000)])
      mine.socket.emit('typing', wrong as never);
    const counted = async () => {
      const { rows } = await sql<{ calls: bigint }>`
        select xact_commit + xact_rollback as calls from pg_stat_database where datname = current_database()`.execute(
        server.owner,
      );
      return Number(rows[0]?.calls);
    };
    const before = await counted();
    for (let key = 0; key < 5_000; key += 1) mine.socket.emit('typing', room);
    // A join is answered after everything that the socket sent before it.
    await mine.join(room);
    await until(async () => heard.desk.length > 0);
    expect(heard.desk).toEqual([{ room, by: 'customer' }]);
    desk.socket.emit('typing', room);
    await until(async () => heard.mine.length > 0);
    expect(heard).toEqual({
      mine: [{ room, by: 'operator' }],
      stranger: [],
      desk: [{ room, by: 'customer' }],
    });
    // Jobs of the node make some; one for each key would be thousands.
    expect((await counted()) - before).toBeLessThan(1_000);

    // Nor does joining again and again: those that wait for the same answer share it.
    const joins = await counted();
    const answers: unknown[] = [];
    for (let nth = 0; nth < 5_000; nth += 1) mine.socket.emit('join', room, (answer) => answers.push(answer));
    await until(async () => answers.length === 5_000);
    expect(answers.at(-1)).toEqual(await mine.join(room));
    expect((await counted()) - joins).toBeLessThan(1_000);
  } finally {
    for (const { close } of [mine, stranger, desk]) close();
  }
});

test('a chat handed to a skill is seen first by those who have it and are present, then by everybody', async () => {
  const [giver, gamer, third] = [
    await makeOperator(server, 'support'),
    await makeOperator(server, 'support'),
    await makeOperator(server, 'manager'),
  ];
  expect(await skillsOf(giver, ['cooking'])).toMatchObject({ status: 400 });
  expect(await skillsOf(gamer, ['games', 'la'])).toMatchObject({ body: { code: 'OK' } });
  expect(
    await giver.call(`PUT /api/console/operators/${giver.id}/skills`, { skills: ['games'] }),
  ).toMatchObject({
    status: 403,
  });
  const { body: desk } = await giver.call('GET /api/console/chat/desk');
  expect((desk as { operators: { id: string }[] }).operators).toContainEqual(
    expect.objectContaining({ id: String(gamer.id), skills: ['games', 'la'], isPresent: true }),
  );

  const { member, id, path } = await writer();
  const handOver = (body: object) => giver.call(`POST ${path}/hand-over`, { to: null, ...body });
  expect(await handOver({ to: String(gamer.id), skill: 'games' })).toMatchObject({ status: 400 });
  expect(await handOver({ skill: 'games' })).toMatchObject({ body: { code: 'OK', isKept: true } });
  expect(await waitingIds(gamer)).toContain(id);
  expect(await waitingIds(third)).not.toContain(id);
  expect((await rooms(third, 'all')).rooms.find((room) => room.id === id)).toMatchObject({ skill: 'games' });
  const counts = async (operator: TestOperator) =>
    ((await operator.call('GET /api/console/queues')).body as { counts: { chats: number } }).counts.chats;
  expect((await counts(gamer)) - (await counts(third))).toBe(1);
  // The customer hears of it.
  const history = await member.client('POST /api/chat/history', { body: { limit: 1, skip: 0 } });
  expect(history).toMatchObject([{ sender: 'system', message: { message_type: 'text' } }]);

  // Its time is over.
  await sql`update chat_room set skill_until = now() where id = ${id}`.execute(server.owner);
  server.wakeJob('release-skills');
  await until(async () => (await waitingIds(third)).includes(id));

  // The only one with the skill leaves; nobody with a skill is there at all.
  expect(await handOver({ skill: 'games' })).toMatchObject({ body: { isKept: true } });
  await sql`update operator_session set last_seen_at = now() - interval '10 minutes' where operator_id = ${gamer.id}`.execute(
    server.owner,
  );
  server.wakeJob('release-skills');
  await until(async () => (await waitingIds(third)).includes(id));
  expect(await handOver({ skill: 'identity' })).toMatchObject({ body: { isKept: false } });
  expect(await waitingIds(third)).toContain(id);
  // Whoever may answer counts, also by a role that operators made.
  const night = await makeOperator(server, ['chat.answer']);
  await skillsOf(night, ['identity']);
  expect(await handOver({ skill: 'identity' })).toMatchObject({ body: { isKept: true } });
  expect(await waitingIds(night)).toContain(id);
  expect(await waitingIds(third)).not.toContain(id);
  // Who takes it has it, and it is kept for nobody.
  await third.call(`POST ${path}/take`);
  expect((await rooms(third, 'mine')).rooms).toMatchObject([{ id, skill: null }]);
});

test('a canned answer takes known placeholders alone, and they are filled for the customer in their language', async () => {
  const terms = (words: string) => ({
    title: { th: 'ก', la: 'ກ', en: 'a' },
    text: { th: words, la: 'ສະບາຍດີ', en: 'Hello {site}' },
  });
  for (const wrong of ['{password}', '{memberName} {}', '{lastDeposit}', '{__proto__}'])
    expect(await admin.call('POST /api/console/chat/answers', terms(wrong))).toMatchObject({
      status: 400,
      body: { code: 'PLACEHOLDER_UNKNOWN' },
    });
  const added = await admin.call('POST /api/console/chat/answers', terms('สวัสดีคุณ {memberName}'));
  const { id } = added.body as { id: string };
  expect(await admin.call(`PUT /api/console/chat/answers/${id}`, terms('{x}'))).toMatchObject({
    body: { code: 'PLACEHOLDER_UNKNOWN' },
  });
  const { member, path } = await writer();
  await deposit(server.db, member.id, 1_234_50n);
  const support = await makeOperator(server, 'support');
  const { body } = await support.call(`GET ${path}/placeholders`);
  expect(body).toMatchObject({
    memberId: String(member.id),
    balance: '1,234.50',
    'lastDeposit.amount': '1,234.50',
    'lastDeposit.status': 'สำเร็จ',
    'lastWithdrawal.amount': null,
    site: 'Krapao',
    operatorName: 'Operator support',
  });
  const values = body as unknown as PlaceholderValues;
  const filled = fillPlaceholders('{memberName} {balance} {lastWithdrawal.amount} {memberName}', {
    ...values,
    memberName: 'A{site}B',
  });
  expect(filled).toBe('A{site}B 1,234.50 {lastWithdrawal.amount} A{site}B');
  expect(await support.call('GET /api/console/chat/rooms/999999/placeholders')).toMatchObject({
    body: { code: 'NO_DATA' },
  });

  // A row of the customer's statement goes along with an answer; another member's never does.
  const send = (rowId: string) =>
    support.call(`POST ${path}/messages`, {
      clientId: randomUUID(),
      message: { message_type: 'text', payload: { text: 'ดูรายการนี้ค่ะ', rowId } },
    });
  const other = await makeMember(server);
  await deposit(server.db, other.id, 100n);
  const rowOf = async (memberId: bigint | string) =>
    (
      await server.db
        .selectFrom('statement_entry')
        .select('id')
        .where('member_id', '=', BigInt(memberId))
        .executeTakeFirstOrThrow()
    ).id;
  expect(await send(String(await rowOf(other.id)))).toMatchObject({ status: 400 });
  const own = String(await rowOf(member.id));
  expect(await send(own)).toMatchObject({ body: { message: { payload: { rowId: own } } } });
});
