import { type CallKey, contract } from '@krapao/contract/api/index';
import { ACCESS_HEADER } from '@krapao/contract/client';
import { type Endpoint, splitKey } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../../clock.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { openChatSocket } from '../../testing/chatSocket.ts';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { openReadyLine } from '../../testing/moneyLine.ts';
import { fund, moneyOf, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { move, openGame } from '../../testing/rewardWorld.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { beginPause } from './beginPause.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await switchSetting(server, 'chatWidget', { isEnabled: true });
});
afterAll(() => server.stop());

const logIn = ({ phoneNumber, password }: TestMember, more: object = {}) =>
  rawCall(server.url, 'POST /api/login', { body: { username: phoneNumber, password, ...more } });
const call = (token: string, key: string, body?: unknown) =>
  rawCall(server.url, key, { token, ...(body !== undefined && { body }) });
const exclude = (member: TestMember, months: number | null = 6, token = member.token) =>
  call(token, 'POST /api/protection/exclusion', { months, password: member.password });
const byRegister = (member: TestMember, reference: string, until: Date | null = null) =>
  server.db
    .transaction()
    .execute((trx) =>
      beginPause(trx, { memberId: member.id, kind: 'exclusion', source: 'register', until, reference }),
    );
const limited = async (member: TestMember): Promise<string> =>
  (await logIn(member, { access: 'limited' })).body.token;
const kindsTold = async ({ id }: TestMember) =>
  (
    await server.owner
      .selectFrom('notification')
      .select('kind')
      .where('member_id', '=', id)
      .where('category', '=', 'security')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

/** Moves the whole pause into the past, so that its term is over, or that its member asked some hours ago. */
const shiftPause = ({ id }: TestMember, by: string) =>
  sql`
    update pause set began_at = began_at - ${by}::interval, until_at = until_at - ${by}::interval,
      due_at = due_at - ${by}::interval, return_asked_at = return_asked_at - ${by}::interval
    where member_id = ${id}`.execute(server.owner);

test('SAFE-10 a break closes deposits and play at once, keeps the session and withdrawals, and ends by itself', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 400);
  const tab = await openReadyLine(server.url, member.token);
  expect(await call(member.token, 'POST /api/protection/break', { days: 3 })).toMatchObject({
    status: 400,
    body: { code: 'PAUSE_UNKNOWN' },
  });
  const { body: pause } = await call(member.token, 'POST /api/protection/break', { days: 7 });
  expect(pause).toMatchObject({ kind: 'break', source: 'member', mayAsk: false, returnsFrom: null });
  expect(Date.parse(pause.until) - Date.parse(pause.from)).toBeGreaterThan(6.9 * 86_400_000);
  await until(async () => tab.said().includes('event: protection'));
  for (const [key, body] of [
    ['POST /api/qrcode/KBANK', { amount: 100 }],
    ['POST /api/wallet/transfer', { from: 'WALLET', to: 'pg', amount: 100 }],
    [`GET /api/autoLogin/pg/km${member.id}pg`, undefined],
  ] as const)
    expect([key, await call(member.token, key, body)]).toMatchObject([
      key,
      { status: 403, body: { code: 'PLAY_PAUSED' } },
    ]);
  // What was at the game comes home by itself.
  await afterWork(server, async () => (await moneyOf(server.db, member.id)).wallet === 1_000_00n);
  expect(await call(member.token, 'POST /api/wallet/withdraw', { amount: 300 })).toMatchObject({
    status: 200,
  });
  expect(await call(member.token, 'POST /api/protection/break', { days: 1 })).toMatchObject({
    body: { code: 'PAUSE_LONGER' },
  });
  // More than 7 days ask for the password, and what it is asked for is a term of the pack.
  for (const body of [{ months: 1 }, { days: 14 }, { months: 1, password: 'wrong horse 9' }])
    expect(await call(member.token, 'POST /api/protection/break', body)).toMatchObject({
      body: { code: 'WRONG_PASSWORD' },
    });
  expect(await call(member.token, 'POST /api/protection/break', { days: 20 })).toMatchObject({
    body: { code: 'PAUSE_UNKNOWN' },
  });
  const { password } = member;
  expect((await call(member.token, 'POST /api/protection/break', { months: 1, password })).status).toBe(200);
  await shiftPause(member, '8 days');
  expect(await call(member.token, 'POST /api/qrcode/KBANK', { amount: 100 })).toMatchObject({
    body: { code: 'PLAY_PAUSED' },
  });
  await shiftPause(member, '30 days');
  expect((await call(member.token, 'POST /api/qrcode/KBANK', { amount: 100 })).status).toBe(200);
  expect((await call(member.token, 'GET /api/protection/pause')).body.pause).toBeNull();
  await afterWork(server, async () => (await kindsTold(member)).includes('breakEnded'));
  expect((await kindsTold(member)).filter((kind) => kind.startsWith('break'))).toEqual([
    'breakBegan',
    'breakBegan',
    'breakEnded',
  ]);
  tab.close();
});

test('SAFE-12 an exclusion ends every session, stream and socket at once, and needs the password', async () => {
  const member = await makeMember(server);
  const other = (await logIn(member)).body.token as string;
  const tab = await openReadyLine(server.url, other);
  const chat = await openChatSocket(server.url, { token: other });
  expect(
    await call(member.token, 'POST /api/protection/exclusion', { months: 6, password: 'wrong horse 9' }),
  ).toMatchObject({ body: { code: 'WRONG_PASSWORD' } });
  for (const months of [1, 7, 24]) expect((await exclude(member, months)).status).toBe(400);
  const { status, body } = await exclude(member);
  expect([status, body.kind]).toEqual([200, 'exclusion']);
  await server.heard();
  // By announcement: the check of all sessions comes once a minute.
  await until(async () => tab.isEnded() && chat.socket.disconnected, 30_000);
  for (const token of [member.token, other])
    expect((await call(token, 'GET /api/account/profile')).body.code).toBe('UNAUTHORIZED');
  expect(await logIn(member)).toMatchObject({ status: 401, body: { code: 'INVALID_USER_3' } });
  expect(await kindsTold(member)).toContain('exclusionBegan');
});

test('SAFE-12 an excluded member withdraws from log-in to payout, reads and chats, and takes money out of games', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 2_000_00n);
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 500);
  await exclude(member);
  const { body } = await logIn(member, { access: 'limited' });
  expect(body.access).toBe('limited');
  await afterWork(server, async () => (await moneyOf(server.db, member.id)).wallet === 2_000_00n);
  expect((await call(body.token, 'GET /api/protection/pause')).body.pause).toMatchObject({
    kind: 'exclusion',
  });
  // Each answer says so: an app that was loaded again must not show what is closed.
  expect((await call(body.token, 'GET /api/wallet')).headers.get(ACCESS_HEADER)).toBe('limited');
  expect((await call(body.token, 'POST /api/wallet/withdraw', { amount: 2_000 })).status).toBe(200);
  await afterWork(server, async () => {
    const { statements } = (await call(body.token, 'POST /api/statement', { page: 1, limit: 5 })).body;
    return statements.some(
      (entry: { statementType: string; status: string }) =>
        entry.statementType === 'withdraw' && entry.status === 'SUCCESS',
    );
  });
  const chat = await openChatSocket(server.url, { token: body.token });
  chat.close();
  expect(
    await call(body.token, 'POST /api/wallet/transfer', { from: 'WALLET', to: 'pg', amount: 1 }),
  ).toMatchObject({ status: 403, body: { code: 'PLAY_PAUSED' } });
  // Who is not excluded gets a whole session, whatever the client takes.
  const free = await makeMember(server);
  const whole = (await logIn(free, { access: 'limited' })).body;
  expect(whole).not.toHaveProperty('access');
  const wholeAnswer = await call(whole.token, 'GET /api/bonus');
  expect([wholeAnswer.status, wholeAnswer.headers.get(ACCESS_HEADER)]).toEqual([200, null]);
});

test('SAFE-12 a limited session is refused by every call that the contract does not open to it', async () => {
  const member = await makeMember(server);
  await exclude(member);
  const calls = (Object.keys(contract) as CallKey[]).filter((key) => contract[key].auth === 'member');
  expect(calls.length).toBeGreaterThan(90);
  for (const key of calls) {
    const endpoint: Endpoint = contract[key];
    const [method, path] = splitKey(key);
    const token = await limited(member);
    const { body } = await rawCall(server.url, `${method} ${path.replace(/:\w+/g, 'x')}`, {
      token,
      ...(endpoint.body !== undefined && { body: [] }),
    });
    expect([key, body?.code === 'INVALID_USER_3']).toEqual([key, endpoint.openToExcluded !== true]);
  }
});

test('SAFE-12 what is open to excluded members brings no money in and no play', () => {
  const open = (Object.keys(contract) as CallKey[]).filter(
    (key) => (contract[key] as Endpoint).openToExcluded === true,
  );
  for (const closed of [
    /qrcode/,
    /autoLogin/,
    /wallet\/(add|slip|truelink|activate|account)/,
    /refund/,
    /invite/,
    /spinwheel/,
    /promotion/,
    /activate/,
    /lookup\/deposit/,
    /push$/,
    /break$/,
  ])
    expect(open.filter((key) => closed.test(key) && !key.startsWith('DELETE'))).toEqual([]);
  expect(open.length).toBeGreaterThan(50);
});

test('SAFE-14 the log-in is open again only after the term, on request, and a day later with a second yes', async () => {
  const member = await makeMember(server);
  await exclude(member);
  const token = await limited(member);
  const ask = () => call(token, 'POST /api/protection/return');
  const confirm = () => call(token, 'POST /api/protection/return/confirm');
  for (const early of [ask, confirm]) expect((await early()).body.code).toBe('PAUSE_HOLDS');
  await shiftPause(member, '7 months');
  // The term is over, and still nobody is let in who has not asked.
  expect((await logIn(member)).body.code).toBe('INVALID_USER_3');
  expect((await call(token, 'GET /api/protection/pause')).body.pause).toMatchObject({ mayAsk: true });
  expect((await confirm()).body.code).toBe('PAUSE_HOLDS');
  const asked = await ask();
  expect(asked.body).toMatchObject({ mayAsk: false });
  expect(Date.parse(asked.body.returnsFrom) - clock.now()).toBeGreaterThan(23.9 * 3_600_000);
  expect((await ask()).body.code).toBe('PAUSE_HOLDS');
  expect((await confirm()).body.code).toBe('PAUSE_HOLDS');
  await shiftPause(member, '23 hours 59 minutes');
  expect((await confirm()).body.code).toBe('PAUSE_HOLDS');
  await shiftPause(member, '1 minute');
  expect((await call(token, 'GET /api/bonus')).body.code).toBe('INVALID_USER_3');
  expect((await confirm()).status).toBe(200);
  expect((await call(token, 'GET /api/bonus')).status).toBe(200);
  expect((await logIn(member)).body).not.toHaveProperty('access');
  expect(await kindsTold(member)).toContain('exclusionEnded');
});

test('SAFE-10 SAFE-14 a break may be longer than an exclusion whose term is over, and outlasts the return', async () => {
  const member = await makeMember(server);
  await exclude(member);
  await shiftPause(member, '7 months');
  const manager = await makeOperator(server, 'manager');
  const asked = (months: number) =>
    manager.call(`POST /api/console/members/${member.id}/break`, {
      months,
      reason: 'asked for by telephone',
    });
  expect((await asked(3)).status).toBe(200);
  expect(await asked(1)).toMatchObject({ body: { code: 'PAUSE_LONGER' } });
  const token = await limited(member);
  await call(token, 'POST /api/protection/return');
  await sql`update pause set return_asked_at = return_asked_at - interval '25 hours' where member_id = ${member.id}`.execute(
    server.owner,
  );
  expect((await call(token, 'POST /api/protection/return/confirm')).status).toBe(200);
  expect((await call(token, 'POST /api/qrcode/KBANK', { amount: 100 })).body.code).toBe('PLAY_PAUSED');
});

test('SAFE-14 an exclusion for ever has no return, and a term that is prolonged begins the way back again', async () => {
  const member = await makeMember(server);
  await exclude(member, 6);
  await shiftPause(member, '7 months');
  const token = await limited(member);
  expect((await call(token, 'POST /api/protection/return')).status).toBe(200);
  await shiftPause(member, '2 days');
  expect((await exclude(member, 12, token)).status).toBe(200);
  const again = await limited(member);
  expect((await call(again, 'POST /api/protection/return/confirm')).body.code).toBe('PAUSE_HOLDS');
  expect((await exclude(member, null, again)).status).toBe(200);
  await shiftPause(member, '100 years');
  const last = await limited(member);
  for (const key of ['POST /api/protection/return', 'POST /api/protection/return/confirm'])
    expect((await call(last, key)).body.code).toBe('PAUSE_HOLDS');
  expect((await exclude(member, 60, last)).body.code).toBe('PAUSE_LONGER');
});

test('SAFE-13 an entry of the register excludes, is prolonged and not shortened, and two operators end a wrong one', async () => {
  const member = await makeMember(server);
  const inYears = (years: number) => new Date(clock.now() + years * 365 * 86_400_000);
  await bringFirstMoney(server);
  await byRegister(member, 'GR-1', inYears(1));
  await byRegister(member, 'GR-1', inYears(5));
  await byRegister(member, 'GR-1', inYears(1));
  const [manager, second] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  const at = `/api/console/members/${member.id}`;
  const pauses = async () =>
    (await manager.call(`GET ${at}`)).body as { pauses: { id: string; until: string; holds: boolean }[] };
  const [entry, ...others] = (await pauses()).pauses;
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ source: 'register', reference: 'GR-1', operatorName: null, holds: true });
  expect(Date.parse(entry?.until ?? '') - clock.now()).toBeGreaterThan(4 * 365 * 86_400_000);
  const wrong = (pauseId = entry?.id) =>
    manager.call(`POST ${at}/wrong-entry`, { pauseId, reason: 'another person of this name' });
  expect(await wrong('999999')).toMatchObject({ status: 404 });
  const { waits } = (await wrong()).body as { waits: { id: string } };
  expect((await logIn(member)).body.code).toBe('INVALID_USER_3');
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  expect((await logIn(member)).status).toBe(200);
  expect((await pauses()).pauses).toMatchObject([{ endCause: 'WRONG_ENTRY', holds: false }]);
  // What the member chose is nobody's to end.
  await exclude({ ...member, token: (await logIn(member)).body.token });
  const [own] = (await pauses()).pauses;
  expect(await wrong(own?.id)).toMatchObject({ status: 404 });
});

test('SAFE-10 SAFE-12 what began by mistake is ended within 24 hours by two operators; nobody ends what a member chose', async () => {
  const member = await makeMember(server);
  await bringFirstMoney(server);
  const [manager, second] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  const at = `/api/console/members/${member.id}`;
  const pauses = async () =>
    (
      (await manager.call(`GET ${at}`)).body as {
        pauses: { id: string; kind: string; holds: boolean; mayBeWrong: boolean; endCause: string | null }[];
      }
    ).pauses;
  const end = async () => {
    const pauseId = (await pauses())[0]?.id;
    const asked = await manager.call(`POST ${at}/wrong-entry`, { pauseId, reason: 'another member' });
    if (asked.status !== 200) return asked.status;
    const { waits } = asked.body as { waits: { id: string } };
    return (await decideApproval(second, waits.id, 'approve')).status;
  };
  // The member's finger slipped.
  expect((await call(member.token, 'POST /api/protection/break', { days: 7 })).status).toBe(200);
  expect(await end()).toBe(200);
  expect((await pauses())[0]).toMatchObject({ kind: 'break', endCause: 'WRONG_ENTRY', holds: false });
  expect((await call(member.token, 'POST /api/qrcode/KBANK', { amount: 100 })).status).toBe(200);
  expect(await kindsTold(member)).toContain('breakEnded');
  // An operator took the wrong member.
  expect(await manager.call(`POST ${at}/exclude`, { reason: 'asked for it', months: 12 })).toMatchObject({
    status: 200,
    body: { waits: null },
  });
  expect(await end()).toBe(200);
  const { token } = (await logIn(member)).body;
  // A day later it is no mistake; what was asked for in time ends with the day too.
  await manager.call(`POST ${at}/exclude`, { reason: 'asked for it', months: 6 });
  const pauseId = (await pauses())[0]?.id;
  const late = await manager.call(`POST ${at}/wrong-entry`, { pauseId, reason: 'x' });
  await sql`update pause set began_at = began_at - interval '25 hours' where id = ${pauseId}`.execute(
    server.owner,
  );
  expect((await pauses())[0]).toMatchObject({ holds: true, mayBeWrong: false });
  const { waits } = late.body as { waits: { id: string } };
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ body: { code: 'NO_DATA' } });
  expect((await call(token, 'GET /api/account/profile')).body.code).toBe('UNAUTHORIZED');
  const other = await makeMember(server);
  await exclude(other);
  const { pauses: own } = (await manager.call(`GET /api/console/members/${other.id}`)).body as {
    pauses: { id: string; mayBeWrong: boolean }[];
  };
  expect(own).toMatchObject([{ mayBeWrong: false }]);
  expect(
    await manager.call(`POST /api/console/members/${other.id}/wrong-entry`, {
      pauseId: own[0]?.id,
      reason: 'x',
    }),
  ).toMatchObject({ status: 404 });
});

test('SAFE-12 an exclusion of more than 12 months takes two operators; the longest that one may begin holds meanwhile', async () => {
  const member = await makeMember(server);
  await bringFirstMoney(server);
  const [manager, second] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  const at = `/api/console/members/${member.id}`;
  const ask = (months: number | null) =>
    manager.call(`POST ${at}/exclude`, { reason: 'asked by letter', months });
  const untils = async () =>
    ((await manager.call(`GET ${at}`)).body as { pauses: { until: string | null }[] }).pauses.map(
      ({ until: end }) =>
        end === null ? null : Math.round((Date.parse(end) - clock.now()) / (30.44 * 86_400_000)),
    );
  expect(await ask(24)).toMatchObject({ status: 400, body: { code: 'PAUSE_UNKNOWN' } });
  const { waits } = (await ask(null)).body as { waits: { id: string; cause: object } };
  expect(waits.cause).toMatchObject({ code: 'TWO_PERSONS' });
  expect((await call(member.token, 'GET /api/account/profile')).body.code).toBe('UNAUTHORIZED');
  expect(await untils()).toEqual([12]);
  expect(await ask(60)).toMatchObject({ body: { code: 'APPROVAL_WAITING' } });
  const shown = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; reason: string; member: { id: string }; facts: object[] }[];
  };
  expect(shown.items.find(({ id }) => id === waits.id)).toMatchObject({
    reason: 'asked by letter',
    member: { id: String(member.id) },
    facts: [{ name: 'exclusion', change: { before: expect.stringMatching(/^20/), after: 'forEver' } }],
  });
  expect(await decideApproval(manager, waits.id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  expect(await untils()).toEqual([null, 12]);
  expect(await ask(60)).toMatchObject({ body: { code: 'PAUSE_LONGER' } });
});
