import { REQUESTED_WITH } from '@krapao/contract/client';
import { SLIP_BYTES_MAX } from '@krapao/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChatSocket } from '../testing/chatSocket.ts';
import { listenOnLocalhost } from '../testing/frontProxy.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { deposit } from '../testing/rewardWorld.ts';
import { type Nginx, startNginx } from '../testing/systemNginx.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let member: TestMember;
let proxy: Nginx | undefined;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  member = await makeMember(server);
  proxy = await startNginx(Number(new URL(server.url).port));
  if (proxy === undefined) console.warn('NOT TRIED: nginx is not installed (apt-get install nginx-light).');
});
afterAll(async () => {
  await proxy?.stop();
  await server.stop();
});

const headers = () => ({ Authorization: `Bearer ${member.token}`, 'X-Requested-With': REQUESTED_WITH });

/** A slip of so many bytes, that is no picture. */
async function upload(url: string, bytes: number): Promise<[number, string]> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'slip.jpg');
  const response = await fetch(`${url}/api/wallet/slip`, {
    method: 'POST',
    headers: { ...headers(), 'Idempotency-Key': crypto.randomUUID() },
    body: form,
  });
  return [response.status, ((await response.json()) as { code: string }).code];
}

test('through nginx with ops/nginx/krapao.conf: calls, streams that are not held back, the chat, uploads', async () => {
  if (proxy === undefined) return;
  const { url } = proxy;
  const profile = await fetch(`${url}/api/account/profile`, { headers: headers() });
  expect(profile.status).toBe(200);
  expect(profile.headers.get('x-request-id')).toBeTruthy();
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(200);

  const reader = (await fetch(`${url}/api/live`, { headers: headers() })).body?.getReader();
  let heard = '';
  const hear = async (what: string) => {
    while (!heard.includes(what)) heard += Buffer.from((await reader?.read())?.value ?? []).toString();
  };
  await hear('event: ready');
  await deposit(server.db, member.id, 100_00n);
  await hear('event: money');
  await reader?.cancel();

  const socket = await openChatSocket(url, { token: member.token });
  expect(socket.socket.connected).toBe(true);
  socket.close();

  // The node's own answers, also to what it refuses before all of it has come.
  for (const bytes of [SLIP_BYTES_MAX - 1_000_000, SLIP_BYTES_MAX + 1_000_000])
    expect(await upload(url, bytes), String(bytes)).toEqual(await upload(server.url, bytes));
});

test('nginx tells who called, whatever the caller claims', async () => {
  const seen: Record<string, unknown>[] = [];
  const echo = await listenOnLocalhost((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  const inFront = await startNginx(Number(new URL(echo.url).port));
  try {
    if (inFront === undefined) return;
    await fetch(`${inFront.url}/api/x`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(seen.at(-1)).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: 'localhost' });
  } finally {
    await inFront?.stop();
    echo.stop();
  }
});
