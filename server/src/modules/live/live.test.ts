import { callHeaders } from '@krapao/contract/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { until } from '../../testing/moneyWorld.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const WITHIN_MS = 2_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server.stop());

interface Stream {
  status: number;
  /** What it has said so far. */
  said: () => string;
  isEnded: () => boolean;
  close: () => void;
}

/** Opens the stream as a browser does and reads it to its end. */
async function listen(token: string | null): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${server.url}/api/live`, {
    headers: callHeaders(token, 'th'),
    signal: abort.signal,
  });
  let said = '';
  let isEnded = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) said += decoder.decode(chunk, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  return { status: response.status, said: () => said, isEnded: () => isEnded, close: () => abort.abort() };
}

const ready = (stream: Stream) => until(async () => stream.said().includes('event: ready'));
const open = async ({ token }: TestMember) => {
  const stream = await listen(token);
  await ready(stream);
  return stream;
};

test('HOM-01 HOM-02 money that arrives is told on every open screen of its member within two seconds', async () => {
  const [member, other] = [await makeMember(server), await makeMember(server)];
  const screens = [await open(member), await open(member)];
  const stranger = await open(other);
  await deposit(server.db, member.id, 500_00n);
  const start = performance.now();
  for (const { said } of screens)
    await until(async () => /event: money\ndata: \[\{"id":"\d+","amount":500\}\]/.test(said()));
  expect(performance.now() - start).toBeLessThan(WITHIN_MS);
  expect(stranger.said()).not.toContain('money');
  for (const { close } of [...screens, stranger]) close();
});

test('API-05 a stream needs a token and ends with its session within a second', async () => {
  expect((await listen(null)).status).toBe(401);
  const member = await makeMember(server);
  const stream = await open(member);
  await member.client('POST /api/logout');
  const start = performance.now();
  await until(async () => stream.isEnded());
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('a member has six screens told at a time: one more ends the oldest', async () => {
  const member = await makeMember(server);
  const streams: Stream[] = [];
  for (let nth = 0; nth < 7; nth += 1) streams.push(await open(member));
  await until(async () => streams[0]?.isEnded());
  expect(streams.filter(({ isEnded }) => isEnded())).toHaveLength(1);
  for (const { close } of streams) close();
});
