import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewConnection } from '../console/connections/connectionApprovals.ts';
import type { NewWebhook } from '../console/webhooks/webhookApprovals.ts';
import { identityKeys } from '../identityKeys.ts';
import { knownSecrets } from '../modules/events/webhookRow.ts';
import { CATALOGUE, columnsOf } from '../modules/personalData/catalogue/catalogue.ts';
import { partWriter, readParts } from '../modules/personalData/copy/copyParts.ts';
import { erasedFile, listErased, replayErasures } from '../modules/personalData/erasure/erasedList.ts';
import { ownerOfRecord } from '../modules/personalData/erasure/erasureRow.ts';
import { rememberExclusion, requireNotExcluded } from '../modules/personalData/erasure/excludedIdentity.ts';
import { openSecrets } from '../providers/connections/connectionRow.ts';
import { openSealed, seal } from '../sealed.ts';
import { loadSecrets } from '../secrets.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { bringFirstMoney } from '../testing/firstMoney.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember } from '../testing/testMember.ts';
import { makeOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { RESEALED } from './resealJob.ts';

const FIRST = 'the first master key of this test site';
const SECOND = 'the second master key of this test site';
const THIRD = 'the third master key of this test site';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

async function withKeys<Result>(keys: Record<string, string>, work: (server: TestServer) => Promise<Result>) {
  const server = await startTestServer(OWN_CLUSTER, { DATABASE_URL: database.url, ...keys });
  try {
    return await work({ ...server, owner: database.owner });
  } finally {
    await server.stop();
  }
}

/** A connection with a key, as the first administrator adds it. */
async function addConnection(server: TestServer) {
  const administrator = await makeOperator(server, 'administrator');
  return administrator.call('POST /api/console/connections', {
    capability: 'sms',
    driver: 'http',
    name: 'Gateway',
    priority: 1,
    config: {
      baseUrl: 'https://gateway.example/{phone}/{message}',
      method: 'GET',
      headers: '{"Authorization":"{apiKey}"}',
      phoneForm: 'e164',
    },
    secrets: { apiKey: 'of the gateway' },
    reason: 'contract',
  });
}

/** Whether this master key opens the secrets of the connection and of the one that waits. */
async function opensWith(master: string): Promise<boolean> {
  const { connection } = await loadSecrets({ KRAPAO_SECRET: master }, '', true);
  const row = await database.owner.selectFrom('connection').selectAll().executeTakeFirstOrThrow();
  const { payload } = await database.owner
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .where('kind', '=', 'connection.add')
    .select('payload')
    .executeTakeFirstOrThrow();
  const { id, secrets } = payload as unknown as NewConnection;
  try {
    return [row, { id, secrets: Buffer.from(secrets.sealed, 'base64') }].every(
      (sealed) => openSecrets(connection, sealed).apiKey === 'of the gateway',
    );
  } catch {
    return false;
  }
}

/** A receiver of events, whose secret the server makes. */
async function addWebhook(server: TestServer) {
  const administrator = await makeOperator(server, 'administrator');
  const body = { name: 'CRM', url: 'https://crm.example/hook', types: [], reason: 'contract' };
  const answer = await administrator.call('POST /api/console/webhooks', body);
  return (answer.body as { secret: string }).secret;
}

/** The secrets of the receiver and of the one that waits, as this master key opens them. */
async function webhookSecrets(master: string): Promise<string[]> {
  const secrets = await loadSecrets({ KRAPAO_SECRET: master }, '', true);
  const row = await database.owner.selectFrom('webhook').selectAll().executeTakeFirstOrThrow();
  const { payload } = await database.owner
    .selectFrom('approval')
    .where('kind', '=', 'webhook.add')
    .select('payload')
    .executeTakeFirstOrThrow();
  const { id, secrets: asked } = payload as unknown as NewWebhook;
  return [row, { id, secrets: Buffer.from(asked.sealed, 'base64') }].flatMap((sealed) =>
    knownSecrets({ secrets }, sealed),
  );
}

test('the master key is changed in two steps: nothing is lost, and in the end the old one opens nothing', async () => {
  const params = { slotCode: 'pg' };
  const made: string[] = [];
  const { token, credentials } = await withKeys({ KRAPAO_SECRET: FIRST }, async (server) => {
    const { token, client } = await makeMember(server);
    await client('GET /api/wallet/activate/:slotCode', { params });
    expect(await addConnection(server)).toMatchObject({ status: 200 });
    made.push(await addWebhook(server));
    await bringFirstMoney(server);
    expect((await addConnection(server)).body).toMatchObject({ waits: { id: expect.any(String) } });
    made.push(await addWebhook(server));
    return { token, credentials: await client('GET /api/wallet/account/:slotCode', { params }) };
  });
  const read = (server: TestServer) => rawCall(server.url, 'GET /api/wallet/account/pg', { token });
  const stored = () => database.owner.selectFrom('game_account').select('password').executeTakeFirstOrThrow();
  const before = await stored();

  await withKeys({ KRAPAO_SECRET: SECOND, KRAPAO_SECRET_PREVIOUS: FIRST }, async (server) => {
    expect((await read(server)).body).toMatchObject(credentials);
    await expect.poll(async () => (await stored()).password.equals(before.password)).toBe(false);
    // The connections and the requests come last.
    await expect.poll(() => opensWith(SECOND)).toBe(true);
    await expect.poll(() => webhookSecrets(SECOND)).toEqual(made);
  });
  await withKeys({ KRAPAO_SECRET: SECOND }, async (server) =>
    expect((await read(server)).body).toMatchObject(credentials),
  );
  await withKeys({ KRAPAO_SECRET: FIRST }, async (server) =>
    expect((await read(server)).body).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' }),
  );
  expect(await opensWith(FIRST)).toBe(false);
  expect(await webhookSecrets(FIRST)).toEqual([]);
});

test('SAFE-43 what outlives an erasure opens and matches after a change of the master key', async () => {
  const secretsOf = (master: string) => loadSecrets({ KRAPAO_SECRET: master }, '', true);
  const [first, second] = [await secretsOf(SECOND), await secretsOf(THIRD)];
  const { erasureId, member, dataFolder } = await withKeys({ KRAPAO_SECRET: SECOND }, async (server) => {
    const member = await makeMember(server);
    await sql`insert into pause (member_id, kind, source, until_at)
      values (${member.id}, 'exclusion', 'member', now() + interval '1 month')`.execute(server.owner);
    await server.owner
      .transaction()
      .execute((trx) => rememberExclusion(trx, first, { memberIds: [member.id], returnHours: 24 }));
    const gone = await makeMember(server);
    const { rows } = await sql<{ id: bigint }>`
      insert into erasure (member_id, state, finished_at, due_at, kept_until)
      values (${gone.id}, 'ERASED', now(), null, now() + interval '5 years') returning id`.execute(
      server.owner,
    );
    const id = rows[0]?.id ?? 0n;
    const sealed = seal(first.personalData, ownerOfRecord(id), Buffer.from('kept'));
    await server.owner.updateTable('erasure').set({ sealed }).where('id', '=', id).execute();
    const { phone_number: phone } = await server.owner
      .selectFrom('member')
      .select('phone_number')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    return { erasureId: id, member: { id: member.id, phone }, dataFolder: server.dataFolder };
  });
  const record = async () =>
    (
      await database.owner
        .selectFrom('erasure')
        .select('sealed')
        .where('id', '=', erasureId)
        .executeTakeFirstOrThrow()
    ).sealed;
  const opens = async () => {
    try {
      return openSealed(
        second.personalData,
        ownerOfRecord(erasureId),
        (await record()) ?? Buffer.alloc(0),
      ).toString();
    } catch {
      return 'closed';
    }
  };
  const files = new Map<string, Buffer>();
  const store = {
    read: async (name: string) => files.get(name) ?? null,
    write: async (name: string, content: Buffer) => void files.set(name, content),
    remove: async (name: string) => void files.delete(name),
  } as never;
  const writer = partWriter(store, (await identityKeys(database.db, first)).copies, 'a copy', 'json');
  await writer.write('of a member');
  await writer.end();
  const site = (secrets: typeof first) =>
    ({
      config: { dataFolder },
      db: database.owner,
      secrets,
      log: { warn: () => undefined, error: () => undefined },
    }) as never;
  await listErased(site(first), {
    memberId: member.id,
    phone: member.phone,
    askedAt: new Date(Date.now() - 86_400_000),
  });
  expect(readFileSync(erasedFile(dataFolder), 'utf8')).toContain(`"${member.id}"`);

  await withKeys({ KRAPAO_SECRET: THIRD, KRAPAO_SECRET_PREVIOUS: SECOND }, () =>
    expect.poll(opens).toBe('kept'),
  );

  const excluded = database.owner
    .transaction()
    .execute((trx) => requireNotExcluded(trx, second, [{ phone: member.phone }]));
  await expect(excluded).rejects.toMatchObject({ code: 'INVALID_USER_3' });
  const { copies } = await identityKeys(database.db, second);
  const parts: Buffer[] = [];
  for await (const part of readParts(store, copies, { copyId: 'a copy', form: 'json', parts: 1 }))
    parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('of a member');
  await replayErasures(site(second));
  const asked = await database.owner
    .selectFrom('erasure')
    .select('state')
    .where('member_id', '=', member.id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(asked).toEqual({ state: 'ASKED' });
});

/** What each file seals: columns, or files under the site's own key, which a change of the master key does not touch. */
const SEALED_BY: Readonly<Record<string, readonly string[] | 'own key'>> = {
  'console/twoFactor.ts': ['operator.totp_secret', 'operator.next_totp_secret'],
  'modules/deliveries/storedDelivery.ts': ['connection_delivery.sealed'],
  'modules/events/webhookRow.ts': ['webhook.secrets'],
  'modules/games/gamePassword.ts': ['game_account.password', 'game_account.next_password'],
  'modules/identity/documents/documentPicture.ts': 'own key',
  'identityKeys.ts': ['identity_key.sealed'],
  'modules/notifications/push/pushKey.ts': ['push_key.private_key'],
  'modules/personalData/copy/copyParts.ts': 'own key',
  'modules/personalData/erasure/erasureJob.ts': ['erasure.sealed'],
  'providers/connections/connectionRow.ts': ['connection.secrets', 'approval.payload'],
};

test('whatever is sealed with the master key is in the catalogue of data and is sealed again', () => {
  const source = join(dirname(import.meta.dirname));
  const sealers = globSync('**/*.ts', { cwd: source })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) =>
      /import \{[^}]*\bseal\b[^}]*\} from '[./]*\/sealed\.ts'/.test(readFileSync(join(source, path), 'utf8')),
    );
  expect(sealers.toSorted(), 'say here what a new file seals').toEqual(Object.keys(SEALED_BY).toSorted());
  const columns = Object.entries(CATALOGUE).flatMap(([table, entry]) =>
    columnsOf(entry).sealed.map((column) => `${table}.${column}`),
  );
  expect(columns.toSorted(), 'the field `sealed` of the catalogue').toEqual(
    Object.values(SEALED_BY)
      .flatMap((sealed) => (sealed === 'own key' ? [] : sealed))
      .toSorted(),
  );
  expect([...RESEALED].toSorted(), 'what the job seals again').toEqual(columns.toSorted());
});

test('each key of the master key says what becomes of its values when the master key changes', async () => {
  const { master: _, ...keys } = await loadSecrets({ KRAPAO_SECRET: FIRST }, '', true);
  const sealedAgain = ['connection', 'gamePassword', 'identity', 'operator', 'personalData', 'push'];
  // Codes and links of minutes, cookies of guests and devices, and receipts, whose codes nobody stores.
  const endsWithIt = ['device', 'guest', 'otp', 'probe', 'receipt', 'signedLink'];
  expect(Object.keys(keys).toSorted()).toEqual([...sealedAgain, ...endsWithIt].toSorted());
});
