import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { generateTypes } from './generateTypes.ts';

test('the committed schema types are those of the migrated database', async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  try {
    await expect(generateTypes(database.url, true)).resolves.toBeUndefined();
  } finally {
    await database.close();
  }
});
