import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { clock } from '../../../clock.ts';
import type { Db } from '../../../database/connect.ts';
import { openSealed, seal } from '../../../sealed.ts';
import type { Secrets } from '../../../secrets.ts';
import { newPair } from './encryptPush.ts';

/** What the seal of the site's key for web push is bound to. */
export const OWNER_OF_PUSH_KEY = 'push key';

/** The site's key for web push, with which push services recognise it. */
export interface PushKey {
  /** An uncompressed point on P-256. */
  publicKey: Buffer;
  privateKey: KeyObject;
}

const TOKEN_SECONDS = 12 * 3_600;

/** The site's key; made when it is first asked for. All nodes have the same one. */
export async function pushKey(db: Db, { push }: Pick<Secrets, 'push'>): Promise<PushKey> {
  const stored = (await storedKey(db)) ?? (await makeKey(db, push));
  const d = openSealed(push, OWNER_OF_PUSH_KEY, stored.private_key);
  const point = stored.public_key;
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: d.toString('base64url'),
  };
  return { publicKey: point, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

const storedKey = (db: Db) => db.selectFrom('push_key').selectAll().executeTakeFirst();

async function makeKey(db: Db, keys: Secrets['push']) {
  const pair = newPair();
  // A private key that begins with zeros is shorter than the curve's.
  const d = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
  await db
    .insertInto('push_key')
    .values({ public_key: pair.getPublicKey(), private_key: seal(keys, OWNER_OF_PUSH_KEY, d) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('push_key').selectAll().executeTakeFirstOrThrow();
}

/**
 * The Authorization header for a push service (RFC 8292).
 * @param subject an address under which the service reaches the site: https: or mailto:
 */
export function vapidHeader({ publicKey, privateKey }: PushKey, endpoint: URL, subject: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(clock.now() / 1_000) + TOKEN_SECONDS;
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: endpoint.origin, exp, sub: subject })}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}
