import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const BODY_MS = 1_500;
const UPLOAD_MS = 4_000;
const SLOW_LORIS = 50;
const BODY_BYTES = 5_000;

let server: TestServer;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, {
    KRAPAO_BODY_TIMEOUT_MS: String(BODY_MS),
    KRAPAO_UPLOAD_TIMEOUT_MS: String(UPLOAD_MS),
  });
  member = await makeMember(server);
});
afterAll(() => server.stop());

/** A connection that is cut may also report an error. */
function closeOf(socket: Socket): Promise<unknown> {
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', resolve));
}

/**
 * Sends `head`, then a byte every 100 ms. @returns how many bytes it could send until the server closed the connection,
 * and its output
 */
async function crawl(head: string): Promise<{ sent: number; said: string }> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const ended = closeOf(socket);
  await once(socket, 'connect');
  let sent = 0;
  let said = '';
  socket.on('data', (data) => {
    said += data.toString('latin1');
  });
  socket.write(head);
  const crawling = setInterval(() => {
    if (!socket.writable) return;
    socket.write('1');
    sent += 1;
  }, 100);
  await ended;
  clearInterval(crawling);
  return { sent, said };
}

const head = (path: string, headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'X-Requested-With: wallet-user', ...headers, '', ''].join('\r\n');
const json = (length: string) => ['Content-Type: application/json', length];
const form = (authorization: string[] = []) => [
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Length: 1000000',
  ...authorization,
];
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

test.each<[string, () => string]>([
  ['JSON of a known length', () => head('/api/login', json(`Content-Length: ${BODY_BYTES}`))],
  ['JSON in chunks', () => `${head('/api/login', json('Transfer-Encoding: chunked'))}100\r\n`],
  ['a webhook', () => head('/api/webhook/gateway', json(`Content-Length: ${BODY_BYTES}`))],
  [
    'a call that is refused before its body',
    () => head('/api/wallet/transfer', json(`Content-Length: ${BODY_BYTES}`)),
  ],
  ['a call that there is not', () => head('/api/nothing', json(`Content-Length: ${BODY_BYTES}`))],
  ['headers', () => 'POST /api/login HTTP/1.1\r\nHost: x\r\nX-Long: '],
])('a line whose body crawls is ended: %s', async (_name, make) => {
  const { sent } = await crawl(make());
  // Some of its body was waited for, and by far not all.
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(BODY_BYTES / 10);
});

test('a line that says nothing is ended', async () => {
  const { port, hostname } = new URL(server.url);
  // The server's last words must be read, or the socket never ends.
  await closeOf(connect(Number(port), hostname).resume());
});

test('DEP-05 an upload that crawls has longer, and is ended too', async () => {
  const authorized = [`Authorization: Bearer ${member.token}`];
  const ended: string[] = [];
  const [upload] = await Promise.all([
    crawl(head('/api/wallet/slip', form(authorized)) + PART).finally(() => ended.push('upload')),
    crawl(head('/api/login', json(`Content-Length: ${BODY_BYTES}`))).finally(() => ended.push('JSON')),
  ]);
  expect(ended).toEqual(['JSON', 'upload']);
  expect(upload.sent).toBeLessThan(BODY_BYTES / 10);
});

test(`${SLOW_LORIS} lines that crawl at once are ended, and others are answered meanwhile`, async () => {
  const crawling = Promise.all(
    Array.from({ length: SLOW_LORIS }, () =>
      crawl(head('/api/login', json(`Content-Length: ${BODY_BYTES}`))),
    ),
  );
  for (let call = 0; call < 20; call += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await crawling).toHaveLength(SLOW_LORIS);
});

test('a body that arrives in time is answered, and its line stays open for the next', async () => {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const answers: string[] = [];
  socket.on('data', (data) => answers.push(data.toString('latin1').slice(0, 12)));
  const body = '{"phone":"0812345678","password":"x"}';
  for (const at of [1, 2]) {
    socket.write(head('/api/login', json(`Content-Length: ${body.length}`)) + body.slice(0, 10));
    socket.write(body.slice(10));
    await expect.poll(() => answers.length).toBe(at);
  }
  expect(answers).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400']);
  socket.destroy();
});

test('a body of another length than it says is refused, or waited for in vain', async () => {
  const shorter = await crawl(`${head('/api/login', json('Content-Length: 3'))}{"phone":"0812345678"}`);
  expect(shorter.said).toContain('HTTP/1.1 400');
  const wrong = await crawl(head('/api/login', json('Content-Length: -5')));
  expect(wrong.said).toContain('HTTP/1.1 400');
  const twice = await crawl(head('/api/login', ['Content-Length: 5', 'Transfer-Encoding: chunked']));
  expect(twice.said).toContain('HTTP/1.1 400');
});
