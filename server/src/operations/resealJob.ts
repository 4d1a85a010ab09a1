import { sql } from 'kysely';
import {
  type ChangedConnection,
  connectionAddApproval,
  connectionChangeApproval,
  type NewConnection,
} from '../console/connections/connectionApprovals.ts';
import { ownerOfTotpSecret } from '../console/twoFactor.ts';
import { webhookAddApproval, webhookChangeApproval } from '../console/webhooks/webhookApprovals.ts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/connect.ts';
import { OWNER_OF_IDENTITY_KEY } from '../identityKeys.ts';
import type { Job } from '../jobs/runJobs.ts';
import { ownerOfDelivery } from '../modules/deliveries/storedDelivery.ts';
import { ownerOfWebhook } from '../modules/events/webhookRow.ts';
import { OWNER_OF_PUSH_KEY } from '../modules/notifications/push/pushKey.ts';
import { ownerOfRecord } from '../modules/personalData/erasure/erasureRow.ts';
import { ownerOfSecrets } from '../providers/connections/connectionRow.ts';
import { type Keys, reseal } from '../sealed.ts';

const BATCH = 200;
const INTERVAL_MS = 60_000;

/**
 * After a change of the master key: re-encrypts all values of the previous key with the current one, once, and logs
 * when the previous key can be removed (docs/operations.md). Without a previous key it does nothing.
 */
export function resealJob({ db, secrets, log }: AppContext): Job[] {
  if (secrets.gamePassword.length === 1) return [];
  let after = '';
  let resealed = 0;
  let isOver = false;
  return [
    {
      name: 'reseal',
      intervalMs: INTERVAL_MS,
      run: async () => {
        if (isOver) return 0;
        const batch = await resealAccounts(db, secrets.gamePassword, after);
        resealed += batch.resealed;
        if (batch.last !== undefined) {
          after = batch.last;
          return batch.read;
        }
        for (const { run } of REST) resealed += await run({ db, secrets, log });
        isOver = true;
        log.warn({ resealed }, 'everything is sealed with KRAPAO_SECRET; KRAPAO_SECRET_PREVIOUS may go');
        return 0;
      },
    },
  ];
}

type Site = Pick<AppContext, 'db' | 'secrets' | 'log'>;

/** Everything but the game passwords, which are many: columns, and what seals them again and says how many. */
const REST: readonly { columns: readonly string[]; run: (site: Site) => Promise<number> }[] = [
  {
    columns: ['operator.totp_secret', 'operator.next_totp_secret'],
    run: ({ db, secrets }) => resealOperators(db, secrets.operator),
  },
  { columns: ['push_key.private_key'], run: ({ db, secrets }) => resealPushKey(db, secrets.push) },
  { columns: ['identity_key.sealed'], run: ({ db, secrets }) => resealIdentityKey(db, secrets.identity) },
  {
    columns: ['erasure.sealed'],
    run: ({ db, secrets, log }) => resealRecords(db, secrets.personalData, log),
  },
  {
    columns: ['connection.secrets'],
    run: ({ db, secrets, log }) => resealConnections(db, secrets.connection, log),
  },
  {
    columns: ['webhook.secrets'],
    run: ({ db, secrets, log }) => resealWebhooks(db, secrets.connection, log),
  },
  {
    columns: ['approval.payload'],
    run: ({ db, secrets, log }) => resealRequests(db, secrets.connection, log),
  },
  {
    columns: ['connection_delivery.sealed'],
    run: ({ db, secrets }) => resealDeliveries(db, secrets.connection),
  },
];

/** `table.column` of all that is sealed again; a test compares it with the catalogue of data. */
export const RESEALED: readonly string[] = [
  'game_account.password',
  'game_account.next_password',
  ...REST.flatMap(({ columns }) => columns),
];

/** The next game passwords, ordered by user name. */
async function resealAccounts(
  db: Db,
  keys: Keys,
  after: string,
): Promise<{ read: number; resealed: number; last: string | undefined }> {
  const accounts = await db
    .selectFrom('game_account')
    .select(['username', 'password', 'next_password'])
    .where('username', '>', after)
    .orderBy('username')
    .limit(BATCH)
    .execute();
  let resealed = 0;
  for (const { username, password, next_password } of accounts) {
    const fresh = reseal(keys, username, password);
    const freshNext = next_password && reseal(keys, username, next_password);
    if (fresh === null && !freshNext) continue;
    // Updates only the value that was read: a password that changed meanwhile already uses the current key.
    await db
      .updateTable('game_account')
      .set({ password: fresh ?? password, next_password: freshNext ?? next_password })
      .where('username', '=', username)
      .where('password', '=', password)
      .where(sql<boolean>`next_password is not distinct from ${next_password}`)
      .execute();
    resealed += 1;
  }
  return { read: accounts.length, resealed, last: accounts.at(-1)?.username };
}

async function resealOperators(db: Db, keys: Keys): Promise<number> {
  const operators = await db
    .selectFrom('operator')
    .select(['id', 'totp_secret', 'next_totp_secret'])
    .execute();
  let resealed = 0;
  for (const { id, ...sealed } of operators) {
    for (const column of ['totp_secret', 'next_totp_secret'] as const) {
      const old = sealed[column];
      const fresh = old && reseal(keys, ownerOfTotpSecret(id), old);
      if (!fresh) continue;
      await db
        .updateTable('operator')
        .set({ [column]: fresh })
        .where('id', '=', id)
        .where(column, '=', old)
        .execute();
      resealed += 1;
    }
  }
  return resealed;
}

async function resealPushKey(db: Db, keys: Keys): Promise<number> {
  const row = await db.selectFrom('push_key').select('private_key').executeTakeFirst();
  const fresh = row && reseal(keys, OWNER_OF_PUSH_KEY, row.private_key);
  if (!fresh) return 0;
  await db.updateTable('push_key').set({ private_key: fresh }).execute();
  return 1;
}

async function resealIdentityKey(db: Db, keys: Keys): Promise<number> {
  const row = await db.selectFrom('identity_key').select('sealed').executeTakeFirst();
  const fresh = row && reseal(keys, OWNER_OF_IDENTITY_KEY, row.sealed);
  if (!fresh) return 0;
  await db.updateTable('identity_key').set({ sealed: fresh }).execute();
  return 1;
}

/** What the law keeps of erased members. */
async function resealRecords(db: Db, keys: Keys, log: AppContext['log']): Promise<number> {
  let resealed = 0;
  let after = 0n;
  for (;;) {
    const rows = await db
      .selectFrom('erasure')
      .select(['id', 'sealed'])
      .where('id', '>', after)
      .where('sealed', 'is not', null)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, sealed } of rows) {
      const fresh = sealed && resealOrLost(keys, ownerOfRecord(id), sealed);
      if (fresh === 'lost') log.error({ erasure: id }, 'no master key opens the record of an erased member');
      if (fresh === null || fresh === 'lost') continue;
      // Its years may have ended meanwhile.
      await db
        .updateTable('erasure')
        .set({ sealed: fresh })
        .where('id', '=', id)
        .where('sealed', '=', sealed)
        .execute();
      resealed += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return resealed;
    after = last.id;
  }
}

async function resealConnections(db: Db, keys: Keys, log: AppContext['log']): Promise<number> {
  let resealed = 0;
  for (const { id, secrets } of await db.selectFrom('connection').select(['id', 'secrets']).execute()) {
    const fresh = resealOrLost(keys, ownerOfSecrets(id), secrets);
    if (fresh === 'lost') log.error({ connection: id }, 'no master key opens the keys of a connection');
    if (fresh === null || fresh === 'lost') continue;
    await db
      .updateTable('connection')
      .set({ secrets: fresh })
      .where('id', '=', id)
      .where('secrets', '=', secrets)
      .execute();
    resealed += 1;
  }
  return resealed;
}

async function resealWebhooks(db: Db, keys: Keys, log: AppContext['log']): Promise<number> {
  let resealed = 0;
  for (const { id, secrets } of await db.selectFrom('webhook').select(['id', 'secrets']).execute()) {
    const fresh = resealOrLost(keys, ownerOfWebhook(id), secrets);
    if (fresh === 'lost') log.error({ webhook: id }, 'no master key opens the secrets of a webhook');
    if (fresh === null || fresh === 'lost') continue;
    await db
      .updateTable('webhook')
      .set({ secrets: fresh })
      .where('id', '=', id)
      .where('secrets', '=', secrets)
      .execute();
    resealed += 1;
  }
  return resealed;
}

/** What the keys in requests are sealed for, by the kind of request. */
const OWNERS: Readonly<Record<string, (id: string) => string>> = {
  [connectionAddApproval.name]: ownerOfSecrets,
  [connectionChangeApproval.name]: ownerOfSecrets,
  [webhookAddApproval.name]: ownerOfWebhook,
  [webhookChangeApproval.name]: ownerOfWebhook,
};

/** Keys in requests that wait for a second operator, which may take weeks. */
async function resealRequests(db: Db, keys: Keys, log: AppContext['log']): Promise<number> {
  let resealed = 0;
  const requests = await db
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .where('kind', 'in', Object.keys(OWNERS))
    .select(['id', 'kind', 'payload'])
    .execute();
  for (const { id, kind, payload } of requests) {
    const { id: subject, secrets } = payload as unknown as NewConnection | ChangedConnection;
    const owner = OWNERS[kind]?.(subject);
    if (secrets === null || owner === undefined) continue;
    const fresh = resealOrLost(keys, owner, Buffer.from(secrets.sealed, 'base64'));
    if (fresh === 'lost') log.error({ approval: id }, 'no master key opens the keys of a request');
    if (fresh === null || fresh === 'lost') continue;
    await db
      .updateTable('approval')
      .set({
        payload: sql`jsonb_set(payload, '{secrets,sealed}', to_jsonb(${fresh.toString('base64')}::text))`,
      })
      .where('id', '=', id)
      .where('state', '=', 'PENDING')
      .execute();
    resealed += 1;
  }
  return resealed;
}

/** Those that no key opens stay as they are: they are removed after 30 days. */
async function resealDeliveries(db: Db, keys: Keys): Promise<number> {
  let resealed = 0;
  let after = 0n;
  for (;;) {
    const rows = await db
      .selectFrom('connection_delivery')
      .select(['id', 'connection_id', 'sealed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, connection_id, sealed } of rows) {
      const fresh = resealOrLost(keys, ownerOfDelivery(connection_id), sealed);
      if (fresh === null || fresh === 'lost') continue;
      await db.updateTable('connection_delivery').set({ sealed: fresh }).where('id', '=', id).execute();
      resealed += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return resealed;
    after = last.id;
  }
}

/** Null if it has the current key already; `lost` if no key opens it, which must not keep the others from theirs. */
function resealOrLost(keys: Keys, owner: string, sealed: Buffer): Buffer | null | 'lost' {
  try {
    return reseal(keys, owner, sealed);
  } catch {
    return 'lost';
  }
}
