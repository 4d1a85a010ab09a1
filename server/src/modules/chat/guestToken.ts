import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../sealed.ts';

/** A visitor's identity: an id and our signature of it. The id alone gives no access. */
export interface Guest {
  guestId: string;
  guestToken: string;
}

/** Makes a new guest; nothing is stored before the guest writes. */
export function newGuest([key]: Keys): Guest {
  const guestId = `g${randomBytes(16).toString('hex')}`;
  return { guestId, guestToken: signatureOf(key, guestId) };
}

/** Whether we signed the guest's id, with the current or the previous key. Constant-time. */
export function isOurGuest(keys: Keys, { guestId, guestToken }: Guest): boolean {
  const given = Buffer.from(guestToken);
  const isSigned = keys.map((key) => {
    const expected = Buffer.from(signatureOf(key, guestId));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return /^g[0-9a-f]{32}$/.test(guestId) && isSigned.includes(true);
}

function signatureOf(key: Buffer, guestId: string): string {
  return createHmac('sha256', key).update(`guest ${guestId}`).digest('base64url');
}
