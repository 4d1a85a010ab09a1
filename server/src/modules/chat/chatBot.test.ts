import { randomBytes, randomUUID } from 'node:crypto';
import type { ChatMessage } from '@krapao/contract/api/chat';
import { BOT_PERSON } from '@krapao/contract/chatBot';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: TestOperator;
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

const sandbox = (path: string, body: object) =>
  fetch(`${server.sandbox.url}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const says = (answer: unknown) => sandbox('/as/chat-bot/answer', { answer });
const fault = (mode: string, delayMs?: number) =>
  sandbox('/faults', { 'chatBot:webhook': { mode, ...(delayMs !== undefined && { delayMs }) } });
const questions = async () =>
  (await (await fetch(`${server.sandbox.url}/as/chat-bot/questions`)).json()) as {
    raw: string;
    body: { type: string; data: Record<string, string> };
  }[];

const terms = () => ({
  name: 'Bot',
  priority: 1,
  config: { baseUrl: `${server.sandbox.url}/as/chat-bot`, answerSeconds: 2 },
  secrets: { webhookSecret: SECRET },
  reason: 'a first answer at night',
});

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  admin = await makeOperator(server, 'administrator');
  await sandbox('/as/chat-bot/secret', { secret: SECRET });
  const added = await admin.call('POST /api/console/connections', {
    capability: 'chatBot',
    driver: 'webhook',
    ...terms(),
  });
  const { id } = added.body as { id: string };
  const on = { ...terms(), isActive: true, isShadow: false, version: 1 };
  expect(await admin.call(`PUT /api/console/connections/${id}`, on)).toMatchObject({ status: 200 });
  expect(await admin.call(`POST /api/console/connections/${id}/test`)).toMatchObject({ body: { ok: true } });
  // The node has heard of the connection once a chat is with the bot.
  await until(async () => {
    const { room } = await writer('are you there');
    return (await room()).bot_until !== null;
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await fault('none');
  await says(null);
});

async function writer(words: string) {
  const member = await makeMember(server);
  const send = (message: object) =>
    member.client('POST /api/chat/send-message', { body: { message } as never });
  const write = (text: string) => send({ message_type: 'text', payload: { text } });
  const press = (title: string, payload: string) =>
    send({ message_type: 'postback', payload: { title, payload } });
  await write(words);
  const room = () =>
    server.db
      .selectFrom('chat_room')
      .selectAll()
      .where('member_id', '=', BigInt(member.id))
      .executeTakeFirstOrThrow();
  const { id } = await room();
  const history = () => member.client('POST /api/chat/history', { body: { limit: 20, skip: 0 } });
  return { member, write, press, room, history, id: String(id), path: `/api/console/chat/rooms/${id}` };
}
const waiting = async () => {
  const body = { queue: 'waiting', limit: 100, skip: 0 };
  const answer = await admin.call('POST /api/console/chat/rooms', body);
  return (answer.body as { rooms: { id: string }[] }).rooms.map(({ id }) => id);
};
/** The newest message, once it is the site's. */
async function answered(history: () => Promise<ChatMessage[]>): Promise<ChatMessage> {
  await until(async () => (await history())[0]?.sender === 'system');
  return (await history())[0] as ChatMessage;
}
const payloadOf = ({ message }: ChatMessage) =>
  message.payload as {
    text: string;
    isAutomatic?: true;
    quick_replies: { title: string; payload: string }[];
  };

test('the bot has the first word, marked, with a button to a person, and learns nothing but the words', async () => {
  const asked = (await questions()).length;
  const { member, press, history, id } = await writer('ยอดไม่เข้า 08x');
  const first = payloadOf(await answered(history));
  expect(first).toEqual({
    text: 'You asked: ยอดไม่เข้า 08x',
    quick_replies: [
      { title: 'Deposits', payload: 'BOT_1' },
      { title: 'Games', payload: 'BOT_2' },
      { title: 'คุยกับทีมงาน', payload: BOT_PERSON },
    ],
    isAutomatic: true,
  });
  expect(await waiting()).not.toContain(id);
  expect((await history()).length).toBe(2);

  await press('Games', 'BOT_2');
  expect(payloadOf(await answered(history)).text).toBe('You asked: Games');
  const came = (await questions()).slice(asked);
  expect(came.map(({ body }) => body)).toMatchObject([
    { type: 'chat.message', data: { text: 'ยอดไม่เข้า 08x', language: 'th' } },
    { type: 'chat.message', data: { text: 'Games', language: 'th' } },
  ]);
  expect(Object.keys(came[0]?.body.data ?? {}).sort()).toEqual(['conversation', 'language', 'text']);
  expect(came[0]?.body.data.conversation).toBe(came[1]?.body.data.conversation);
  for (const known of [member.phoneNumber, member.phoneNumber.slice(3), `"${member.id}"`, `"${id}"`])
    expect(came[0]?.raw).not.toContain(known);

  // A person is asked: the bot is out of this chat, and the greeting is as without it.
  await press('คุยกับทีมงาน', BOT_PERSON);
  expect(await waiting()).toContain(id);
  expect(payloadOf((await history())[0] as ChatMessage).isAutomatic).toBe(undefined);
  await press('Deposits', 'BOT_1');
  expect((await questions()).length).toBe(asked + 2);
  expect(await waiting()).toContain(id);
});

test('words of their own, an operator, and a button that was never there take a chat from the bot', async () => {
  const typing = await writer('สวัสดี');
  await answered(typing.history);
  await typing.write('ไม่ใช่ค่ะ');
  expect(await waiting()).toContain(typing.id);
  expect(await typing.room()).toMatchObject({ bot_until: null });

  const forged = await writer('สวัสดี');
  await answered(forged.history);
  await forged.press('x', 'BOT_99');
  expect(await waiting()).toContain(forged.id);

  const taken = await writer('สวัสดี');
  await answered(taken.history);
  await admin.call(`POST ${taken.path}/messages`, {
    clientId: randomUUID(),
    message: { message_type: 'text', payload: { text: 'ได้ค่ะ' } },
  });
  expect(await taken.room()).toMatchObject({ bot_until: null, bot_question: null });
  // What was said before a person came is asked of no bot again.
  const asked = (await questions()).length;
  await taken.press('Games', 'BOT_2');
  expect((await questions()).length).toBe(asked);
});

test('who waits for a person keeps waiting: a silence gives no chat back to the bot, and who takes one owes its answer', async () => {
  const patient = await writer('สวัสดี');
  await answered(patient.history);
  await patient.press('คุยกับทีมงาน', BOT_PERSON);
  const { asked_at: since } = await patient.room();
  await sql`update chat_room set last_message_at = now() - interval '13 hours' where id = ${patient.id}`.execute(
    server.owner,
  );
  await patient.write('ยังไม่มีใครตอบเลย');
  expect(await patient.room()).toMatchObject({ bot_until: null, asked_at: since });
  expect(await waiting()).toContain(patient.id);

  // What the bot has not answered yet waits for the person who took the chat.
  await fault('slow', 1_000);
  for (const [path, body] of [
    ['take', undefined],
    ['hand-over', { to: String(admin.id) }],
  ] as const) {
    const early = await writer('ด่วนค่ะ');
    expect((await early.room()).bot_question).not.toBe(null);
    expect(await admin.call(`POST ${early.path}/${path}`, body)).toMatchObject({ status: 200 });
    expect(await early.room()).toMatchObject({ bot_question: null, asked_at: expect.any(Date) });
  }
  const closed = await writer('ด่วนค่ะ');
  expect(await admin.call(`POST ${closed.path}/close`)).toMatchObject({ status: 200 });
  expect(
    await server.db
      .selectFrom('chat_wait')
      .select('answered_by')
      .where('room_id', '=', BigInt(closed.id))
      .execute(),
  ).toEqual([{ answered_by: null }]);
});

test('a bot that is slow, down, silent or lies leaves the customer to a person, as without a bot', async () => {
  const lies: unknown[] = [
    {},
    { text: 5 },
    { text: '   ​‮' },
    { text: 'x'.repeat(1_001) },
    { text: 'a', quickReplies: 'Deposits' },
    { text: 'a', quickReplies: [{ title: '' }] },
    { text: 'a', quickReplies: [{ title: 'same' }, { title: 'same' }] },
    { text: 'a', quickReplies: Array.from({ length: 6 }, (_, nth) => ({ title: `${nth}` })) },
    { text: 'a', quickReplies: [null] },
    ['text'],
  ];
  const isGreeted = async (chat: Awaited<ReturnType<typeof writer>>) => {
    const greeting = payloadOf(await answered(chat.history));
    expect(greeting.isAutomatic).toBe(undefined);
    expect(await waiting()).toContain(chat.id);
    expect(await chat.room()).toMatchObject({
      bot_question: null,
      bot_until: null,
      asked_at: expect.any(Date),
    });
  };
  for (const lie of lies) {
    await says(lie);
    await isGreeted(await writer('สวัสดี'));
  }
  await says(null);
  await fault('error500');
  await isGreeted(await writer('สวัสดี'));
  await fault('timeoutBeforeApply');
  await isGreeted(await writer('สวัสดี'));

  // A node that dies with the question: the job ends it, and the answer that comes later is dropped.
  await fault('slow', 1_500);
  const left = await writer('ช้ามาก');
  await sql`update chat_room set bot_until = now() where id = ${left.id}`.execute(server.owner);
  server.wakeJob('release-bots');
  await isGreeted(left);
  await until(async () => (await questions()).some(({ body }) => body.data.text === 'ช้ามาก'));
  expect((await left.history()).filter((message) => payloadOf(message).isAutomatic)).toEqual([]);
});

test('what a bot says is plain: nothing unseen, no look of its own, and its buttons are numbered by us', async () => {
  await says({
    text: '‮<b>Win</b>\u0000​\r\n\n\n\nhttps://evil.example',
    quickReplies: [{ title: ' A‮ ', payload: 'RATING_5', url: 'https://evil.example' }],
    isAutomatic: false,
    buttons: [{ type: 'web_url', title: 'x', url: 'https://evil.example' }],
  });
  const { history } = await writer('สวัสดี');
  expect(payloadOf(await answered(history))).toEqual({
    text: '<b>Win</b>\n\nhttps://evil.example',
    quick_replies: [
      { title: 'A', payload: 'BOT_1' },
      { title: 'คุยกับทีมงาน', payload: BOT_PERSON },
    ],
    isAutomatic: true,
  });
});

test('a bot may not stand in our own network', async () => {
  for (const address of ['http://169.254.169.254/latest', 'http://127.0.0.1:5432', 'file:///etc/passwd'])
    expect(
      await admin.call('POST /api/console/connections', {
        capability: 'chatBot',
        driver: 'webhook',
        ...terms(),
        config: { baseUrl: address },
      }),
    ).toMatchObject({ body: { code: 'CONNECTION_INVALID' } });
});
