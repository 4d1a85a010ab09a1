import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The key that signs, from its file.
 * @throws Error with one sentence
 */
export function readPrivateKey(file) {
  return ed25519(file, createPrivateKey, 'private');
}

/**
 * The key that a signature is checked with. Its file may hold the private key too.
 * @throws Error with one sentence
 */
export function readPublicKey(file) {
  return ed25519(file, createPublicKey, 'public');
}

/** Makes a key and writes it into a new file that its owner alone can read. */
export function makePrivateKey(file) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  return privateKey;
}

export const publicText = (key) => key.export({ type: 'spki', format: 'pem' });

/** SHA-256 of the public key: what the owner tells by another way, so that a stranger's key is noticed. */
export const fingerprintOf = (key) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

function ed25519(file, create, kind) {
  let text;
  try {
    text = readFileSync(file);
  } catch {
    throw new Error(`${file} cannot be read.`);
  }
  try {
    const key = create(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below: it is no key at all.
  }
  throw new Error(`${file} holds no ${kind} Ed25519 key in PEM.`);
}
