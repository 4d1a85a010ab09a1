import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../../../testing/sandboxProcess.ts';
import type { Opened } from '../../connections/driver.ts';
import { outgoingHttp } from '../../connections/outgoingHttp.ts';
import { LINE_ANSWERS } from './answers.ts';
import { line } from './line.ts';

const SECRET = 'line-driver-test-secret';
const dataDir = mkdtempSync(join(tmpdir(), 'krapao-line-'));
let sandbox: SandboxProcess;
let userId: string;
let port: Opened<'notify'>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, dataDir, secret: SECRET });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  userId = (await ask('POST', '/line/users', { name: 'Somchai' })).id;
  await ask('POST', '/line/acts', { userId, act: 'follow' });
  port = open();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
async function ask(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
}
const fault = (mode: string, code?: string) =>
  ask('PUT', '/faults', { 'notify:line': { mode, times: 1, code } });
const messages = async (): Promise<string[]> =>
  (await ask('GET', `/line/messages?userId=${userId}`)).map(({ text }: { text: string }) => text);

function open(more: Record<string, string> = {}, token = SECRET, timeoutMs = 5_000): Opened<'notify'> {
  const http = outgoingHttp(new Set([new URL(sandbox.url).host]), timeoutMs);
  const config = { baseUrl: `${sandbox.url}/as/line`, basicId: '@krapao', offerText: 'x', ...more };
  const secrets = { channelAccessToken: token, channelSecret: SECRET };
  return line.open({ config: config as never, secrets: secrets as never }, { http, variant: 'thailand' });
}
const message = (text = 'เงินเข้ากระเป๋าแล้ว', retryKey: string = randomUUID()) => ({
  retryKey,
  to: userId,
  text,
});

test('a message arrives once, however often it is sent with its retry key', async () => {
  const one = message();
  expect([await port.send(one), await port.send(one)]).toEqual([{ status: 'sent' }, { status: 'sent' }]);
  expect(await messages()).toEqual([one.text]);
});

test('a repeat is answered as LINE documents it: 409 with the first request and its messages', async () => {
  const push = (retryKey?: string, path = 'push', body: object = { to: userId }) =>
    fetch(`${sandbox.url}/as/line/v2/bot/message/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${SECRET}`,
        ...(retryKey !== undefined && { 'x-line-retry-key': retryKey }),
      },
      body: JSON.stringify({ ...body, messages: [{ type: 'text', text: 'hello' }] }),
    });
  const key = randomUUID();
  const [first, again] = [await push(key), await push(key)];
  expect([first.status, again.status]).toEqual([200, 409]);
  expect(again.headers.get('x-line-accepted-request-id')).toBe(first.headers.get('x-line-request-id'));
  expect(await again.json()).toEqual({
    message: 'The retry key is already accepted',
    ...((await first.json()) as object),
  });
  // Without a key nothing is known of the first; a reply takes none.
  expect([(await push()).status, (await push()).status]).toEqual([200, 200]);
  expect((await push(key, 'reply', { replyToken: 'r' })).status).toBe(400);
});

test.each(['timeoutAfterApply', 'error500AfterApply'])(
  '%s: unknown, and the repeat delivers nothing more',
  async (mode) => {
    const hasty = open({}, SECRET, 700);
    await fault(mode);
    const one = message();
    expect(await hasty.send(one)).toMatchObject({ status: 'unknown' });
    expect(await hasty.send(one)).toEqual({ status: 'sent' });
    expect(await messages()).toEqual([one.text]);
  },
);

test.each(['timeoutBeforeApply', 'error500', 'maintenance'])(
  '%s: unknown, and the repeat delivers it',
  async (mode) => {
    const hasty = open({}, SECRET, 700);
    await fault(mode);
    const one = message();
    expect(await hasty.send(one)).toMatchObject({ status: 'unknown' });
    expect(await messages()).toEqual([]);
    expect(await hasty.send(one)).toEqual({ status: 'sent' });
    expect(await messages()).toEqual([one.text]);
  },
);

test('each documented answer has its one meaning', async () => {
  const meanings: Record<string, object> = {
    DONE: { status: 'sent' },
    REJECTED: { status: 'rejected' },
  };
  for (const [code, meaning] of Object.entries(LINE_ANSWERS)) {
    await (code === 'MONTHLY_LIMIT' ? fault('outOfQuota') : fault('code', code));
    const expected = meanings[meaning] ?? { status: 'unknown', reason: meaning };
    expect([code, await port.send(message())]).toMatchObject([code, expected]);
  }
  // Another address says nothing of the message.
  expect(await open({ baseUrl: `${sandbox.url}/line` }).send(message())).toMatchObject({ status: 'unknown' });
});

test('an unknown user and a wrong token; a block is not told', async () => {
  expect(await port.send({ ...message(), to: `U${'1'.repeat(32)}` })).toEqual({
    status: 'rejected',
    reason: 'HTTP_400',
  });
  expect(await open({}, 'another').send(message())).toEqual({ status: 'unknown', reason: 'KEY_REFUSED' });
  await ask('POST', '/line/acts', { userId, act: 'block' });
  expect(await port.send(message())).toEqual({ status: 'sent' });
  expect(await messages()).toEqual([]);
});

test('the test tells the account and what is left this month, and knows the token of another account', async () => {
  expect(await port.test?.()).toMatchObject({
    ok: true,
    detail: 'Krapao @krapao',
    quotaLeft: expect.any(Number),
  });
  expect(await open({ basicId: '@other' }).test?.()).toMatchObject({ ok: false, trouble: 'KEY_REFUSED' });
  expect(await open({}, 'another').test?.()).toMatchObject({ ok: false, trouble: 'KEY_REFUSED' });
});

test('addresses of LINE, unless others are typed', () => {
  expect(port.addUrl).toBe('https://line.me/R/ti/p/%40krapao');
  expect(port.proofUrl('to.k', 'no+ce')).toBe(
    'https://access.line.me/dialog/bot/accountLink?linkToken=to.k&nonce=no%2Bce',
  );
  expect(open({ pagesUrl: 'https://pages.example/line' }).addUrl).toBe(
    'https://pages.example/line/R/ti/p/%40krapao',
  );
});

const base = {
  mode: 'active',
  timestamp: 1_700_000_000_000,
  source: { type: 'user', userId: `U${'a'.repeat(32)}` },
  webhookEventId: '01H',
  deliveryContext: { isRedelivery: false },
};
const signed = (body: string, secret = SECRET) => createHmac('sha256', secret).update(body).digest('base64');
const read = (body: string, signature: string | undefined = signed(body)) =>
  port.receiver?.read({
    headers: { 'x-line-signature': signature },
    query: {},
    body: Buffer.from(body),
    receivedAt: new Date(),
  });
const events = (...list: object[]) => JSON.stringify({ destination: 'U', events: list });

test('what is not signed with the channel secret over these very bytes is refused', () => {
  const body = events({ ...base, type: 'unfollow' });
  expect(read(body)).toMatchObject({ status: 'proved' });
  for (const signature of [signed(body, 'another'), signed(`${body} `), '', 'x', signed(body).slice(0, -2)])
    expect(read(body, signature)).toEqual({ status: 'refused', reason: 'BAD_SIGNATURE' });
});

test('a body that is cut, no JSON or endless is refused; other events count for nothing', () => {
  for (const body of ['{"events":[{', '', 'null', '{}', '{"events":{}}', events(...Array(101).fill(base))])
    expect(read(body), body.slice(0, 20)).toEqual({ status: 'refused', reason: 'BAD_BODY' });
  for (const body of [
    events(),
    events({ ...base, type: 'beacon' }),
    events({ ...base, type: 'follow' }),
    events({
      ...base,
      type: 'unfollow',
      source: { type: 'group', groupId: 'C1', userId: base.source.userId },
    }),
    events({ ...base, type: 'accountLink', link: { result: 'failed', nonce: 'n' } }),
    events({ ...base, type: 'unfollow', source: { type: 'user', userId: 'U1' } }),
    events('text' as never, null as never),
  ])
    expect(read(body), body).toEqual({ status: 'ignored' });
});

test('an odd nonce spoils no event beside it, and a message that comes again says so', () => {
  const { userId: of, ...at } = { userId: base.source.userId, at: new Date(base.timestamp) };
  const link = (nonce: string) => ({ ...base, type: 'accountLink', link: { result: 'ok', nonce } });
  const again = { ...base, deliveryContext: { isRedelivery: true } };
  const odd = ['n\0', 'n\ud800', '', 'n '.repeat(3), 'x'.repeat(301)].map(link);
  expect(
    read(
      events(...odd, { ...again, type: 'message', replyToken: 'r' }, ...odd, { ...again, type: 'unfollow' }),
    ),
  ).toEqual({
    status: 'proved',
    notice: {
      events: [
        { kind: 'came', userId: of, replyToken: 'r', isAgain: true, ...at },
        { kind: 'left', userId: of, ...at },
      ],
    },
  });
});

test('friends, messages, blocks and links are told with their user and time', () => {
  const at = new Date(base.timestamp);
  const { userId: of } = base.source;
  expect(
    read(
      events(
        { ...base, type: 'follow', replyToken: 'r1' },
        { ...base, type: 'message', replyToken: 'r2', message: { type: 'text', id: '1', text: 'hi' } },
        { ...base, type: 'unfollow' },
        { ...base, type: 'accountLink', link: { result: 'ok', nonce: 'n' } },
      ),
    ),
  ).toEqual({
    status: 'proved',
    notice: {
      events: [
        { kind: 'came', userId: of, replyToken: 'r1', at },
        { kind: 'came', userId: of, replyToken: 'r2', at },
        { kind: 'left', userId: of, at },
        { kind: 'proved', userId: of, nonce: 'n', at },
      ],
    },
  });
});
