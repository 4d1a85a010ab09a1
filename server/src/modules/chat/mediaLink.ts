import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '../../clock.ts';

/** Longer than a slip's: a log may be open for hours, and requests new links only when a picture fails to load. */
const VALID_SECONDS = 3_600;

/** The address of a stored chat file below the server's, signed, for an hour or two. */
export function signMediaLink(key: Buffer, path: string, now = clock.date()): string {
  // The same for an hour, so that browsers need not reload a picture with each page of history.
  const hour = Math.floor(now.getTime() / 1000 / VALID_SECONDS);
  const expires = (hour + 2) * VALID_SECONDS;
  return `/media/${path}?expires=${expires}&signature=${signatureOf(key, path, expires)}`;
}

/** Whether we signed the link and it has not expired. Constant-time. */
export function isSignedMediaLink(
  key: Buffer,
  path: string,
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
  now = clock.date(),
): boolean {
  if (!/^[0-9]{1,12}$/.test(expires) || Number(expires) * 1000 < now.getTime()) return false;
  const expected = Buffer.from(signatureOf(key, path, Number(expires)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(key: Buffer, path: string, expires: number): string {
  return createHmac('sha256', key).update(`chat ${path} ${expires}`).digest('base64url');
}
