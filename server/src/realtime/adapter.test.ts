import { expect, test } from 'vitest';
import { freePort } from '../testing/freePort.ts';
import { openAdapter } from './adapter.ts';

test('a Redis that is not there ends the start with one sentence', async () => {
  const redisUrl = `redis://127.0.0.1:${await freePort()}`;
  const errors: unknown[] = [];
  await expect(
    openAdapter({ databaseUrl: '', redisUrl, onError: (error) => errors.push(error) }),
  ).rejects.toThrow(/^The Redis of REDIS_URL cannot be reached: .+\.$/);
  expect(errors).toEqual([]);
});
