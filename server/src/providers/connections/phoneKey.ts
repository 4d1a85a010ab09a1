import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../database/connect.ts';
import type { WebhookHeaders } from '../webhookSignature.ts';

/** A new key for a phone or service that tells of money; only its hash is stored. */
export function newPhoneKey(): { key: string; hash: Buffer } {
  const key = `kp_${randomBytes(32).toString('base64url')}`;
  return { key, hash: hashOf(key) };
}

/** A phone, or a service, to which the site gave a key. */
export interface KeyHolder {
  id: string;
  isService: boolean;
}

/** The phone or service of the connection whose key came as a bearer; undefined if there is none, or it was revoked. */
export async function phoneOf(
  db: Db,
  connectionId: string,
  { authorization }: WebhookHeaders,
): Promise<KeyHolder | undefined> {
  const key = /^Bearer (kp_[A-Za-z0-9_-]{43})$/.exec(String(authorization ?? ''))?.[1];
  if (key === undefined) return undefined;
  return (
    db
      .selectFrom('feed_phone')
      .select(['id', 'is_service as isService'])
      .where('key_hash', '=', hashOf(key))
      // The sandbox's own connections have names that are no UUID.
      .where((e) => e.cast<string>('connection_id', 'text'), '=', connectionId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  );
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
