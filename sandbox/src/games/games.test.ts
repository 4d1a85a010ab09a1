import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSandbox, removeWorld, type TestSandbox, until } from '../testing/testSandbox.ts';
import { GAME_PROVIDERS } from './providers.ts';

let sandbox: TestSandbox;
let next = 0;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeWorld(sandbox.dataDir);
});

async function newPlayer(baht: string): Promise<string> {
  next += 1;
  const username = `kp${next}`;
  await sandbox.call('PUT', `/providers/pg/players/${username}`, { password: 'first' });
  if (baht !== '0.00') await transfer(username, `open-${username}`, 'in', baht);
  return username;
}
const transfer = (username: string, id: string, direction: string, amount: string) =>
  sandbox.call('POST', '/providers/pg/transfers', { id, username, direction, amount });
const balance = async (username: string) =>
  (await sandbox.call('GET', `/providers/pg/players/${username}/balance`)).body.available;
const query = async (id: string) => sandbox.call('GET', `/providers/pg/transfers/${id}`);
const fault = (mode: string, times: number | null = 1, delayMs = 1) =>
  sandbox.call('PUT', '/faults', { 'game:pg': { mode, times, delayMs } });

/** Calls and aborts as soon as the call has met its fault, like a caller whose time-out has passed. */
async function impatient(username: string, id: string): Promise<string> {
  const patience = new AbortController();
  let isOver = false;
  const answer = fetch(`${sandbox.url}/providers/pg/transfers`, {
    method: 'POST',
    headers: { 'x-api-key': 'sandbox-test-secret', 'content-type': 'application/json' },
    body: JSON.stringify({ id, username, direction: 'in', amount: '10.00' }),
    signal: patience.signal,
  })
    .then(
      ({ status }) => String(status),
      (error) => (error instanceof DOMException ? 'timeout' : 'cut'),
    )
    .finally(() => {
      isOver = true;
    });
  const isUsedUp = async () => (await sandbox.call('GET', '/faults')).body['game:pg'].mode === 'none';
  await until(async () => isOver || (await isUsedUp()));
  patience.abort();
  return answer;
}

test('HOM-06 there are 14 slot, 8 sport and casino, 3 lotto providers, each answering', async () => {
  const count = (group: string) => GAME_PROVIDERS.filter((one) => one.group === group).length;
  expect([count('slot'), count('sport'), count('lotto')]).toEqual([14, 8, 3]);
  for (const { code } of GAME_PROVIDERS) {
    expect(
      (await sandbox.call('PUT', `/providers/${code}/players/everyone`, { password: 'x' })).body.created,
    ).toBe(true);
  }
});

test('GAM-01 creating a player twice keeps the first; an unknown provider or player is not found', async () => {
  const username = await newPlayer('5.00');
  expect(
    (await sandbox.call('PUT', `/providers/pg/players/${username}`, { password: 'second' })).body.created,
  ).toBe(false);
  expect(await balance(username)).toBe('5.00');
  expect((await sandbox.call('PUT', '/providers/nope/players/kp9', { password: 'x' })).status).toBe(404);
  expect((await sandbox.call('GET', '/providers/pg/players/nobody/balance')).status).toBe(404);
});

test('TRF-01 a transfer with one id is applied once; another order under it is refused; too much out fails for good', async () => {
  const username = await newPlayer('0.00');
  await transfer(username, 'once', 'in', '40.00');
  await transfer(username, 'once', 'in', '40.00');
  expect(await balance(username)).toBe('40.00');
  expect((await transfer(username, 'once', 'in', '41.00')).body.code).toBe('DUPLICATE_ID');
  expect((await transfer(username, 'much', 'out', '40.01')).body.code).toBe('INSUFFICIENT_BALANCE');
  expect((await query('much')).body.status).toBe('failed');
  expect((await transfer(username, 'out', 'out', '39.99')).body.status).toBe('success');
  expect(await balance(username)).toBe('0.01');
  expect((await query('never-sent')).body.code).toBe('NOT_FOUND');
});

test('a round moves the balance and counts as turnover; a stake above the balance is refused', async () => {
  const username = await newPlayer('20.00');
  const round = (stake: number, win: number) =>
    sandbox.call('POST', '/games/pg/rounds', { username, stake, win });
  expect((await round(10, 2.5)).body).toEqual({ balance: 12.5 });
  expect((await round(12.51, 0)).body.code).toBe('INSUFFICIENT_BALANCE');
  expect((await round(0, 5)).body.code).toBe('BAD_AMOUNT');
  const turnover = (await sandbox.call('GET', '/providers/pg/turnover')).body.players;
  expect(turnover).toContainEqual({ username, stake: '10.00', win: '2.50', rounds: 1 });
});

test('fault slow: applied, later than asked', async () => {
  const username = await newPlayer('0.00');
  await fault('slow', 1, 2_000);
  expect(await impatient(username, 'slow')).toBe('timeout');
  await expect.poll(() => balance(username)).toBe('10.00');
});

test('fault timeoutAfterApply: applied, no answer', async () => {
  const username = await newPlayer('0.00');
  await fault('timeoutAfterApply');
  expect(await impatient(username, 'after')).toBe('timeout');
  expect(await balance(username)).toBe('10.00');
  expect((await query('after')).body.status).toBe('success');
});

test('fault timeoutBeforeApply: not applied, no answer', async () => {
  const username = await newPlayer('0.00');
  await fault('timeoutBeforeApply');
  expect(await impatient(username, 'before')).toBe('timeout');
  expect(await balance(username)).toBe('0.00');
  expect((await query('before')).status).toBe(404);
});

test('fault duplicate: applied twice, reported once', async () => {
  const username = await newPlayer('0.00');
  await fault('duplicate');
  expect((await transfer(username, 'dup', 'in', '10.00')).body).toMatchObject({
    status: 'success',
    amount: '10.00',
  });
  expect(await balance(username)).toBe('20.00');
});

test('fault pendingForever: pending until somebody ends it, then applied once', async () => {
  const username = await newPlayer('0.00');
  await fault('pendingForever');
  expect((await transfer(username, 'pend', 'in', '10.00')).body.status).toBe('pending');
  expect((await query('pend')).body.status).toBe('pending');
  expect(await balance(username)).toBe('0.00');
  await sandbox.call('POST', '/games/pg/transfers/pend/settle', { status: 'success' });
  expect((await sandbox.call('POST', '/games/pg/transfers/pend/settle', { status: 'success' })).status).toBe(
    409,
  );
  expect(await balance(username)).toBe('10.00');
});

test('fault falseNotFound: applied, the line is cut, then denied as often as set, then true', async () => {
  const username = await newPlayer('0.00');
  await fault('falseNotFound', 2);
  expect(await impatient(username, 'denied')).toBe('cut');
  expect((await query('denied')).status).toBe(404);
  expect((await query('denied')).status).toBe(404);
  expect((await query('denied')).body.status).toBe('success');
  expect(await balance(username)).toBe('10.00');
});

test('fault wrongAmount: another amount is moved and reported', async () => {
  const username = await newPlayer('0.00');
  await fault('wrongAmount');
  expect((await transfer(username, 'wrong', 'in', '10.00')).body.amount).toBe('11.00');
  expect(await balance(username)).toBe('11.00');
});

test.each([
  ['maintenance', 503, 'MAINTENANCE'],
  ['error500', 500, 'UPSTREAM_ERROR'],
])('fault %s: refused, nothing applied', async (mode, status, code) => {
  const username = await newPlayer('0.00');
  await fault(mode);
  const answer = await transfer(username, `f-${mode}`, 'in', '10.00');
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await balance(username)).toBe('0.00');
  expect((await query(`f-${mode}`)).status).toBe(404);
});

test('a wrong switch changes nothing', async () => {
  const before = (await sandbox.call('GET', '/faults')).body;
  for (const body of [
    { 'game:nope': { mode: 'slow' } },
    { sms: { mode: 'loud' } },
    { sms: { mode: 'slow', times: 0 } },
  ]) {
    expect((await sandbox.call('PUT', '/faults', { bank: { mode: 'slow' }, ...body })).status).toBe(400);
  }
  expect((await sandbox.call('GET', '/faults')).body).toEqual(before);
});

test('GAM-03 a launch link opens one session, shows no password, and can be ended', async () => {
  const username = await newPlayer('30.00');
  const { url } = (await sandbox.call('POST', `/providers/pg/players/${username}/launch`, {})).body;
  expect(url).not.toContain('first');
  const opened = await fetch(url, { redirect: 'manual' });
  expect(opened.status).toBe(303);
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(410);
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const play = (path: string, body?: object) =>
    fetch(`${sandbox.url}/games/pg/play${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect(await (await play('')).text()).toContain('30.00');
  const round = (await (await play('/rounds', { stake: '10' })).json()) as { win: string; balance: string };
  expect(Number(round.balance)).toBeCloseTo(20 + Number(round.win), 2);
  expect((await play('/rounds', { stake: '1000000' })).status).toBe(409);
  await sandbox.call('POST', `/providers/pg/players/${username}/kick`, {});
  expect((await play('')).status).toBe(401);
});

test('GAM-04 the form provider logs in by posting its viewstate fields', async () => {
  await sandbox.call('PUT', '/providers/sanam/players/former', { password: 'secret-1' });
  const { action, fields } = (await sandbox.call('GET', '/providers/sanam/login-form')).body;
  const post = async (form: Record<string, string>) =>
    (await fetch(action, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })).status;
  const login = { username: 'former', password: 'secret-1' };
  expect(await post({ ...fields, ...login })).toBe(303);
  expect(await post({ ...fields, ...login, password: 'secret-2' })).toBe(401);
  expect(await post({ ...login })).toBe(400);
  expect(await post({ ...fields, ...login, __VIEWSTATE: 'AAAA' })).toBe(400);
  await sandbox.call('PUT', '/providers/sanam/players/former/password', { password: 'secret-2' });
  expect(await post({ ...fields, ...login, password: 'secret-2' })).toBe(303);
  expect((await sandbox.call('GET', '/providers/pg/login-form')).body.code).toBe('NO_LOGIN_FORM');
});
