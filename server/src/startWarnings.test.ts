import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpublishedRules } from './settings/settings.ts';
import { startWarnings } from './startWarnings.ts';
import { OWN_CLUSTER } from './testing/ownCluster.ts';
import { makeOperator } from './testing/testOperator.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

test('a production site is told at its start that a second administrator is missing, until one has logged in', async () => {
  const told = async (mode: 'production' | 'sandbox', hasOwnLogin = true) =>
    startWarnings(
      server.db,
      { mode },
      { hasOwnLogin, unopened: [], unpublished: await unpublishedRules(server.db) },
    );
  const missing = [expect.stringContaining('a second administrator is missing')];
  expect(await told('production')).toEqual(missing);
  expect(await told('sandbox')).toEqual([]);
  expect(await told('sandbox', false)).toEqual([expect.stringContaining('KRAPAO_POOL_URL')]);
  await sql`insert into setting (key, version, value, actor)
    values ('protection', 1, ${JSON.stringify({ ...DEFAULT_PACK, age: { years: 21 }, breach: undefined })}, 'test')`.execute(
    server.owner,
  );
  await server.settings.reload();
  expect(await told('sandbox')).toEqual([expect.stringContaining('ships them: breach;')]);
  // What the site published stays; the missing rule alone is as the product ships it.
  const { age, breach } = server.settings.get('protection');
  expect([age.years, breach]).toEqual([21, DEFAULT_PACK.breach]);
  await server.owner.deleteFrom('setting').where('key', '=', 'protection').execute();
  const { id } = await makeOperator(server, 'administrator');
  const set = (change: object) =>
    server.owner.updateTable('operator').set(change).where('id', '=', id).execute();
  expect(await told('production')).toEqual([]);
  await set({ must_change_password: true });
  expect(await told('production')).toEqual(missing);
  await set({ must_change_password: false, is_active: false });
  expect(await told('production')).toEqual(missing);
});
