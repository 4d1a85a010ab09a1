import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MoneyLine, openLine, openReadyLine } from '../../testing/moneyLine.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const open = ({ token }: TestMember) => openReadyLine(server.url, token);

test('HOM-01 HOM-02 money that arrives is told on every open screen of its member when it is announced', async () => {
  const [member, other] = [await makeMember(server), await makeMember(server)];
  const screens = [await open(member), await open(member)];
  const stranger = await open(other);
  await deposit(server.db, member.id, 500_00n);
  await server.heard();
  for (const { said } of screens)
    await until(async () => /event: money\ndata: \[\{"id":"\d+","amount":500\}\]/.test(said()));
  expect(stranger.said()).not.toContain('money');
  for (const { close } of [...screens, stranger]) close();
});

test('API-05 a stream needs a token and ends with its session', async () => {
  expect((await openLine(server.url, null)).status).toBe(401);
  const member = await makeMember(server);
  const stream = await open(member);
  await member.client('POST /api/logout');
  await server.heard();
  // By announcement: the check of all sessions comes once a minute.
  await until(async () => stream.isEnded(), 30_000);
});

test('a member has six screens told at a time: one more ends the oldest', async () => {
  const member = await makeMember(server);
  const streams: MoneyLine[] = [];
  for (let nth = 0; nth < 7; nth += 1) streams.push(await open(member));
  await until(async () => streams[0]?.isEnded());
  expect(streams.filter(({ isEnded }) => isEnded())).toHaveLength(1);
  for (const { close } of streams) close();
});
