import type { ApiScope } from '@krapao/contract/apiScopes';
import type { Endpoint } from '@krapao/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Db } from '../database/connect.ts';
import { addressKey } from '../http/addressKey.ts';
import { networkTest } from '../http/networks.ts';
import { countWithin, requireWithin } from '../http/rateCounter.ts';
import { newToken, tokenHash } from './sessionToken.ts';

/** The API key behind a call. */
export interface ApiKey {
  id: string;
  scopes: readonly ApiScope[];
}

/** Tells what a text is, to people and to programs that look for lost keys. */
const PREFIX = 'krk_';
const CALLS = { name: 'api-key', limit: 600, seconds: 60 };
/** Of one address: nobody guesses 256 bits, but each guess costs a query. */
const WRONG = { name: 'api-key.wrong', limit: 30, seconds: 60 };

/** A new key with 256 random bits. */
export const newApiKey = (): string => PREFIX + newToken();

/** The stored form of a key; null if the text cannot be one. A member's token is none: it has no prefix. */
export const apiKeyHash = (key: string): Buffer | null =>
  key.startsWith(PREFIX) ? tokenHash(key.slice(PREFIX.length)) : null;

/**
 * Finds the key of a call and counts the call. Every call asks the database, so a revoked key ends at once on all nodes.
 * @throws AppError UNAUTHORIZED without a key that works, INVALID_IP from another network, SCOPE_MISSING, REQUEST_LIMIT
 */
export async function authenticateKey(
  db: Db,
  request: FastifyRequest,
  { scope }: Pick<Endpoint, 'scope'>,
): Promise<ApiKey> {
  const address = addressKey(request.ip);
  await requireWithin(db, WRONG, address);
  const hash = apiKeyHash(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const row =
    hash === null
      ? undefined
      : await db
          .selectFrom('api_key')
          .select(['id', 'scopes', 'networks'])
          .select(
            sql<boolean>`last_used_at is null or last_used_at < site.now() - interval '1 minute'`.as(
              'is_due',
            ),
          )
          .where('token_hash', '=', hash)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', sql<Date>`site.now()`)
          .executeTakeFirst();
  if (row === undefined) {
    await countWithin(db, WRONG, address);
    throw new AppError('UNAUTHORIZED', 'No API key that works.');
  }
  if (row.networks.length > 0 && !networkTest(row.networks)(request.ip)) throw new AppError('INVALID_IP');
  await countWithin(db, CALLS, row.id);
  if (scope === undefined || !row.scopes.includes(scope)) throw new AppError('SCOPE_MISSING', scope);
  if (row.is_due)
    await sql`update api_key set last_used_at = date_trunc('minute', site.now()) where id = ${row.id}`.execute(
      db,
    );
  return { id: row.id, scopes: row.scopes as ApiScope[] };
}
