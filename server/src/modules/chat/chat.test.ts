import { randomUUID } from 'node:crypto';
import type { CustomerContent } from '@krapao/contract/api/chat';
import type { Client } from '@krapao/contract/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signOperatorTicket } from '../../realtime/operatorTicket.ts';
import { loadSecrets } from '../../secrets.ts';
import { writeSetting } from '../../settings/settings.ts';
import { openChatSocket } from '../../testing/chatSocket.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { listRooms } from './listRooms.ts';
import { addNote, assignRoom, closeRoom, listNotes, sendAsOperator } from './operatorVerbs.ts';

let server: TestServer;
let visitor: Client;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  visitor = server.client();
});
afterAll(() => server.stop());

const text = (words: string): CustomerContent => ({ message_type: 'text', payload: { text: words } });

async function newGuest() {
  const { guest } = await visitor('GET /api/chat/config');
  if (!guest) throw new Error('a visitor is given a guest');
  return guest;
}

const all = { limit: 100, skip: 0 };
const presentation = { prefix: 'krapao-', linkKey: Buffer.alloc(32) };

async function roomOf(column: 'member_id' | 'guest_id', value: bigint | string): Promise<bigint> {
  const { id } = await server.db
    .selectFrom('chat_room')
    .select('id')
    .where(column, '=', value as never)
    .executeTakeFirstOrThrow();
  return id;
}

test('CHT-01 a visitor is given a signed guest, a member the user id; both the prefix of room names', async () => {
  const config = await visitor('GET /api/chat/config');
  expect(config).toMatchObject({
    PREFIX: 'krapao-',
    userId: null,
    unread: 0,
    lastMessageAt: null,
    isOpen: true,
  });
  expect(config.guest?.guestId).toMatch(/^g[0-9a-f]{32}$/);
  const member = await makeMember(server);
  expect(await member.client('GET /api/chat/config')).toMatchObject({
    guest: null,
    userId: String(member.id),
  });
});

test('CHT-04 a message is answered with its created time, and the first one with a greeting and quick replies', async () => {
  const member = await makeMember(server);
  const createdAt = await member.client('POST /api/chat/send-message', { body: { message: text('สวัสดี') } });
  const [greeting, mine] = await member.client('POST /api/chat/history', { body: all });
  expect(mine).toMatchObject({
    sender: 'customer',
    position: 1,
    createdAt,
    userId: String(member.id),
    guestId: null,
    isRead: false,
    message: { message_type: 'text', payload: { text: 'สวัสดี' } },
  });
  expect(greeting).toMatchObject({
    sender: 'system',
    position: 2,
    message: { message_type: 'quick_replies' },
  });
  await member.client('POST /api/chat/send-message', { body: { message: text('อีกข้อความ') } });
  const senders = (await member.client('POST /api/chat/history', { body: all })).map(({ sender }) => sender);
  expect(senders).toEqual(['customer', 'system', 'customer']);
});

test('CHT-09 a quick reply is answered by its text', async () => {
  const member = await makeMember(server);
  const message = { message_type: 'postback', payload: { title: 'ฝากเงิน', payload: 'DEPOSIT' } } as const;
  await member.client('POST /api/chat/send-message', { body: { message: text('hello') } });
  await member.client('POST /api/chat/send-message', { body: { message } });
  const [answer, pressed] = await member.client('POST /api/chat/history', { body: all });
  expect(pressed?.message).toEqual(message);
  expect(answer).toMatchObject({ sender: 'system', message: { message_type: 'text' } });
});

test('CHT-04 the same clientId sends once, also at the same time; another message under it is refused', async () => {
  const member = await makeMember(server);
  const body = { clientId: randomUUID(), message: text('once') };
  const times = await Promise.all(
    Array.from({ length: 5 }, () => member.client('POST /api/chat/send-message', { body })),
  );
  expect(new Set(times).size).toBe(1);
  const history = await member.client('POST /api/chat/history', { body: all });
  expect(history.filter(({ clientId }) => clientId === body.clientId)).toHaveLength(1);
  await expect(
    member.client('POST /api/chat/send-message', { body: { ...body, message: text('twice') } }),
  ).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
});

test('CHT-05 a blank text, one above 2000 characters and one with half a character are refused', async () => {
  const { client } = await makeMember(server);
  const send = (words: string) => client('POST /api/chat/send-message', { body: { message: text(words) } });
  for (const words of ['', ' \n\t ', 'ก'.repeat(2001), 'half \ud83d', 'none \0'])
    await expect(send(words)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await send('ก'.repeat(2000));
});

test('CHT-03 history comes by ten, newest first, by skip', async () => {
  const member = await makeMember(server);
  for (let count = 1; count <= 13; count += 1)
    await member.client('POST /api/chat/send-message', { body: { message: text(`m${count}`) } });
  const page = (skip: number) => member.client('POST /api/chat/history', { body: { limit: 10, skip } });
  expect((await page(0)).map(({ position }) => position)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
  expect((await page(10)).map(({ position }) => position)).toEqual([4, 3, 2, 1]);
  expect(await page(20)).toEqual([]);
});

test('CHT-03 CHT-08 history and read marks take userId and guestId as null or empty for who has none', async () => {
  const member = await makeMember(server);
  await member.client('POST /api/chat/send-message', { body: { message: text('mine') } });
  const guest = await newGuest();
  await visitor('POST /api/chat/send-message', {
    body: { ...guest, userId: null, message: text('visiting') },
  });
  for (const nothing of [null, '']) {
    const claim = { userId: String(member.id), guestId: nothing, guestToken: nothing };
    const mine = await member.client('POST /api/chat/history', { body: { ...claim, ...all } });
    expect(mine.map(({ sender }) => sender)).toEqual(['system', 'customer']);
    await member.client('PUT /api/chat/read-customer/', { body: { userId: nothing, guestId: nothing } });
    expect(
      (await visitor('POST /api/chat/history', { body: { ...guest, userId: nothing, ...all } })).length,
    ).toBe(2);
    const nobody = { guestId: nothing, guestToken: nothing, ...all };
    await expect(visitor('POST /api/chat/history', { body: nobody })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  }
});

test('CHT-07 the session id changes after twelve hours of silence, and the greeting comes again', async () => {
  const member = await makeMember(server);
  await member.client('POST /api/chat/send-message', { body: { message: text('first') } });
  await sql`update chat_room set last_message_at = now() - interval '12 hours 1 minute' where member_id = ${member.id}`.execute(
    server.db,
  );
  await member.client('POST /api/chat/send-message', { body: { message: text('second') } });
  const history = await member.client('POST /api/chat/history', { body: all });
  const [fourth, third, second, first] = history.map(({ session_id }) => session_id);
  expect(history.map(({ sender }) => sender)).toEqual(['system', 'customer', 'system', 'customer']);
  expect(fourth).toBe(third);
  expect(second).toBe(first);
  expect(third).not.toBe(second);
});

test('CHT-08 reading is marked, and the unread count of the badge falls to nothing', async () => {
  const member = await makeMember(server);
  await member.client('POST /api/chat/send-message', { body: { message: text('hello') } });
  expect((await member.client('GET /api/chat/config')).unread).toBe(1);
  await member.client('PUT /api/chat/read-customer/', { body: {} });
  expect((await member.client('GET /api/chat/config')).unread).toBe(0);
});

test('identity comes from the token or our signature, never from what a call says', async () => {
  const member = await makeMember(server);
  const other = await makeMember(server);
  const guest = await newGuest();
  await member.client('POST /api/chat/send-message', { body: { message: text('secret') } });
  await visitor('POST /api/chat/send-message', { body: { ...guest, message: text('secret') } });
  const asked = (body: object, token?: string) =>
    rawCall(server.url, 'POST /api/chat/history', { body: { ...all, ...body }, ...(token && { token }) });
  expect((await asked({ userId: String(member.id) })).body.code).toBe('UNAUTHORIZED');
  expect((await asked({ userId: String(member.id) }, other.token)).body.code).toBe('UNAUTHORIZED');
  expect((await asked({ guestId: guest.guestId })).body.code).toBe('UNAUTHORIZED');
  const forged = guest.guestToken.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  expect((await asked({ guestId: guest.guestId, guestToken: forged })).body.code).toBe('NO_USER');
  expect((await asked({ guestId: (await newGuest()).guestId, guestToken: guest.guestToken })).body.code).toBe(
    'NO_USER',
  );
  expect((await asked({}, other.token)).body).toEqual([]);
  expect((await asked({}, 'x'.repeat(43))).body.code).toBe('UNAUTHORIZED');
});

test('CHT-02 a room is joined by its owner alone, and hears what is said in it', async () => {
  const member = await makeMember(server);
  const other = await makeMember(server);
  const guest = await newGuest();
  const [mine, strange, visiting] = await Promise.all([
    openChatSocket(server.url, { token: member.token }),
    openChatSocket(server.url, { token: other.token }),
    openChatSocket(server.url, guest),
  ]);
  const room = `krapao-${member.id}`;
  expect(await mine.join(room)).toEqual({ code: 'OK', position: 0 });
  for (const name of [room, 'krapao-operators', `krapao-${guest.guestId}`, ''])
    expect(await strange.join(name)).toEqual({ code: 'UNAUTHORIZED' });
  expect(await visiting.join(room)).toEqual({ code: 'UNAUTHORIZED' });
  expect(await visiting.join(`krapao-${guest.guestId}`)).toEqual({ code: 'OK', position: 0 });
  await member.client('POST /api/chat/send-message', { body: { message: text('สวัสดี') } });
  await expect.poll(() => mine.messages.map(({ position }) => position)).toEqual([1, 2]);
  expect(await mine.join(room)).toEqual({ code: 'OK', position: 2 });
  expect([strange.messages, visiting.messages]).toEqual([[], []]);
  for (const socket of [mine, strange, visiting]) socket.close();
});

test('CHT-02 a socket needs an identity, our origin and a websocket', async () => {
  const { guestId } = await newGuest();
  const { token } = await makeMember(server);
  await expect(openChatSocket(server.url, {})).rejects.toThrow('UNAUTHORIZED');
  await expect(openChatSocket(server.url, { token: 'x' })).rejects.toThrow('UNAUTHORIZED');
  await expect(openChatSocket(server.url, { guestId, guestToken: 'x' })).rejects.toThrow('NO_USER');
  await expect(openChatSocket(server.url, { token }, { Origin: 'https://evil.example' })).rejects.toThrow();
  const polling = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`);
  expect(polling.status).toBe(400);
});

test('operators join every room by a ticket of the console, as long as they may answer chats', async () => {
  const guest = await newGuest();
  const key = (await loadSecrets({}, server.dataFolder, false)).signedLink;
  const ticketOf = async (role: 'support' | 'cashier') => {
    const { id } = await makeOperator(server, role);
    const { token_hash } = await server.owner
      .selectFrom('operator_session')
      .select('token_hash')
      .where('operator_id', '=', id)
      .executeTakeFirstOrThrow();
    return signOperatorTicket(key, { operatorId: String(id), session: token_hash.toString('hex') });
  };
  const operatorTicket = await ticketOf('support');
  const socket = await openChatSocket(server.url, { operatorTicket });
  const rooms: string[] = [];
  socket.socket.on('room', ({ guestId, unread }) => rooms.push(`${guestId} ${unread}`));
  expect(await socket.join('krapao-operators')).toMatchObject({ code: 'OK' });
  await visitor('POST /api/chat/send-message', { body: { ...guest, message: text('สวัสดี') } });
  await expect.poll(() => rooms).toEqual([`${guest.guestId} 1`]);
  expect(await socket.join(`krapao-${guest.guestId}`)).toEqual({ code: 'OK', position: 2 });
  await visitor('POST /api/chat/send-message', { body: { ...guest, message: text('อีกครั้ง') } });
  await expect.poll(() => socket.messages.length).toBe(1);
  socket.close();

  await expect(openChatSocket(server.url, { operatorTicket: await ticketOf('cashier') })).rejects.toThrow(
    'UNAUTHORIZED',
  );
  const forged = operatorTicket.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  await expect(openChatSocket(server.url, { operatorTicket: forged })).rejects.toThrow('UNAUTHORIZED');
  await server.owner.deleteFrom('operator_session').execute();
  await expect(openChatSocket(server.url, { operatorTicket })).rejects.toThrow('UNAUTHORIZED');
});

test('guests who log in keep their history, once, and the guest is spent', async () => {
  const guest = await newGuest();
  const member = await makeMember(server);
  await visitor('POST /api/chat/send-message', { body: { ...guest, message: text('as guest') } });
  await member.client('POST /api/chat/adopt-guest', { body: guest });
  await member.client('POST /api/chat/adopt-guest', { body: guest });
  const words = (await member.client('POST /api/chat/history', { body: all })).map(({ message }) => message);
  expect(words).toHaveLength(2);
  expect(words[1]).toEqual(text('as guest'));
  await expect(visitor('POST /api/chat/history', { body: { ...guest, ...all } })).rejects.toMatchObject({
    code: 'NO_USER',
  });
  const thief = await makeMember(server);
  await expect(thief.client('POST /api/chat/adopt-guest', { body: guest })).rejects.toMatchObject({
    code: 'NO_USER',
  });

  const second = await newGuest();
  await visitor('POST /api/chat/send-message', { body: { ...second, message: text('again') } });
  await member.client('POST /api/chat/adopt-guest', { body: second });
  const history = await member.client('POST /api/chat/history', { body: all });
  expect(history.map(({ position }) => position)).toEqual([4, 3, 2, 1]);
  expect(history[1]?.message).toEqual(text('again'));
  await expect(visitor('POST /api/chat/history', { body: { ...second, ...all } })).rejects.toMatchObject({
    code: 'NO_USER',
  });
});

test('a guest’s message at the moment of the log-in is in the member’s conversation, or refused', async () => {
  const guest = await newGuest();
  const member = await makeMember(server);
  await visitor('POST /api/chat/send-message', { body: { ...guest, message: text('as guest') } });
  await member.client('POST /api/chat/send-message', { body: { message: text('as member') } });
  const [guestRoom, own] = [await roomOf('guest_id', guest.guestId), await roomOf('member_id', member.id)];
  const blocked = async (count: number) => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%chat_room%'`.execute(
      server.owner,
    );
    return (rows[0]?.waiting ?? 0) >= count;
  };
  const { sent, adopted } = await server.owner.transaction().execute(async (holder) => {
    await sql`select from chat_room where id = ${own} for update`.execute(holder);
    // It holds the guest's room and waits for the member's; the message has found the guest's room and waits for it.
    const adopted = member.client('POST /api/chat/adopt-guest', { body: guest });
    await until(() => blocked(1));
    const sent = visitor('POST /api/chat/send-message', { body: { ...guest, message: text('late') } }).then(
      () => 'sent',
      ({ code }: { code: string }) => code,
    );
    await until(() => blocked(2));
    return { sent, adopted };
  });
  await adopted;
  expect(await sent).toBe('NO_USER');
  expect(
    await server.db.selectFrom('chat_message').select('id').where('room_id', '=', guestRoom).execute(),
  ).toEqual([]);
});

test('a guest who logs in into a closed conversation waits for everybody, not for who closed it', async () => {
  const member = await makeMember(server);
  await member.client('POST /api/chat/send-message', { body: { message: text('as member') } });
  const roomId = await roomOf('member_id', member.id);
  const [closer, other] = [await makeOperator(server, 'support'), await makeOperator(server, 'support')];
  await closer.call(`POST /api/console/chat/rooms/${roomId}/take`);
  expect(await closer.call(`POST /api/console/chat/rooms/${roomId}/close`)).toMatchObject({ status: 200 });
  const guest = await newGuest();
  await visitor('POST /api/chat/send-message', { body: { ...guest, message: text('as guest') } });
  await member.client('POST /api/chat/adopt-guest', { body: guest });
  const room = server.db.selectFrom('chat_room').selectAll().where('id', '=', roomId);
  expect(await room.executeTakeFirst()).toMatchObject({
    status: 'open',
    assigned_to: null,
    asked_at: expect.any(Date),
  });
  const answer = { clientId: randomUUID(), message: text('here') };
  expect(await other.call(`POST /api/console/chat/rooms/${roomId}/messages`, answer)).toMatchObject({
    status: 200,
  });
});

test('too many messages are refused until the minute is over', async () => {
  const { client } = await makeMember(server);
  const send = () => client('POST /api/chat/send-message', { body: { message: text('again') } });
  const results = await Promise.allSettled(Array.from({ length: 31 + 30 }, send));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { code: 'REQUEST_LIMIT' } });
});

test('CON-01 while the chat is switched off nothing is sent, and no socket is taken', async () => {
  const { client, token } = await makeMember(server);
  const turn = async (isEnabled: boolean) => {
    await server.owner.transaction().execute((trx) => writeSetting(trx, 'chatWidget', { isEnabled }, 'test'));
    await server.settings.reload();
  };
  await turn(false);
  expect(await visitor('GET /api/lookup/enableChatWidget')).toEqual({ enableChatWidget: false });
  await expect(
    client('POST /api/chat/send-message', { body: { message: text('hello') } }),
  ).rejects.toMatchObject({ code: 'NO_DATA' });
  await expect(openChatSocket(server.url, { token })).rejects.toThrow('NO_DATA');
  await turn(true);
  await client('POST /api/chat/send-message', { body: { message: text('hello') } });
});

test('operators find, take, answer, note and close a conversation; the customer rates it', async () => {
  const member = await makeMember(server);
  await member.client('POST /api/chat/send-message', { body: { message: text('ช่วยด้วย') } });
  const roomId = await roomOf('member_id', member.id);
  const [one, two] = [await makeOperator(server, 'support'), await makeOperator(server, 'support')];
  const inbox = async (queue: 'waiting' | 'mine' | 'all' | 'closed', search = member.phoneNumber) => {
    const request = { operatorId: one.id, role: 'support' as const, queue, search, limit: 20, skip: 0 };
    return (await listRooms(server.db, request, presentation)).rooms;
  };
  expect(await inbox('waiting')).toMatchObject([
    {
      id: String(roomId),
      name: 'สมชาย ใจดี',
      unread: 1,
      assignedTo: null,
      lastMessage: { sender: 'customer' },
    },
  ]);
  expect(await inbox('mine')).toEqual([]);
  expect(await inbox('waiting', `${member.id}`)).toHaveLength(1);
  expect(await inbox('waiting', '%')).toEqual([]);
  expect(await inbox('waiting', '％')).toEqual([]);

  const run = server.db.transaction();
  await run.execute((trx) =>
    sendAsOperator(trx, {
      roomId,
      operatorId: one.id,
      name: 'พลอย',
      content: { message_type: 'text', payload: { text: 'ได้ค่ะ' } },
      sessionHours: 12,
    }),
  );
  expect(await inbox('mine')).toMatchObject([
    { unread: 0, assignedTo: String(one.id), lastMessage: { name: 'พลอย' } },
  ]);
  const [answer] = await member.client('POST /api/chat/history', { body: all });
  expect(answer).toMatchObject({ sender: 'operator', name: 'พลอย' });
  expect(JSON.stringify(answer)).not.toContain('operator_id');

  await run.execute((trx) => addNote(trx, { roomId, operatorId: one.id, text: 'only for us' }));
  expect(await listNotes(server.db, roomId)).toMatchObject([{ text: 'only for us', operator_id: one.id }]);
  expect(JSON.stringify(await member.client('POST /api/chat/history', { body: all }))).not.toContain(
    'only for us',
  );
  await run.execute((trx) => assignRoom(trx, { roomId, to: two.id }));
  expect(await inbox('mine')).toEqual([]);

  const close = () =>
    run.execute((trx) =>
      closeRoom(trx, { roomId, operatorId: two.id, settings: server.settings.get('chat') }),
    );
  await close();
  await close();
  expect(await inbox('closed')).toMatchObject([{ status: 'closed', rating: null }]);
  const [question] = await member.client('POST /api/chat/history', { body: all });
  expect(question?.message).toMatchObject({ message_type: 'quick_replies' });
  const rating = { message_type: 'postback', payload: { title: '★★★★', payload: 'RATING_4' } } as const;
  await member.client('POST /api/chat/send-message', { body: { message: rating } });
  expect(await inbox('closed')).toMatchObject([{ status: 'closed', rating: 4 }]);
  await member.client('POST /api/chat/send-message', { body: { message: text('one more thing') } });
  expect(await inbox('waiting')).toMatchObject([{ status: 'open', assignedTo: null }]);
});
