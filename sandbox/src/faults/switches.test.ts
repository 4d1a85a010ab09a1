import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSandbox, removeWorld, type TestSandbox } from '../testing/testSandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeWorld(sandbox.dataDir);
});

const set = (target: string, fault: object) => sandbox.call('PUT', '/faults', { [target]: fault });
const page = async () => (await fetch(`${sandbox.url}/fault-switches`)).text();

test('a fault with an address hits only calls that concern it, whatever others ask meanwhile', async () => {
  const order = (username: string, id: string) =>
    sandbox.call('POST', '/providers/pg/transfers', { id, username, direction: 'in', amount: '10.00' });
  for (const username of ['anna', 'anna2', 'bert'])
    await sandbox.call('PUT', `/providers/pg/players/${username}`, { password: 'first' });
  await set('game:pg', { mode: 'maintenance', times: 2, for: 'anna' });
  await set('game:pg', { mode: 'pendingForever', times: 1, for: 'bert' });
  expect(await page()).toContain('value="anna"');
  expect((await order('anna2', 'a1')).body.status).toBe('success');
  expect((await order('bert', 'b1')).body.status).toBe('pending');
  expect((await order('bert', 'b2')).body.status).toBe('success');
  expect((await order('anna', 'a2')).status).toBe(503);
  expect((await sandbox.call('GET', '/providers/pg/players/anna2/balance')).status).toBe(200);
  expect((await sandbox.call('GET', '/providers/pg/players/anna/balance')).status).toBe(503);
  expect((await order('anna', 'a2')).body.status).toBe('success');
  expect(await page()).not.toContain('value="anna"');
});

test('the look-up of a transfer concerns its player, though it does not name them', async () => {
  await set('game:pg', { mode: 'falseNotFound', times: 1, for: 'anna' });
  expect((await sandbox.call('GET', '/providers/pg/transfers/b2')).status).toBe(200);
  expect((await sandbox.call('GET', '/providers/pg/transfers/a2')).status).toBe(404);
  expect((await sandbox.call('GET', '/providers/pg/transfers/a2')).status).toBe(200);
});

test('so does that of a transfer that never came to be', async () => {
  await set('game:pg', { mode: 'error500', times: 2, for: 'anna' });
  const order = { id: 'a9', username: 'anna', direction: 'in', amount: '10.00' };
  expect((await sandbox.call('POST', '/providers/pg/transfers', order)).status).toBe(500);
  expect((await sandbox.call('GET', '/providers/pg/transfers/a9')).status).toBe(500);
  expect((await sandbox.call('GET', '/providers/pg/transfers/a9')).status).toBe(404);
});

test('one without an address is for all, comes second, and is taken off alone', async () => {
  await set('game:pg', { mode: 'error500' });
  await set('game:pg', { mode: 'maintenance', for: 'anna' });
  const balance = async (player: string) =>
    (await sandbox.call('GET', `/providers/pg/players/${player}/balance`)).status;
  expect([await balance('anna'), await balance('bert')]).toEqual([503, 500]);
  await set('game:pg', { mode: 'none', for: 'anna' });
  expect([await balance('anna'), await balance('bert')]).toEqual([500, 500]);
  await set('game:pg', { mode: 'none' });
  expect([await balance('anna'), await balance('bert')]).toEqual([200, 200]);
});

test('a phone is meant in any spelling', async () => {
  const send = (phoneNumber: string, id: string) =>
    sandbox.call('POST', '/sms', { id, to: phoneNumber, text: 'hello' });
  const sent = await send('+66812345679', 's0');
  await set('sms', { mode: 'maintenance', times: 1, for: '0812345678' });
  expect((await send('+66812345679', 's1')).status).toBe(sent.status);
  expect((await send('+66812345678', 's2')).status).toBe(503);
  expect((await send('+66812345678', 's3')).status).toBe(sent.status);
});

test.each([7, 'a b', 'x', '-'.repeat(101)])('%j is no address', async (address) => {
  expect((await set('sms', { mode: 'slow', for: address })).status).toBe(400);
});
