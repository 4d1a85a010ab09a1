import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './durableFile.ts';
import type { Keys } from './sealed.ts';
import { StartupError } from './startupError.ts';

/**
 * Keys for separate purposes, derived from one master key. 32 bytes each. Stored values can also be decrypted with the
 * previous master key, if there is one.
 */
export interface Secrets {
  /** Keyed hash of OTP codes and other short codes. */
  otp: Buffer;
  /** AES-256-GCM keys of game account passwords at rest. */
  gamePassword: Keys;
  /** Keyed signature of expiring links to stored files. */
  signedLink: Buffer;
  /** Keyed signatures of the identities of guests who chat. */
  guest: Keys;
  /** Keyed signatures of receipts. */
  receipt: Keys;
  /** Keyed signatures of the devices that browsers keep in a cookie. */
  device: Keys;
  /** AES-256-GCM keys of operators' two-factor secrets at rest. */
  operator: Keys;
  /** AES-256-GCM keys of connections' secrets at rest. */
  connection: Keys;
  /** AES-256-GCM keys of the site's key for web push at rest. */
  push: Keys;
  /** AES-256-GCM keys of what the law keeps of erased members, at rest. */
  personalData: Keys;
  /** AES-256-GCM keys of the site's own key at rest, which outlives a change of the master key (identityKeys.ts). */
  identity: Keys;
  /** Keyed proof with which a node recognises its own site at its public address. */
  probe: Buffer;
  /** What the preflight judges of the master key. */
  master: MasterKeyFacts;
}

export interface MasterKeyFacts {
  /** The file that holds it; undefined: the environment does. */
  file: string | undefined;
  isGuessable: boolean;
  hasPrevious: boolean;
}

const DISTINCT_MIN = 12;
const COMMON_WORDS = /secret|password|change|example|krapao|master|key|test|1234/i;

/**
 * Derives the keys from KRAPAO_SECRET (at least 32 characters), or from a random key that is made once
 * in the data folder. Production with its own database must set KRAPAO_SECRET, so that all nodes share it.
 * KRAPAO_SECRET_PREVIOUS is the one before, while it is changed.
 */
export async function loadSecrets(
  environment: NodeJS.ProcessEnv,
  dataFolder: string,
  isShared: boolean,
): Promise<Secrets> {
  const given = environment.KRAPAO_SECRET;
  if (given !== undefined && given.length < 32)
    throw new StartupError('KRAPAO_SECRET must have at least 32 characters.');
  if (given === undefined && isShared) {
    throw new StartupError('KRAPAO_SECRET is missing; production needs one secret that all nodes share.');
  }
  const master = given ?? (await storedSecret(join(dataFolder, 'secret')));
  const previous = environment.KRAPAO_SECRET_PREVIOUS || undefined;
  if (previous !== undefined && given === undefined) {
    throw new StartupError('KRAPAO_SECRET_PREVIOUS is set without KRAPAO_SECRET.');
  }
  const derive = (purpose: string, from = master) =>
    Buffer.from(hkdfSync('sha256', from, '', `krapao ${purpose}`, 32));
  const keysFor = (purpose: string): Keys =>
    previous === undefined ? [derive(purpose)] : [derive(purpose), derive(purpose, previous)];
  return {
    otp: derive('otp'),
    gamePassword: keysFor('game password'),
    signedLink: derive('signed link'),
    guest: keysFor('chat guest'),
    receipt: keysFor('receipt'),
    device: keysFor('device'),
    operator: keysFor('operator'),
    connection: keysFor('connection'),
    push: keysFor('push'),
    personalData: keysFor('personal data'),
    identity: keysFor('identity'),
    probe: derive('probe'),
    master: {
      file: given === undefined ? join(dataFolder, 'secret') : undefined,
      isGuessable: new Set(master).size < DISTINCT_MIN || COMMON_WORDS.test(master),
      hasPrevious: previous !== undefined,
    },
  };
}

async function storedSecret(path: string): Promise<string> {
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (stored === undefined) {
    const secret = randomBytes(32).toString('hex');
    await writeDurably(path, secret, { isNew: true });
    return secret;
  }
  if (stored.length < 32) {
    throw new StartupError(
      `The key in ${path} is cut short (${stored.length} characters); bring the file back from a backup.`,
    );
  }
  return stored;
}
