import { randomUUID } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { ApiScope } from '@krapao/contract/apiScopes';
import type { BodyOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { apiKeyHash, newApiKey } from '../../calls/authenticateKey.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { isNetwork } from '../../http/networks.ts';
import { act } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, changeOrAsk, presentWaits, type Waits } from '../approvals/ask.ts';

type Terms = Omit<BodyOf<Contract['POST /api/console/api-keys']>, 'reason'>;

interface NewKey {
  id: string;
  terms: Terms;
  /** Hexadecimal SHA-256: the key itself is in no table. */
  hash: string;
  startsWith: string;
}

const SHOWN = 8;
const YEARS_MAX = 3;

export const apiKeyApproval: ApprovalKind<NewKey> = {
  name: 'apiKey.add',
  permission: () => 'connection.manage',
  titleOf: async (_, { terms }) => terms.name,
  present: (_, { terms: { name, scopes, networks, expiresAt } }) => [
    { name: 'name', text: name },
    { name: 'scopes', text: scopes.join(', ') },
    { name: 'networks', text: networks.join(', ') || '*' },
    { name: 'keyExpires', text: expiresAt },
  ],
  apply: async (trx, { recorder, operatorId, decision }, { id, terms, hash, startsWith }) => {
    const { name, scopes, networks, expiresAt } = terms;
    await trx
      .insertInto('api_key')
      .values({
        id,
        name,
        token_hash: Buffer.from(hash, 'hex'),
        starts_with: startsWith,
        scopes,
        networks,
        expires_at: new Date(expiresAt),
        created_by: operatorId,
      })
      .execute();
    await recorder({
      action: 'apiKey.add',
      subject: `apiKey:${id}`,
      after: { ...terms, startsWith },
      reason: decision.reason,
    });
  },
};

/**
 * Makes a key, or asks a second operator for it: it is told this once, and works when it is approved.
 * @throws AppError CONNECTION_INVALID for a network or a time that cannot be meant
 */
export async function addApiKey(
  context: AppContext,
  asker: Asker,
  { reason, ...terms }: BodyOf<Contract['POST /api/console/api-keys']>,
): Promise<{ id: string; key: string; waits: Waits | null }> {
  const wrong = terms.networks.find((network) => !isNetwork(network));
  if (wrong !== undefined) throw new AppError('CONNECTION_INVALID', `networks: ${wrong} is none`);
  const latest = clock.date();
  latest.setFullYear(latest.getFullYear() + YEARS_MAX);
  const expiresAt = new Date(terms.expiresAt);
  if (expiresAt <= clock.date() || expiresAt > latest)
    throw new AppError('CONNECTION_INVALID', `expiresAt must be within ${YEARS_MAX} years from now`);
  const id = randomUUID();
  const key = newApiKey();
  const hash = apiKeyHash(key);
  if (hash === null) throw new Error('a new key is none');
  const waits = await changeOrAsk(context, asker, apiKeyApproval, {
    subject: `apiKey:${id}`,
    payload: { id, terms, hash: hash.toString('hex'), startsWith: key.slice(0, SHOWN) },
    cause: { code: 'TWO_PERSONS' },
    reason,
  });
  return { id, key, waits };
}

/** Ends a key at once; one that has ended stays as it is. @throws AppError NO_DATA */
export async function revokeApiKey(
  context: AppContext,
  asker: Asker,
  id: string,
  reason: string,
): Promise<void> {
  await act(context, asker, async (trx, recorder) => {
    const row = await trx
      .updateTable('api_key')
      .set({
        revoked_at: sql<Date>`coalesce(revoked_at, site.now())`,
        revoked_by: sql<bigint>`coalesce(revoked_by, ${asker.operator.id})`,
      })
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (row === undefined) throw new AppError('NO_DATA');
    await recorder({ action: 'apiKey.revoke', subject: `apiKey:${id}`, after: { name: row.name }, reason });
  });
}

/** All keys, those that work first, and those that wait for a second operator. */
export async function listApiKeys(db: Db) {
  const rows = await db
    .selectFrom('api_key as k')
    .innerJoin('operator as o', 'o.id', 'k.created_by')
    .selectAll('k')
    .select('o.name as maker')
    .orderBy(sql`k.revoked_at is null and k.expires_at > site.now()`, 'desc')
    .orderBy('k.created_at', 'desc')
    .execute();
  const waiting = await db
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .where('kind', '=', apiKeyApproval.name)
    .orderBy('created_at')
    .select(['id', 'payload', 'cause', 'cause_limit', 'cause_amount', 'takes_effect_at'])
    .execute();
  return {
    keys: rows.map((row) => ({
      id: row.id,
      name: row.name,
      scopes: row.scopes as ApiScope[],
      networks: row.networks,
      expiresAt: row.expires_at.toISOString(),
      startsWith: row.starts_with,
      state: stateOf(row),
      createdAt: row.created_at.toISOString(),
      createdBy: row.maker,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
    additions: waiting.map((row) => {
      const { id, terms } = row.payload as unknown as NewKey;
      return { id, name: terms.name, waits: presentWaits(row) };
    }),
  };
}

const stateOf = ({ revoked_at, expires_at }: { revoked_at: Date | null; expires_at: Date }) => {
  if (revoked_at !== null) return 'REVOKED' as const;
  return expires_at <= clock.date() ? ('EXPIRED' as const) : ('ACTIVE' as const);
};
