import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A visitor's identity: an id, and our signature of it, without which the id opens nothing. */
export interface Guest {
  guestId: string;
  guestToken: string;
}

/** Makes a new guest; nothing is stored before the guest writes. */
export function newGuest(key: Buffer): Guest {
  const guestId = `g${randomBytes(16).toString('hex')}`;
  return { guestId, guestToken: signatureOf(key, guestId) };
}

/** Whether we signed the guest's id. Constant-time. */
export function isOurGuest(key: Buffer, { guestId, guestToken }: Guest): boolean {
  const expected = Buffer.from(signatureOf(key, guestId));
  const given = Buffer.from(guestToken);
  return (
    /^g[0-9a-f]{32}$/.test(guestId) && given.length === expected.length && timingSafeEqual(given, expected)
  );
}

function signatureOf(key: Buffer, guestId: string): string {
  return createHmac('sha256', key).update(`guest ${guestId}`).digest('base64url');
}
