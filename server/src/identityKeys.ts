import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { plainDigits } from '@krapao/contract/digits';
import type { Db, Trx } from './database/connect.ts';
import { type Keys, openSealed, seal } from './sealed.ts';
import type { Secrets } from './secrets.ts';

/** What the seal of the site's key for documents is bound to. */
export const OWNER_OF_IDENTITY_KEY = 'identity key';

export interface IdentityKeys {
  /** AES-256-GCM keys of pictures at rest. */
  pictures: Keys;
  /** Keyed hash of document numbers. */
  numbers: Buffer;
  /** Keyed hashes of phones and accounts of erased members. */
  people: Buffer;
  /** Keyed hash of members' PINs. */
  pins: Buffer;
  /** AES-256-GCM keys of copies of members' data at rest. */
  copies: Keys;
}

/**
 * The site's keys for what no job can seal or hash again: files, and hashes of what nobody keeps. They are made when they
 * are first asked for, and outlive a change of the master key, so that numbers of years ago are still recognised.
 */
export async function identityKeys(
  db: Db | Trx,
  { identity }: Pick<Secrets, 'identity'>,
): Promise<IdentityKeys> {
  const sealed = (await storedKey(db)) ?? (await makeKey(db, identity));
  const key = openSealed(identity, OWNER_OF_IDENTITY_KEY, sealed);
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `krapao identity ${purpose}`, 32));
  return {
    pictures: [derive('picture')],
    numbers: derive('number'),
    people: derive('people'),
    pins: derive('pin'),
    copies: [derive('copies')],
  };
}

const storedKey = async (db: Db | Trx): Promise<Buffer | undefined> =>
  (await db.selectFrom('identity_key').select('sealed').executeTakeFirst())?.sealed;

async function makeKey(db: Db | Trx, keys: Keys): Promise<Buffer> {
  await db
    .insertInto('identity_key')
    .values({ sealed: seal(keys, OWNER_OF_IDENTITY_KEY, randomBytes(32)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('identity_key').select('sealed').executeTakeFirstOrThrow()).sealed;
}

/** A document's number without the spaces and signs that people type, its digits in Latin. */
export const plainNumber = (typed: string): string =>
  plainDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The keyed hash of a document's number: equal for the same number of the same kind of thing, useless without the key. */
export function hashNumber({ numbers }: Pick<IdentityKeys, 'numbers'>, typed: string): Buffer {
  return createHmac('sha256', numbers).update(plainNumber(typed)).digest();
}
