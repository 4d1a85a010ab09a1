import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenHash } from '../../calls/sessionToken.ts';
import { writeSetting } from '../../settings/settings.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type RawAnswer, rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { waitingBackends } from '../../testing/waitingBackends.ts';
import { beginPause } from '../pauses/beginPause.ts';

let server: TestServer;
let addresses = 0;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

const newAddress = () => `100.64.${Math.floor(++addresses / 250)}.${addresses % 250}`;
const logIn = (username: unknown, password: unknown, ip: string, more: object = {}) =>
  rawCall(server.url, 'POST /api/login', { body: { username, password, ...more }, ip });
const profile = (token?: string, headers?: Record<string, string>) =>
  rawCall(server.url, 'GET /api/account/profile', {
    ...(token ? { token } : {}),
    ...(headers ? { headers } : {}),
  });
const codeOf = (answer: RawAnswer) => answer.body.code;
const hashOf = (token: string) => tokenHash(token) ?? Buffer.alloc(0);
const changeSession = (token: string, change: object) =>
  server.owner.updateTable('session').set(change).where('token_hash', '=', hashOf(token)).execute();
const e164 = ({ phoneNumber }: TestMember) => `+66${phoneNumber.slice(1)}`;
const unlock = (key: string) =>
  server.owner.updateTable('failure_lock').set({ locked_until: sql`now()` }).where('key', '=', key).execute();

test('LOG-05 a phone number in any spelling and its password give an opaque token, stored hashed', async () => {
  const member = await makeMember(server);
  const digits = member.phoneNumber.slice(1);
  for (const username of [
    member.phoneNumber,
    `+66${digits}`,
    `66 ${digits.slice(0, 2)} ${digits.slice(2)}`,
  ]) {
    const answer = await logIn(username, member.password, newAddress());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { token } = answer.body;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await profile(token)).body).toMatchObject({
      _id: String(member.id),
      username: member.phoneNumber,
    });
  }
});

test('LOG-05 a wrong phone number and a wrong password answer the same WRONG_CREDENTIAL', async () => {
  const member = await makeMember(server);
  const answers = [
    await logIn(member.phoneNumber, 'not the password', newAddress()),
    await logIn('0899999999', member.password, newAddress()),
    await logIn('nobody', member.password, newAddress()),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'WRONG_CREDENTIAL', message: 'WRONG_CREDENTIAL' },
    });
});

test('LOG-05 an unknown number takes as long as a wrong password', async () => {
  const member = await makeMember(server);
  // Processor time, which a busy machine does not lengthen as it does wall-clock time.
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 4; round += 1) {
    for (const [kind, username] of [
      ['known', member.phoneNumber],
      ['unknown', '0898887766'],
    ] as const) {
      const start = process.cpuUsage();
      await logIn(username, 'not the password', newAddress());
      const { user, system } = process.cpuUsage(start);
      times[kind].push(user + system);
    }
  }
  const best = { known: Math.min(...times.known), unknown: Math.min(...times.unknown) };
  // Without a hash an unknown number would take a fifth of the time.
  expect(best.unknown).toBeGreaterThan(best.known / 2);
});

test('LOG-05 API-05 a suspended member learns INACTIVE_USER only with the right password', async () => {
  const member = await makeMember(server);
  await server.owner.updateTable('member').set({ status: 'suspended' }).where('id', '=', member.id).execute();
  expect(codeOf(await logIn(member.phoneNumber, 'not the password', newAddress()))).toBe('WRONG_CREDENTIAL');
  expect(await logIn(member.phoneNumber, member.password, newAddress())).toMatchObject({
    status: 403,
    body: { code: 'INACTIVE_USER' },
  });
  expect(await profile(member.token)).toMatchObject({ status: 401, body: { code: 'INVALID_USER_2' } });
});

/** For how many seconds a rule refuses the next guess; undefined if nothing is counted. */
const delayOf = async (key: string) =>
  (
    await server.owner
      .selectFrom('failure_lock')
      .select(sql<number>`round(extract(epoch from locked_until - failed_at))::int`.as('seconds'))
      .where('key', '=', key)
      .executeTakeFirst()
  )?.seconds;

const WRONG = 'not the password';
/** The cookie of a device that a member logged in with. */
async function deviceOf({ phoneNumber, password }: TestMember, ip: string): Promise<string> {
  const { headers } = await logIn(phoneNumber, password, ip);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
const logInFrom = (cookie: string, username: string, password: string, ip: string) =>
  rawCall(server.url, 'POST /api/login', { body: { username, password }, ip, headers: { Cookie: cookie } });

test('LOG-05 after five guesses an address waits for that account, longer each time; the right password frees it', async () => {
  const member = await makeMember(server);
  const address = newAddress();
  const key = `member:place:${e164(member)} ${address}`;
  for (let failures = 0; failures < 5; failures += 1)
    expect(codeOf(await logIn(member.phoneNumber, WRONG, address))).toBe('WRONG_CREDENTIAL');
  expect(await logIn(member.phoneNumber, member.password, address)).toMatchObject({
    status: 429,
    body: { code: 'REQUEST_LIMIT_1MIN' },
  });
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    expect(await delayOf(key)).toBe(seconds);
    await unlock(key);
    expect(codeOf(await logIn(member.phoneNumber, WRONG, address))).toBe('WRONG_CREDENTIAL');
    expect(codeOf(await logIn(member.phoneNumber, WRONG, address))).toBe('REQUEST_LIMIT_1MIN');
  }
  await unlock(key);
  expect((await logIn(member.phoneNumber, member.password, address)).status).toBe(200);
  expect(await delayOf(key)).toBeUndefined();
});

test('LOG-05 one stranger, however long, keeps no member out: not on a known device, not at a known or a new address', async () => {
  const member = await makeMember(server);
  const home = newAddress();
  const cookie = await deviceOf(member, home);
  const stranger = newAddress();
  for (let guess = 0; guess < 40; guess += 1) await logIn(member.phoneNumber, WRONG, stranger);
  expect(codeOf(await logIn(member.phoneNumber, WRONG, stranger))).toBe('REQUEST_LIMIT_1MIN');
  // Even behind the stranger's own address.
  expect((await logInFrom(cookie, member.phoneNumber, member.password, stranger)).status).toBe(200);
  expect((await logIn(member.phoneNumber, member.password, home)).status).toBe(200);
  expect((await logIn(member.phoneNumber, member.password, newAddress())).status).toBe(200);
});

test('LOG-05 guesses from many addresses slow each other down, and delay no known device or address', async () => {
  const member = await makeMember(server);
  const home = newAddress();
  const cookie = await deviceOf(member, home);
  const codes: string[] = [];
  for (let guess = 0; guess < 24; guess += 1)
    codes.push(codeOf(await logIn(member.phoneNumber, WRONG, `2001:db8:${guess}::1`)));
  expect(codes).toEqual([...Array(20).fill('WRONG_CREDENTIAL'), ...Array(4).fill('REQUEST_LIMIT_1MIN')]);
  const key = `member:account:${e164(member)}`;
  for (const [round, seconds] of [60, 120, 240, 480, 900, 900].entries()) {
    expect(await delayOf(key)).toBe(seconds);
    await unlock(key);
    expect(codeOf(await logIn(member.phoneNumber, WRONG, `2001:db8:9:${round}::1`))).toBe('WRONG_CREDENTIAL');
  }
  // All addresses of a /64 are one address; an IPv4-mapped IPv6 address is the IPv4 address.
  expect((await logInFrom(cookie, member.phoneNumber, member.password, '2001:db8:9:0:7::2')).status).toBe(
    200,
  );
  expect((await logIn(member.phoneNumber, member.password, home)).status).toBe(200);
  expect((await logIn(member.phoneNumber, member.password, `::ffff:${home}`)).status).toBe(200);
  expect(codeOf(await logIn(member.phoneNumber, member.password, newAddress()))).toBe('REQUEST_LIMIT_1MIN');
  // A right guess from a new device does not reset the strangers' count.
  await unlock(key);
  expect((await logIn(member.phoneNumber, member.password, newAddress())).status).toBe(200);
  expect(codeOf(await logIn(member.phoneNumber, WRONG, newAddress()))).toBe('WRONG_CREDENTIAL');
  expect(codeOf(await logIn(member.phoneNumber, WRONG, newAddress()))).toBe('REQUEST_LIMIT_1MIN');
});

test('LOG-05 a known device has five guesses of its own; a device of another member is a stranger', async () => {
  const [victim, thief] = [await makeMember(server), await makeMember(server)];
  const own = await deviceOf(victim, newAddress());
  const foreign = await deviceOf(thief, newAddress());
  for (let guess = 0; guess < 5; guess += 1)
    expect(codeOf(await logInFrom(own, victim.phoneNumber, WRONG, newAddress()))).toBe('WRONG_CREDENTIAL');
  expect(codeOf(await logInFrom(own, victim.phoneNumber, victim.password, newAddress()))).toBe(
    'REQUEST_LIMIT_1MIN',
  );
  for (let guess = 0; guess < 20; guess += 1)
    await logInFrom(foreign, victim.phoneNumber, WRONG, newAddress());
  expect(codeOf(await logInFrom(foreign, victim.phoneNumber, WRONG, newAddress()))).toBe(
    'REQUEST_LIMIT_1MIN',
  );
});

test('LOG-05 a forged line of forwarding is no new address', async () => {
  const member = await makeMember(server);
  const address = newAddress();
  const codes: string[] = [];
  for (let guess = 0; guess < 7; guess += 1)
    codes.push(
      codeOf(await logIn(member.phoneNumber, WRONG, `10.0.0.${guess}, 192.168.0.${guess}, ${address}`)),
    );
  expect(codes.slice(5)).toEqual(['REQUEST_LIMIT_1MIN', 'REQUEST_LIMIT_1MIN']);
});

test('LOG-05 a log-in that meets a password change is LOGIN_FAIL and opens no session with the old password', async () => {
  const member = await makeMember(server);
  let login: Promise<RawAnswer> | undefined;
  await server.owner.transaction().execute(async (trx) => {
    await trx.updateTable('member').set({ password_hash: 'changed' }).where('id', '=', member.id).execute();
    login = logIn(member.phoneNumber, member.password, newAddress());
    await waitingBackends(server.owner);
  });
  expect((await login)?.body.code).toBe('LOGIN_FAIL');
});

test('LOG-05 a number of nobody is delayed just the same, by one address and by many', async () => {
  const answersTo = async (username: string, addressOf: (guess: number) => string) => {
    const answers: string[] = [];
    for (let guess = 0; guess < 22; guess += 1)
      answers.push(codeOf(await logIn(username, WRONG, addressOf(guess))));
    return answers;
  };
  const address = newAddress();
  const { phoneNumber } = await makeMember(server);
  const another = newAddress();
  expect(await answersTo('0897776655', () => address)).toEqual(await answersTo(phoneNumber, () => another));
  const { phoneNumber: other } = await makeMember(server);
  expect(await answersTo('0897776644', newAddress)).toEqual(await answersTo(other, newAddress));
});

test('LOG-05 guesses at the same time get no more checks: five from one address, twenty from many', async () => {
  const { phoneNumber } = await makeMember(server);
  const checks = async (addressOf: () => string) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => logIn(phoneNumber, WRONG, addressOf())),
    );
    return answers.map(codeOf).filter((code) => code === 'WRONG_CREDENTIAL').length;
  };
  const address = newAddress();
  expect(await checks(() => address)).toBe(5);
  expect(await checks(newAddress)).toBe(15);
});

test('LOG-05 an address with many failures is locked for every account, another address is not', async () => {
  const member = await makeMember(server);
  const address = newAddress();
  for (let failures = 0; failures < 30; failures += 1)
    expect(codeOf(await logIn('nobody', 'wrong', address))).toBe('WRONG_CREDENTIAL');
  expect(codeOf(await logIn(member.phoneNumber, member.password, address))).toBe('REQUEST_LIMIT_1MIN');
  expect((await logIn(member.phoneNumber, member.password, newAddress())).status).toBe(200);
});

test('LOG-05 slips of the finger behind one address do not add up over time', async () => {
  const address = newAddress();
  const fail = async () => codeOf(await logIn('nobody', 'wrong', address));
  for (let failures = 0; failures < 29; failures += 1) expect(await fail()).toBe('WRONG_CREDENTIAL');
  await server.owner
    .updateTable('failure_lock')
    .set({ failed_at: sql`now() - interval '10 minutes'`, locked_until: sql`now() - interval '10 minutes'` })
    .where('key', '=', `member:address:${address}`)
    .execute();
  for (let failures = 0; failures < 11; failures += 1) expect(await fail()).toBe('WRONG_CREDENTIAL');
  expect(await fail()).toBe('REQUEST_LIMIT_1MIN');
});

test('LOG-03 remember chooses the longer time-outs of the settings', async () => {
  const timeouts = {
    idleMinutes: 10,
    absoluteMinutes: 30,
    rememberedIdleMinutes: 1_000,
    rememberedAbsoluteMinutes: 3_000,
  };
  await server.db.transaction().execute((trx) => writeSetting(trx, 'session', timeouts, 'test'));
  await server.settings.reload();
  const member = await makeMember(server);
  const short = (await logIn(member.phoneNumber, member.password, newAddress(), { remember: false })).body
    .token;
  const long = (await logIn(member.phoneNumber, member.password, newAddress(), { remember: true })).body
    .token;
  const row = (token: string) =>
    server.owner
      .selectFrom('session')
      .select([
        'idle_minutes',
        sql<number>`extract(epoch from expires_at - created_at)::int / 60`.as('absolute'),
      ])
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
  expect(await row(short)).toEqual({ idle_minutes: 10, absolute: 30 });
  expect(await row(long)).toEqual({ idle_minutes: 1_000, absolute: 3_000 });
});

test.each([
  ['no header', {}],
  ['another scheme', { Authorization: 'Basic abc' }],
  ['an empty token', { Authorization: 'Bearer ' }],
  ['a token of no shape', { Authorization: 'Bearer hello' }],
  ['an unknown token', { Authorization: `Bearer ${'A'.repeat(43)}` }],
])('API-05 %s is UNAUTHORIZED with the message invalid token', async (_title, headers) => {
  const answer = await profile(undefined, headers);
  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', message: 'invalid token' } });
});

test('API-05 a session ends at its absolute and at its idle time-out with EXPIRED_AUTH_TOKEN', async () => {
  const { token } = await makeMember(server);
  await changeSession(token, { expires_at: sql`now() - interval '1 second'` });
  expect(await profile(token)).toMatchObject({
    status: 401,
    body: { code: 'EXPIRED_AUTH_TOKEN', message: 'invalid token' },
  });
  const idle = await makeMember(server);
  await changeSession(idle.token, {
    last_seen_at: sql`now() - make_interval(mins => idle_minutes)`,
  });
  expect((await profile(idle.token)).status).toBe(200);
  await changeSession(idle.token, {
    last_seen_at: sql`now() - make_interval(mins => idle_minutes + 2)`,
  });
  expect(codeOf(await profile(idle.token))).toBe('EXPIRED_AUTH_TOKEN');
});

test('API-05 a call renews the last sight at most once a minute', async () => {
  const { token } = await makeMember(server);
  const seen = async () => {
    const row = await server.owner
      .selectFrom('session')
      .select(sql<number>`extract(epoch from now() - last_seen_at)::int`.as('age'))
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
    return row?.age ?? -1;
  };
  await changeSession(token, { last_seen_at: sql`now() - interval '50 seconds'` });
  await profile(token);
  expect(await seen()).toBeGreaterThanOrEqual(50);
  await changeSession(token, { last_seen_at: sql`now() - interval '90 seconds'` });
  await profile(token);
  expect(await seen()).toBeLessThan(30);
});

test('API-05 a token whose member was removed is INVALID_USER_1', async () => {
  const { token } = await makeMember(server);
  await changeSession(token, { member_id: null });
  expect(await profile(token)).toMatchObject({ status: 401, body: { code: 'INVALID_USER_1' } });
});

test('LOG-05 logging out ends that session alone', async () => {
  const member = await makeMember(server);
  const other = (await logIn(member.phoneNumber, member.password, newAddress())).body.token;
  expect(await rawCall(server.url, 'POST /api/logout', { token: member.token })).toMatchObject({
    status: 200,
  });
  expect(codeOf(await profile(member.token))).toBe('UNAUTHORIZED');
  expect((await profile(other)).status).toBe(200);
  expect(codeOf(await rawCall(server.url, 'POST /api/logout', { token: member.token }))).toBe('UNAUTHORIZED');
});

test.each([
  [{}],
  [{ username: '0812345678' }],
  [{ username: 812345678, password: 'x' }],
  [{ username: '', password: '' }],
  [{ username: '0812345678', password: 'x'.repeat(129) }],
  [{ username: '0812345678', password: 'a\u0000b' }],
  [{ username: '0812345678\u0000', password: 'ab' }],
  [{ username: '0812345678', password: 'ab', remember: 'yes' }],
  [null],
])('LOG-05 a log-in with a bad body is INVALID_REQUEST (%#)', async (body) => {
  const answer = await rawCall(server.url, 'POST /api/login', { body, ip: newAddress() });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
});

test('API-05 an excluded member is INVALID_USER_3 at log-in, until the member has returned', async () => {
  const member = await makeMember(server);
  await server.db
    .transaction()
    .execute((trx) =>
      beginPause(trx, { memberId: member.id, kind: 'exclusion', source: 'member', until: null }),
    );
  expect(await logIn(member.phoneNumber, member.password, newAddress())).toMatchObject({
    status: 401,
    body: { code: 'INVALID_USER_3' },
  });
  // Only for a caller who knows the password.
  expect(codeOf(await logIn(member.phoneNumber, 'wrong', newAddress()))).toBe('WRONG_CREDENTIAL');
  await server.owner
    .updateTable('pause')
    .set({ ended_at: sql`now()`, end_cause: 'RETURNED' })
    .where('member_id', '=', member.id)
    .execute();
  expect((await logIn(member.phoneNumber, member.password, newAddress())).status).toBe(200);
});
