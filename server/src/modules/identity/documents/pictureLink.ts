import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '../../../clock.ts';

const VALID_SECONDS = 180;
export const PICTURE_PATH = '/api/console/identityPictures';

/** A picture, the operator's session that looks at it, and the state in which its request is. */
interface Look {
  id: string;
  session: Buffer;
  state: string;
}

/** The path of a document's picture, for three minutes, one operator's session, and until its request is decided. */
export function signPictureLink(key: Buffer, look: Look, now = clock.date()): string {
  const expires = Math.floor(now.getTime() / 1_000) + VALID_SECONDS;
  return `${PICTURE_PATH}/${look.id}?expires=${expires}&signature=${signatureOf(key, look, expires)}`;
}

/** Whether we signed the link for this session and state, and it has not expired. Constant-time. */
export function isSignedPictureLink(
  key: Buffer,
  look: Look,
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
  now = clock.date(),
): boolean {
  if (!/^[0-9]{1,12}$/.test(expires) || Number(expires) * 1_000 < now.getTime()) return false;
  const expected = Buffer.from(signatureOf(key, look, Number(expires)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(key: Buffer, { id, session, state }: Look, expires: number): string {
  return createHmac('sha256', key)
    .update(`identity ${id} ${expires} ${state} ${session.toString('hex')}`)
    .digest('base64url');
}
