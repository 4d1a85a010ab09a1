import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@krapao/contract/api/chat';
import { REQUESTED_WITH } from '@krapao/contract/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveTransfer } from '../../modules/deposits/incoming/receiveTransfer.ts';
import { openChatSocket } from '../../testing/chatSocket.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } });
const all = { limit: 50, skip: 0 };

async function rooms(operator: TestOperator, queue: string, search = '') {
  const { body } = await operator.call('POST /api/console/chat/rooms', { queue, search, limit: 50, skip: 0 });
  return body as { rooms: { id: string; unread: number; assignedTo: string | null }[]; counts: object };
}

/** A member who has written, and the conversation's path in the console. */
async function writer(words = 'ช่วยด้วยค่ะ') {
  const member = await makeMember(server);
  await member.client('POST /api/chat/send-message', { body: { message: text(words) } });
  const { id } = await server.db
    .selectFrom('chat_room')
    .select('id')
    .where('member_id', '=', BigInt(member.id))
    .executeTakeFirstOrThrow();
  return { member, id: String(id), path: `/api/console/chat/rooms/${id}` };
}

const say = (operator: TestOperator, path: string, words: string, clientId: string = randomUUID()) =>
  operator.call(`POST ${path}/messages`, { clientId, message: text(words) });

const history = async (operator: TestOperator, path: string) =>
  (await operator.call(`POST ${path}/history`, all)).body as ChatMessage[];

const audit = (action: string, subject: string) =>
  server.owner
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', action)
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

test('a conversation is found, read and answered once; answering makes it the operator’s', async () => {
  const { member, id, path } = await writer();
  const support = await makeOperator(server, 'support');
  const before = await rooms(support, 'waiting', member.phoneNumber);
  expect(before.rooms).toMatchObject([{ id, unread: 1, assignedTo: null }]);
  expect((await support.call('GET /api/console/queues')).body).toMatchObject({ counts: { chats: 1 } });

  const clientId = randomUUID();
  const first = await say(support, path, 'ได้ค่ะ', clientId);
  const second = await say(support, path, 'ได้ค่ะ', clientId);
  expect(first).toMatchObject({
    status: 200,
    body: { sender: 'operator', name: 'Operator support', clientId },
  });
  expect(second.body).toEqual(first.body);
  const seen = await member.client('POST /api/chat/history', { body: all });
  expect(seen.filter(({ sender }) => sender === 'operator')).toHaveLength(1);
  expect(await history(support, path)).toHaveLength(3);

  expect((await rooms(support, 'mine')).rooms).toMatchObject([{ id, unread: 0 }]);
  expect((await rooms(support, 'waiting')).rooms).toEqual([]);
  expect((await support.call('GET /api/console/queues')).body).toMatchObject({ counts: { chats: 0 } });
  await member.client('POST /api/chat/send-message', { body: { message: text('อีกเรื่อง') } });
  expect((await rooms(support, 'waiting')).rooms).toMatchObject([{ id, unread: 1 }]);
  await support.call(`PUT ${path}/read`);
  expect((await rooms(support, 'waiting')).rooms).toEqual([]);
  expect(await audit('chat.assign', `chat:${id}`)).toHaveLength(1);
  expect(await say(support, path, '  ')).toMatchObject({ status: 400 });
  expect(await say(support, '/api/console/chat/rooms/999999', 'x')).toMatchObject({
    body: { code: 'NO_DATA' },
  });
});

test('two operators never answer the same conversation; it can be handed over and given back', async () => {
  const { id, path } = await writer();
  const [one, two] = [await makeOperator(server, 'support'), await makeOperator(server, 'manager')];
  const cashier = await makeOperator(server, 'cashier');
  const answers = await Promise.all([say(one, path, 'หนึ่ง'), say(two, path, 'สอง')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [winner, loser] = answers[0]?.status === 200 ? [one, two] : [two, one];
  for (const call of [`POST ${path}/take`, `POST ${path}/close`])
    expect(await loser.call(call)).toMatchObject({ body: { code: 'QUEUE_TAKEN' } });

  const handOver = (to: string | null) => winner.call(`POST ${path}/hand-over`, { to, reason: 'เปลี่ยนกะ' });
  expect(await handOver(String(cashier.id))).toMatchObject({ body: { code: 'NO_DATA' } });
  expect(await handOver(String(loser.id))).toMatchObject({ status: 200 });
  expect(await say(winner, path, 'สาย')).toMatchObject({ body: { code: 'QUEUE_TAKEN' } });
  expect(await say(loser, path, 'รับต่อค่ะ')).toMatchObject({ status: 200 });
  expect(await handOver(null)).toMatchObject({ status: 200 });
  expect((await rooms(winner, 'waiting')).rooms.map((room) => room.id)).toContain(id);
  expect(await audit('chat.handOver', `chat:${id}`)).toMatchObject([
    { reason: 'เปลี่ยนกะ', after: { assignedTo: String(loser.id) } },
    { after: { assignedTo: null } },
  ]);
});

test('notes stay inside; closing asks how it was, the rating is shown, an answer opens again', async () => {
  const { member, id, path } = await writer();
  const support = await makeOperator(server, 'support');
  await support.call(`POST ${path}/take`);
  await support.call(`POST ${path}/take`);
  expect(await audit('chat.assign', `chat:${id}`)).toHaveLength(1);
  await support.call(`POST ${path}/notes`, { text: 'เคยส่งสลิปไม่ชัด' });
  expect(await support.call(`POST ${path}/close`)).toMatchObject({ status: 200 });
  expect(await support.call(`POST ${path}/close`)).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  const rating = { message_type: 'postback', payload: { title: '★★★★', payload: 'RATING_4' } } as const;
  await member.client('POST /api/chat/send-message', { body: { message: rating } });
  const shown = await support.call(`GET ${path}`);
  expect(shown.body).toMatchObject({
    room: { status: 'closed', rating: 4 },
    member: { id: String(member.id), total: 0, bonus: null, slip: null },
    notes: [{ text: 'เคยส่งสลิปไม่ชัด', operatorName: 'Operator support' }],
    closings: [{ rating: 4, operatorName: 'Operator support' }],
  });
  expect(JSON.stringify(await member.client('POST /api/chat/history', { body: all }))).not.toContain('เคยส่ง');
  expect(await say(support, path, 'ขอบคุณค่ะ')).toMatchObject({ status: 200 });
  expect((await rooms(support, 'mine')).rooms.map((room) => room.id)).toContain(id);
  expect(await audit('chat.close', `chat:${id}`)).toHaveLength(1);
  expect(await audit('chat.reopen', `chat:${id}`)).toHaveLength(1);
});

test('pictures and choices are sent; another conversation’s picture is not', async () => {
  const { member, path } = await writer();
  const other = await writer();
  const support = await makeOperator(server, 'support');
  const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([image]), 'slip.png');
  const uploaded = await fetch(`${server.url}${path}/upload-image`, {
    method: 'POST',
    headers: { 'X-Requested-With': REQUESTED_WITH, Cookie: support.cookie },
    body: form,
  });
  const { path: filePath } = (await uploaded.json()) as { path: string };
  const send = (to: string) =>
    support.call(`POST ${to}/messages`, {
      clientId: randomUUID(),
      message: { message_type: 'media', payload: { filePath, message: 'ตัวอย่าง' } },
    });
  expect(await send(other.path)).toMatchObject({ status: 400 });
  expect(await send(path)).toMatchObject({ status: 200 });
  expect(await send(path)).toMatchObject({ status: 400 });
  const quick_replies = [{ title: 'ใช่', payload: 'CHOICE_1' }];
  await support.call(`POST ${path}/messages`, {
    clientId: randomUUID(),
    message: { message_type: 'quick_replies', payload: { text: 'ใช่ไหมคะ', quick_replies } },
  });
  // The site's and the bot's own buttons mean more than their words: nobody is led to rate by another question.
  for (const payload of ['RATING_5', 'BOT_1', 'BOT_PERSON'])
    expect(
      await support.call(`POST ${path}/messages`, {
        clientId: randomUUID(),
        message: {
          message_type: 'quick_replies',
          payload: { text: 'ต่อไหมคะ', quick_replies: [{ title: 'ต่อ', payload }] },
        },
      }),
    ).toMatchObject({ status: 400 });
  const [choices, media] = await member.client('POST /api/chat/history', { body: all });
  expect(choices?.message.payload).toEqual({ text: 'ใช่ไหมคะ', quick_replies });
  expect(media?.message.payload).toMatchObject({ fileType: 'image', message: 'ตัวอย่าง', width: 40 });
});

test('canned answers are changed by who edits content, and read by who answers', async () => {
  const support = await makeOperator(server, 'support');
  const manager = await makeOperator(server, 'manager');
  const words = (th: string) => ({ th, la: 'ລາວ', en: 'English' });
  const terms = { title: words('สวัสดี'), text: words('สวัสดีค่ะ') };
  const key = 'POST /api/console/chat/answers';
  expect(await support.call(key, terms)).toMatchObject({ status: 403 });
  expect(await manager.call(key, { ...terms, text: words(' ') })).toMatchObject({ status: 400 });
  const { id } = (await manager.call(key, terms)).body as { id: string };
  const changed = { ...terms, title: words('ทักทาย') };
  await manager.call(`PUT /api/console/chat/answers/${id}`, changed);
  const desk = async () =>
    (await support.call('GET /api/console/chat/desk')).body as { answers: { id: string }[] };
  expect((await desk()).answers).toContainEqual({ id, ...changed });
  const ids = (await desk()).answers.map((answer) => answer.id);
  expect(ids.at(-1)).toBe(id);
  const turned = ids.toReversed();
  const order = 'PUT /api/console/chat/answers/order';
  expect(await support.call(order, { items: turned })).toMatchObject({ status: 403 });
  expect(await manager.call(order, { items: turned })).toMatchObject({ status: 200 });
  expect((await desk()).answers.map((answer) => answer.id)).toEqual(turned);
  expect(await manager.call(order, { items: turned.slice(1) })).toMatchObject({
    body: { code: 'CHANGED_MEANWHILE' },
  });
  expect(await audit('chatAnswer.order', 'chatAnswer:all')).toMatchObject([{ before: ids, after: turned }]);
  await manager.call(`DELETE /api/console/chat/answers/${id}`);
  expect((await desk()).answers.map((answer) => answer.id)).not.toContain(id);
  expect(await manager.call(`DELETE /api/console/chat/answers/${id}`)).toMatchObject({
    body: { code: 'NO_DATA' },
  });
  expect(await audit('chatAnswer.edit', `chatAnswer:${id}`)).toMatchObject([
    { before: terms, after: changed },
  ]);
});

test('who has waited longest comes first among those who wait, however much they write; elsewhere the newest message', async () => {
  const support = await makeOperator(server, 'support');
  const [first, second] = [await writer(), await writer()];
  await first.member.client('POST /api/chat/send-message', { body: { message: text('ยังอยู่ไหม') } });
  const order = async (queue: string) => {
    const ours = [first.id, second.id];
    return (await rooms(support, queue)).rooms.map(({ id }) => id).filter((id) => ours.includes(id));
  };
  expect(await order('waiting')).toEqual([first.id, second.id]);
  expect(await order('all')).toEqual([first.id, second.id]);
  await second.member.client('POST /api/chat/send-message', { body: { message: text('ด้วยค่ะ') } });
  expect(await order('waiting')).toEqual([first.id, second.id]);
  expect(await order('all')).toEqual([second.id, first.id]);
  // Once answered, the next question begins a new time of waiting.
  await say(support, first.path, 'ได้ค่ะ');
  await first.member.client('POST /api/chat/send-message', { body: { message: text('อีกเรื่อง') } });
  expect(await order('waiting')).toEqual([second.id, first.id]);
});

test('a ticket opens the socket of the inbox, which hears of every conversation; the stream tells of counts', async () => {
  const support = await makeOperator(server, 'support');
  const stream = await fetch(`${server.url}/api/console/live`, { headers: { Cookie: support.cookie } });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('event: ready');
  const { ticket, inbox } = (await support.call('POST /api/console/chat/ticket')).body as {
    ticket: string;
    inbox: string;
  };
  const socket = await openChatSocket(server.url, { operatorTicket: ticket });
  const heard: string[] = [];
  socket.socket.on('room', ({ id }) => heard.push(id));
  expect(await socket.join(inbox)).toMatchObject({ code: 'OK' });
  const { id } = await writer();
  await expect.poll(() => heard).toContain(id);
  expect((await reader?.read())?.value).toContain('event: changed');
  await reader?.cancel();
  socket.close();
});

test('the side pane says why the latest slip failed, and whether its money waits for an owner', async () => {
  const { member, path } = await writer();
  const support = await makeOperator(server, 'support');
  const slip = async () =>
    ((await support.call(`GET ${path}`)).body as { member: { slip: object } }).member.slip;
  const transRef = randomUUID().replaceAll('-', '').slice(0, 20);
  await server.owner
    .insertInto('slip')
    .values({
      member_id: member.id,
      reference: randomUUID(),
      file_key: randomUUID(),
      step: 'DONE',
      status: 'FAILED',
      note: 'NOT_MATCH',
      finished_at: new Date(),
      trans_ref: transRef,
      sending_bank: '004',
    })
    .execute();
  expect(await slip()).toMatchObject({ status: 'FAILED', note: 'NOT_MATCH', isIncoming: false });
  await server.db.transaction().execute((trx) =>
    receiveTransfer(
      trx,
      {
        eventId: randomUUID(),
        transRef,
        sendingBank: '004',
        sendingBankCode: 'KBANK',
        amount: 61_00n,
        currency: 'THB',
        receiver: { type: 'account', bankCode: 'GSB', accountNo: '020990000033' },
        sender: { displayName: 'NOBODY K***', account: 'xxx-x-x0000-x', proxy: null },
        transferredAt: new Date(),
      },
      DEPOSIT_RULES,
    ),
  );
  expect(await slip()).toMatchObject({ isIncoming: true });
});
