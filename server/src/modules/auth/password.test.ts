import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { startTestServer } from '../../testing/testServer.ts';
import { hashPassword, isPassword, refuseWhenCrowded } from './password.ts';

test('a password is known again, however a keyboard composes its letters', async () => {
  const hash = await hashPassword('pa\u0301ssword 9');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(hash, 'p\u00e1ssword 9')).toBe(true);
  expect(await isPassword(hash, 'password 9')).toBe(false);
  expect(await isPassword(undefined, 'password 9')).toBe(false);
});

test('LOG-05 a hundred log-ins wait for their turn, and more are refused', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 130 }, () => isPassword(undefined, 'a wrong password')),
  );
  const refused = ends.filter(({ status }) => status === 'rejected');
  // A hundred wait, one or two are being checked.
  expect(refused.length).toBeGreaterThanOrEqual(28);
  expect(refused.length).toBeLessThanOrEqual(29);
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(() => refuseWhenCrowded()).not.toThrow();
});

test('LOG-05 a flood of log-ins waits in a queue that ends; who is turned away has not failed to log in', async () => {
  const server = await startTestServer(OWN_CLUSTER);
  const username = '0899999999';
  const logIn = () =>
    server.client()('POST /api/login', { body: { username, password: 'a wrong password' } });
  // The test's server runs in this process and shares its queue; each finished check queues again at once.
  let isFlooding = true;
  const inLine = async () => {
    while (isFlooding) await isPassword(undefined, 'a wrong password').catch(() => nextTurn());
  };
  const flood = Array.from({ length: 110 }, inLine);
  try {
    await expect(logIn()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await server.db.selectFrom('failure_lock').selectAll().execute()).toEqual([]);
    isFlooding = false;
    await Promise.all(flood);
    await expect(logIn()).rejects.toMatchObject({ code: 'WRONG_CREDENTIAL' });
  } finally {
    isFlooding = false;
    await Promise.all(flood);
    await server.stop();
  }
});
