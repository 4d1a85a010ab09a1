import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { callsLogin } from './callsLogin.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

test.each(['set role none', 'reset role', 'set session authorization default', 'reset all'])(
  'ASVS 13.2.2 a call’s connection that says "%s" is nobody who could write the ledger or change a table',
  async (leave) => {
    await server.db.connection().execute(async (db) => {
      await sql.raw(leave).execute(db);
      const { rows } = await sql<{ is_owner: boolean; may: boolean }>`
        select rolsuper or pg_has_role(session_user, (select relowner from pg_class where oid = 'member'::regclass), 'MEMBER') as is_owner,
          has_table_privilege('ledger.posting', 'INSERT') as may
        from pg_roles where rolname = session_user`.execute(db);
      expect(rows).toEqual([{ is_owner: false, may: false }]);
      for (const statement of [
        'delete from ledger.posting',
        'alter table member add x int',
        'drop trigger audit_entry_kept on audit_entry',
        'set session authorization krapao',
        'set role krapao',
        'create role thief',
        "copy member to program 'true'",
      ])
        await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(
          /permission denied|must be owner/,
        );
      await sql`set role krapao_app`.execute(db);
    });
  },
);

test('ASVS 13.2.2 every connection of a node but those of its start is of that user', async () => {
  const member = await makeMember(server);
  await member.client('GET /api/wallet');
  const { rows } = await sql<{ usename: string }>`
    select distinct usename from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and usename <> (select rolname from pg_roles r join pg_database d on d.datdba = r.oid where d.datname = current_database())`.execute(
    server.owner,
  );
  expect(rows.map(({ usename }) => usename)).toEqual(['krapao_calls']);
});

test('nodes that start at once share the user, and one without its password is refused', async () => {
  const addresses = await Promise.all(Array.from({ length: 8 }, () => callsLogin(server.databaseUrl)));
  expect(new Set(addresses).size).toBe(1);
  const address = new URL(addresses[0] ?? '');
  expect(address.password).not.toBe(new URL(server.databaseUrl).password);
  const owner = new URL(server.databaseUrl);
  owner.password = '';
  expect(await callsLogin(owner.href)).toBeUndefined();
});
