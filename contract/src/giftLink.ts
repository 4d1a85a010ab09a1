/** DEP-04: rules and client-side encryption of mobile-wallet gift links. */

const GIFT_LINK_HOST = 'gift.truemoney.com';
/** Behind https:// or http://. */
const ADDRESS = String.raw`gift\.truemoney\.com/campaign/?\?(?:[\w-]+=[\w-]*&)*v=([0-9A-Za-z]{10,64})(?![\w%-])`;
const WHOLE_LINK = new RegExp(String.raw`^https://${ADDRESS}(?:[&#]\S*)?$`, 'i');
/** Not a part of another address, whatever the words around it. */
const LINK_IN_WORDS = new RegExp(String.raw`(?:(?<![/=&?@#%])https?://|(?<![\w.@/:%=&?#-]))${ADDRESS}`, 'gi');
/** Long enough, and mixed, so that it is no word and no telephone number. */
const BARE_HASH = /^(?=.*[0-9])(?=.*[A-Za-z])[0-9A-Za-z]{16,64}$/;

/**
 * The fixed symmetric key of the specification's client (AES-256-GCM). It only keeps the specified call compatible and
 * protects nothing, because anyone can read it in the browser. TLS protects the link.
 */
const FIXED_KEY = 'krapao-gift-link-fixed-client-k1';
const IV_BYTES = 12;

/** The unique hash of a gift link and nothing else (https, exact host, `v` of 10 to 64 letters and digits), else null. */
export function giftLinkHash(link: string): string | null {
  return WHOLE_LINK.exec(link)?.[1] ?? null;
}

/**
 * The one gift link in a text as members paste it: alone, without https, or inside the words that the wallet app shares; or its
 * hash alone, which has letters and digits. Null if there is none, or if there are several.
 */
export function giftLinkIn(text: string): string | null {
  const whole = text.trim();
  const found = new Set(Array.from(whole.matchAll(LINK_IN_WORDS), ([, hash = '']) => hash));
  if (found.size === 0 && BARE_HASH.test(whole)) found.add(whole);
  const [hash] = found;
  return hash === undefined || found.size > 1 ? null : giftLinkOf(hash);
}

/** The gift link of a hash. */
export function giftLinkOf(hash: string): string {
  return `https://${GIFT_LINK_HOST}/campaign/?v=${hash}`;
}

/** Encrypts a gift link as base64 of iv and ciphertext, for POST /api/wallet/truelink. */
export async function encryptGiftLink(link: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  return btoa(String.fromCharCode(...iv, ...(await seal(iv, new TextEncoder().encode(link)))));
}

/** Decrypts the result of encryptGiftLink; null if it was not encrypted with the fixed key. */
export async function decryptGiftLink(encrypted: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(encrypted), (character) => character.charCodeAt(0));
    const iv = bytes.subarray(0, IV_BYTES);
    const sealed = bytes.subarray(IV_BYTES);
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await fixedKey(), sealed);
    return new TextDecoder('utf-8', { fatal: true }).decode(opened);
  } catch {
    return null;
  }
}

async function seal(iv: Uint8Array<ArrayBuffer>, plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Browsers do not offer Web Crypto on plain http, for example at an address in a local network.
  if (crypto.subtle === undefined) {
    const { sealAesGcm } = await import('./aesGcm.ts');
    return sealAesGcm(new TextEncoder().encode(FIXED_KEY), iv, plain);
  }
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await fixedKey(), plain));
}

function fixedKey(): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = new TextEncoder().encode(FIXED_KEY);
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
