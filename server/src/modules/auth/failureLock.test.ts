import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { countFailure, type LockRule, refuseWhileLocked } from './failureLock.ts';

const RULE: LockRule = { name: 'test', free: 5, longestMinutes: 15, forgetMinutes: 240 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

test('LOG-05 a guess that began before another one, and comes after it, is counted once and not refused', async () => {
  await database.db.transaction().execute(async (earlier) => {
    // Its time is that of its first statement.
    await earlier.selectFrom('failure_lock').select('key').execute();
    await countFailure(database.db, RULE, 'one');
    await refuseWhileLocked(earlier, RULE, 'one');
    await countFailure(earlier, RULE, 'one');
  });
  const lock = await database.db
    .selectFrom('failure_lock')
    .select('failures')
    .where('key', '=', 'test:one')
    .executeTakeFirstOrThrow();
  expect(lock.failures).toBe(2);
});
