import { expect, inject, test } from 'vitest';
import { AppError } from '../../appError.ts';
import { startTestServer } from '../../testing/testServer.ts';
import { hashPassword, isPassword, refuseWhenCrowded } from './password.ts';

test('a password is known again, however a keyboard composes its letters', async () => {
  const hash = await hashPassword('pa\u0301ssword 9');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(hash, 'p\u00e1ssword 9')).toBe(true);
  expect(await isPassword(hash, 'password 9')).toBe(false);
  expect(await isPassword(undefined, 'password 9')).toBe(false);
});

test('LOG-05 a flood of log-ins waits in a queue that ends; who is turned away has not failed to log in', {
  timeout: 120_000,
}, async () => {
  const server = await startTestServer(inject('databaseUrl'));
  try {
    // The server of a test runs in this process and shares its queue.
    const flood = Promise.allSettled(
      Array.from({ length: 130 }, () => isPassword(undefined, 'a wrong password')),
    );
    expect(() => refuseWhenCrowded()).toThrow(AppError);
    const username = '0899999999';
    await expect(
      server.client()('POST /api/login', { body: { username, password: 'a wrong password' } }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await server.db.selectFrom('failure_lock').selectAll().execute()).toEqual([]);

    const ends = await flood;
    const refused = ends.filter(({ status }) => status === 'rejected');
    // A hundred wait, one or two are at work.
    expect(refused.length).toBeGreaterThanOrEqual(28);
    expect(refused.length).toBeLessThanOrEqual(29);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(() => refuseWhenCrowded()).not.toThrow();
    await expect(
      server.client()('POST /api/login', { body: { username, password: 'a wrong password' } }),
    ).rejects.toMatchObject({ code: 'WRONG_CREDENTIAL' });
  } finally {
    await server.stop();
  }
});
