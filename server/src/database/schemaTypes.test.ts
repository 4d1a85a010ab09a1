import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { generateTypes } from './generateTypes.ts';

test('the committed schema types are those of the migrated database', async () => {
  const database = await createTestDatabase(OWN_CLUSTER);
  try {
    await expect(generateTypes(database.url, true)).resolves.toBeUndefined();
  } finally {
    await database.close();
  }
});
