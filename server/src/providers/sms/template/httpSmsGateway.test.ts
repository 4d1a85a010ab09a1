import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { rawCall } from '../../../testing/rawCall.ts';
import { startTestServer } from '../../../testing/testServer.ts';
import { outgoingHttp } from '../../connections/outgoingHttp.ts';
import { httpSmsGateway } from './httpSmsGateway.ts';
import { readSmsTemplate } from './smsTemplate.ts';
import { smsTemplateDriver } from './smsTemplateDriver.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const SMS = { id: 'a1b2', to: '0812345678', text: 'รหัส "123456"\n{phone} & 50%' };
const JSON_BODY = '{"to":"{phone}","text":"{message}","ref":"{reference}"}';

let gateway: Server;
let url: string;
let received: Received[] = [];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method, url: path, headers } = request;
    received.push({ method, url: path, headers, body });
    answer(response);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});
beforeEach(() => {
  received = [];
  answer = (response) => response.end('{"ok":true}');
});

const says = (status: number, body: string) => (response: ServerResponse) =>
  response.writeHead(status).end(body);

function send(environment: Record<string, string>, variant: 'thailand' | 'laos' = 'thailand', sms = SMS) {
  const problems: string[] = [];
  const named = Object.fromEntries(
    Object.entries({
      URL: `${url}/send`,
      BODY: JSON_BODY,
      HEADERS: '{"Content-Type":"application/json"}',
      ...environment,
    }).map(([name, value]) => [`KRAPAO_SMS_${name}`, value]),
  );
  const template = readSmsTemplate(named, problems);
  if (template === undefined) throw new Error(problems.join('\n'));
  return httpSmsGateway(template, variant, outgoingHttp(new Set([new URL(url).host]), 5_000)).send(sms);
}

test('a JSON body carries number, text and reference, whatever characters they have', async () => {
  const headers = JSON.stringify({ 'Content-Type': 'application/json', Authorization: 'Basic abc' });
  expect(await send({ HEADERS: headers })).toEqual({ status: 'sent' });
  expect(received).toHaveLength(1);
  const [request] = received;
  expect([request?.method, request?.url, request?.headers.authorization]).toEqual([
    'POST',
    '/send',
    'Basic abc',
  ]);
  expect(JSON.parse(request?.body ?? '')).toEqual({ to: SMS.to, text: SMS.text, ref: SMS.id });
});

test('a form body and an address carry them encoded', async () => {
  const form = {
    HEADERS: '{"content-type":"application/x-www-form-urlencoded"}',
    BODY: 'msisdn={phone}&message={message}',
  };
  await send(form);
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    msisdn: SMS.to,
    message: SMS.text,
  });
  await send({ METHOD: 'GET', URL: `${url}/send?to={phone}&text={message}&id={reference}`, BODY: '' });
  const asked = new URL(received[1]?.url ?? '', url);
  expect([received[1]?.method, received[1]?.body]).toEqual(['GET', '']);
  expect(Object.fromEntries(asked.searchParams)).toEqual({ to: SMS.to, text: SMS.text, id: SMS.id });
});

test.each([
  ['thailand', 'national', '0812345678', '0812345678'],
  ['thailand', 'e164', '0812345678', '+66812345678'],
  ['thailand', 'digits', '0812345678', '66812345678'],
  ['laos', 'e164', '02055123456', '+8562055123456'],
  ['laos', 'national', '02055123456', '02055123456'],
] as const)('in %s the form %s of %s is %s', async (variant, form, to, written) => {
  await send({ PHONE: form }, variant, { ...SMS, to });
  expect(JSON.parse(received[0]?.body ?? '').to).toBe(written);
});

test.each([
  ['any 2xx without a rule', 202, '', {}, { status: 'sent' }],
  [
    'the rule of success',
    200,
    '{"phone_number_list":[{"number":"66"}]}',
    { SUCCESS: '"phone_number_list":\\[\\{' },
    { status: 'sent' },
  ],
  ['a 2xx outside the rule', 200, '<html>', { SUCCESS: '"ok"' }, { status: 'unread' }],
  [
    'the rule of refusal',
    200,
    '{"status":"failure"}',
    { SUCCESS: 'status', REJECTED: '"failure"' },
    { status: 'rejected', reason: 'GATEWAY_REFUSED' },
  ],
  ['a wrong key', 401, '{}', {}, { status: 'rejected', reason: 'KEY_REFUSED' }],
  ['too many', 429, '', {}, { status: 'rejected', reason: 'BUSY' }],
  ['a request time-out of theirs', 408, '', {}, { status: 'unknown', reason: 'BAD_ANSWER' }],
  ['a fault of theirs', 503, '{"ok":true}', {}, { status: 'unknown', reason: 'SERVER_ERROR' }],
])('%s', async (_title, status, body, environment, result) => {
  answer = says(status, body);
  expect(await send(environment)).toEqual(result);
});

test('silence, a cut connection and a redirect are unknown, never failed', async () => {
  answer = () => undefined;
  expect(await send({ TIMEOUT_MS: '500' })).toEqual({ status: 'unknown', reason: 'TIMEOUT' });
  // The headers arrived, the rest did not.
  answer = (response) => void response.writeHead(200).write('{');
  expect(await send({ TIMEOUT_MS: '500' })).toEqual({ status: 'unknown', reason: 'TIMEOUT' });
  answer = (response) => response.destroy();
  expect(await send({})).toEqual({ status: 'unknown', reason: 'CONNECTION' });
  answer = (response) => response.writeHead(302, { Location: '/elsewhere' }).end();
  expect(await send({})).toEqual({ status: 'unknown', reason: 'BAD_ANSWER' });
  expect(received.map(({ url: path }) => path)).not.toContain('/elsewhere');
});

test.each([
  [{ KRAPAO_SMS_URL: 'http://sms.example/send?to={phone}&m={message}' }, /https/],
  [{ KRAPAO_SMS_URL: 'https://user:pass@sms.example/?to={phone}&m={message}' }, /https/],
  [{ KRAPAO_SMS_BODY: 'to={phone}' }, /\{message\}/],
  [{ KRAPAO_SMS_METHOD: 'DELETE' }, /GET, POST, PUT/],
  [{ KRAPAO_SMS_METHOD: 'GET' }, /GET/],
  [{ KRAPAO_SMS_HEADERS: '{"a":1}' }, /HEADERS/],
  [{ KRAPAO_SMS_HEADERS: '{"a b":"c"}' }, /HEADERS/],
  [{ KRAPAO_SMS_HEADERS: '[]' }, /HEADERS/],
  [{ KRAPAO_SMS_SUCCESS: '(' }, /SUCCESS/],
  [{ KRAPAO_SMS_PHONE: 'roman' }, /PHONE/],
  [{ KRAPAO_SMS_TIMEOUT_MS: '5' }, /TIMEOUT/],
])('a start with a wrong setting says what is wrong (%#)', (change, expected) => {
  const problems: string[] = [];
  const right = { KRAPAO_SMS_URL: 'https://sms.example/send', KRAPAO_SMS_BODY: JSON_BODY };
  expect(readSmsTemplate({ ...right, ...change }, problems)).toBeUndefined();
  expect(problems.join('\n')).toMatch(expected);
  expect(readSmsTemplate({}, [])).toBeUndefined();
});

const THAI_BULK = {
  sent: '{ "phone_number_list": [ {"number":"66812345678"} ], "bad_phone_number_list": [] }',
  refused: '{"phone_number_list":[],"bad_phone_number_list":[{"number":"66812345678"}]}',
};
const consoleForm = (more: object) =>
  ({
    config: {
      baseUrl: `${url}/sms`,
      method: 'POST',
      headers: '{"Content-Type":"application/x-www-form-urlencoded"}',
      body: 'msisdn={phone}&message={message}',
      phoneForm: 'national',
      ...more,
    },
    secrets: {},
  }) as never;

test('in the console’s form an expression is refused with a hint, before it sends anything', () => {
  const problems = (more: object) => smsTemplateDriver.problems?.(consoleForm(more)) ?? [];
  for (const field of ['success', 'rejected'])
    for (const typed of ['"phone_number_list"\\s*:\\s*\\[\\s*\\{', '"status":.*"ok"', '[^"]+', '(?:ok|sent)'])
      expect(problems({ [field]: typed })).toEqual([
        expect.stringMatching(`^${field} is no regular expression here: .*docs/sms\\.md`),
      ]);
  for (const typed of ['"phone_number_list":[{', 'Success.', '"id":"\\u0e2a"', 'a\\"b', '+OK (1)', '$1?'])
    expect(problems({ success: typed })).toEqual([]);
});

test('in the console’s form a text is found whatever white space the maker sets; an empty one is none', async () => {
  const http = outgoingHttp(new Set([new URL(url).host]), 5_000);
  const sent = (more: object) =>
    smsTemplateDriver.open(consoleForm(more), { http, variant: 'thailand' }).send(SMS);
  const typed = { success: '"phone_number_list":[{', rejected: '"bad_phone_number_list": [{' };
  answer = says(200, THAI_BULK.sent);
  expect(await sent(typed)).toEqual({ status: 'sent' });
  expect(await sent({ success: ' ', rejected: '' })).toEqual({ status: 'sent' });
  answer = says(200, THAI_BULK.refused);
  expect(await sent(typed)).toEqual({ status: 'rejected', reason: 'GATEWAY_REFUSED' });
  answer = says(200, '{"status":"queued"}');
  expect(await sent(typed)).toEqual({ status: 'unread' });
});

test('OTP-01 a code goes out through the configured gateway and is verified', async () => {
  const server = await startTestServer(OWN_CLUSTER, {
    KRAPAO_SMS_URL: `${url}/otp`,
    KRAPAO_SMS_BODY: JSON_BODY,
    KRAPAO_SMS_HEADERS: '{"Content-Type":"application/json"}',
    KRAPAO_SMS_SUCCESS: '"ok":true',
    KRAPAO_SMS_REJECTED: '"ok":false',
  });
  try {
    const ask = (phoneNumber: string) => rawCall(server.url, 'POST /api/otp/send', { body: { phoneNumber } });
    const { body } = await ask('0812345678');
    expect(received).toHaveLength(1);
    const { text } = JSON.parse(received[0]?.body ?? '');
    const otpCode = /\d{6}/.exec(text)?.[0] ?? '';
    const verified = await rawCall(server.url, 'POST /api/otp/verify', {
      body: { otpToken: body.otpToken, otpCode },
    });
    expect(verified.body.code).toBe('OTP_CODE_VALID');

    answer = says(200, '{"ok":false}');
    expect(await ask('0812345679')).toMatchObject({ status: 502, body: { code: 'OTP_SEND_FAIL' } });
    expect(received).toHaveLength(2);
    // After an unknown result the SMS is sent once more, with the same reference.
    answer = says(500, '');
    expect((await ask('0812345670')).body.code).toBe('OTP_SEND_FAIL');
    const references = received.slice(2).map((request) => JSON.parse(request.body).ref);
    expect(references).toHaveLength(2);
    expect(new Set(references).size).toBe(1);
    // An answer that cannot be read follows an SMS that may be on its way: it is not sent again, and its code is good.
    received = [];
    answer = says(200, '{"status":"queued"}');
    const unread = await ask('0812345671');
    expect([unread.status, unread.body.code, received.length]).toEqual([200, 'OK', 1]);
    const [sent = ''] = /\d{6}/.exec(JSON.parse(received[0]?.body ?? '').text) ?? [];
    const typed = { otpToken: unread.body.otpToken, otpCode: sent };
    expect((await rawCall(server.url, 'POST /api/otp/verify', { body: typed })).body.code).toBe(
      'OTP_CODE_VALID',
    );
    // A redirect and a conflict decide nothing, and cause no second SMS.
    for (const [status, phone] of [
      [302, '0812345672'],
      [409, '0812345673'],
    ] as const) {
      received = [];
      answer = says(status, '');
      expect([status, (await ask(phone)).body.code, received.length]).toEqual([status, 'OTP_SEND_FAIL', 1]);
    }
  } finally {
    await server.stop();
  }
});
