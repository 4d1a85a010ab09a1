import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '../../../clock.ts';
import type { CopyForm } from './copyParts.ts';

const VALID_SECONDS = 600;

/** A link to a file of a copy: it is good for ten minutes, and only while the session that asked for it lasts. */
export function signCopyLink(
  key: Buffer,
  link: { copyId: string; form: CopyForm; sessionId: string },
  now = clock.date(),
): string {
  const expires = Math.floor(now.getTime() / 1000) + VALID_SECONDS;
  const signature = signatureOf(key, { ...link, expires });
  return `/media/copy/${link.copyId}.${link.form}?session=${link.sessionId}&expires=${expires}&signature=${signature}`;
}

/** Whether we signed the link and it has not expired. Constant-time. */
export function isSignedCopyLink(
  key: Buffer,
  link: { copyId: string; form: string; sessionId: string; expires: number },
  signature: string,
  now = clock.date(),
): boolean {
  const expected = Buffer.from(signatureOf(key, link));
  const given = Buffer.from(signature);
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    link.expires * 1000 > now.getTime()
  );
}

function signatureOf(
  key: Buffer,
  { copyId, form, sessionId, expires }: { copyId: string; form: string; sessionId: string; expires: number },
): string {
  return createHmac('sha256', key)
    .update(`copy ${copyId} ${form} ${sessionId} ${expires}`)
    .digest('base64url');
}
