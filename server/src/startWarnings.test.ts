import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startWarnings } from './startWarnings.ts';
import { makeOperator } from './testing/testOperator.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server.stop());

test('a production site is told at its start that a second administrator is missing, until one has logged in', async () => {
  const told = (mode: 'production' | 'sandbox', hasOwnLogin = true) =>
    startWarnings(server.db, { mode }, { hasOwnLogin, unopened: [] });
  const missing = [expect.stringContaining('a second administrator is missing')];
  expect(await told('production')).toEqual(missing);
  expect(await told('sandbox')).toEqual([]);
  expect(await told('sandbox', false)).toEqual([expect.stringContaining('KRAPAO_POOL_URL')]);
  const { id } = await makeOperator(server, 'administrator');
  const set = (change: object) =>
    server.owner.updateTable('operator').set(change).where('id', '=', id).execute();
  expect(await told('production')).toEqual([]);
  await set({ must_change_password: true });
  expect(await told('production')).toEqual(missing);
  await set({ must_change_password: false, is_active: false });
  expect(await told('production')).toEqual(missing);
});
