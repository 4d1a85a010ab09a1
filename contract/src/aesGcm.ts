/**
 * AES-256-GCM for pages on plain http, where browsers do not offer Web Crypto. It encrypts gift links with a publicly
 * known key (giftLink.ts), so its timing may leak.
 */

const BLOCK = 16;
const ROUNDS = 14;
const KEY_BYTES = 32;
const SBOX = substitutions();

/** The ciphertext followed by the tag of 16 bytes, as Web Crypto gives them. `key` has 32 bytes, `iv` 12. */
export function sealAesGcm(key: Uint8Array, iv: Uint8Array, plain: Uint8Array): Uint8Array {
  const roundKeys = expand(key);
  const counter = new Uint8Array(BLOCK);
  counter.set(iv);
  const view = new DataView(counter.buffer);
  const keystream = (nth: number) => {
    view.setUint32(iv.length, nth);
    return encryptBlock(counter, roundKeys);
  };
  const sealed = new Uint8Array(plain.length + BLOCK);
  for (let at = 0; at < plain.length; at += BLOCK) {
    const mask = keystream(2 + at / BLOCK);
    for (let i = at; i < Math.min(at + BLOCK, plain.length); i += 1)
      sealed[i] = byte(plain, i) ^ byte(mask, i - at);
  }
  const hashKey = numberOf(encryptBlock(new Uint8Array(BLOCK), roundKeys));
  const tag = hash(hashKey, sealed.subarray(0, plain.length)) ^ numberOf(keystream(1));
  for (let i = 0; i < BLOCK; i += 1) sealed[plain.length + i] = Number((tag >> BigInt(8 * (15 - i))) & 0xffn);
  return sealed;
}

/** GHASH of the ciphertext and its length, without additional data. */
function hash(key: bigint, cipher: Uint8Array): bigint {
  let sum = 0n;
  for (let at = 0; at < cipher.length; at += BLOCK) {
    const block = new Uint8Array(BLOCK);
    block.set(cipher.subarray(at, at + BLOCK));
    sum = multiply(sum ^ numberOf(block), key);
  }
  return multiply(sum ^ BigInt(cipher.length * 8), key);
}

/** Multiplication in the field of GCM, whose bits are in reverse order. */
function multiply(a: bigint, b: bigint): bigint {
  let product = 0n;
  let factor = b;
  for (let bit = 127n; bit >= 0n; bit -= 1n) {
    if ((a >> bit) & 1n) product ^= factor;
    factor = factor & 1n ? (factor >> 1n) ^ (0xe1n << 120n) : factor >> 1n;
  }
  return product;
}

function encryptBlock(block: Uint8Array, roundKeys: Uint8Array): Uint8Array {
  let state = block.map((value, i) => value ^ byte(roundKeys, i));
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Row n rotates by n columns.
    const shifted = state.map((_, i) => byte(SBOX, byte(state, (i + 4 * (i % 4)) % BLOCK)));
    const mixed = round === ROUNDS ? shifted : shifted.map((_, i) => mixedByte(shifted, i));
    state = mixed.map((value, i) => value ^ byte(roundKeys, round * BLOCK + i));
  }
  return state;
}

function mixedByte(state: Uint8Array, i: number): number {
  const column = i - (i % 4);
  const at = (offset: number) => byte(state, column + ((i + offset) % 4));
  return twice(at(0)) ^ twice(at(1)) ^ at(1) ^ at(2) ^ at(3);
}

function expand(key: Uint8Array): Uint8Array {
  const keys = new Uint8Array((ROUNDS + 1) * BLOCK);
  keys.set(key);
  let constant = 1;
  for (let at = KEY_BYTES; at < keys.length; at += 4) {
    let word = [...keys.subarray(at - 4, at)];
    if (at % KEY_BYTES === 0) {
      word = [...word.slice(1), ...word.slice(0, 1)].map((value) => byte(SBOX, value));
      word[0] = (word[0] ?? 0) ^ constant;
      constant = twice(constant);
    } else if (at % KEY_BYTES === BLOCK) word = word.map((value) => byte(SBOX, value));
    for (const [i, value] of word.entries()) keys[at + i] = byte(keys, at + i - KEY_BYTES) ^ value;
  }
  return keys;
}

/**
 * The S-box: inverses in the field of AES, computed by stepping through it with 3 and with the inverse of 3 in
 * parallel.
 */
function substitutions(): Uint8Array {
  const box = new Uint8Array(256);
  let [value, inverse] = [1, 1];
  do {
    value ^= twice(value);
    inverse ^= inverse << 1;
    inverse ^= inverse << 2;
    inverse = (inverse ^ (inverse << 4)) & 0xff;
    if (inverse & 0x80) inverse ^= 0x09;
    const turned = [1, 2, 3, 4].reduce((sum, by) => sum ^ turn(inverse, by), inverse);
    box[value] = turned ^ 0x63;
  } while (value !== 1);
  box[0] = 0x63;
  return box;
}

function twice(value: number): number {
  return ((value << 1) ^ (value & 0x80 ? 0x1b : 0)) & 0xff;
}

function turn(value: number, by: number): number {
  return ((value << by) | (value >> (8 - by))) & 0xff;
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, value) => (sum << 8n) | BigInt(value), 0n);
}
